import type { Announcement, AnnouncementAct, TroubledMails } from '@hexpedition/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { hexmapQuery } from '#features/map/queries.public.ts';
import { number, plural, tierName, when } from '#lib/format.ts';
import { useApi, usePersonalQuery } from '#lib/query.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { Chip } from '#ui/chip.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { FormStatus } from '#ui/form-status.tsx';
import { LoadMore } from '#ui/load-more.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';
import admin from '../admin.module.css';
import { Figure } from '../figure.tsx';
import lines from '../lines.module.css';
import { AudienceCount } from './audience-fields.tsx';
import css from './email.module.css';
import { announcementQuery, troubledQuery } from './queries.ts';
import { moment, stateNames, stateTones } from './states.ts';

type Act = AnnouncementAct['act'];

const actNames: Record<Act, string> = {
  pause: 'Pause',
  resume: 'Resume',
  stop: 'Stop',
  recall: 'Make it a draft again',
  retry: 'Send those in doubt again',
};

const possible: Record<Announcement['state'], Act[]> = {
  draft: [],
  scheduled: ['recall', 'stop'],
  sending: ['pause', 'stop'],
  paused: ['resume', 'stop'],
  stopped: [],
  done: [],
};

/** What cannot be undone is asked about first. */
const questions: Partial<Record<Act, { title: string; text: string }>> = {
  stop: {
    title: 'Stop it for good?',
    text: 'Those who wait get nothing, and it cannot go on later. What has left cannot be called back. To hold it up for a while, pause it.',
  },
  retry: {
    title: 'Send those in doubt again?',
    text: 'Some of them may have arrived: their recipients get the mail twice. The log of your mail server tells which.',
  },
};

/** An announcement on its way or at its end: how far it is, and what can still be done. */
export function Dispatch({ announcement }: { announcement: Announcement }) {
  const { pk, state, mails, trouble, send_at, started_at, ended_at } = announcement;
  const api = useApi();
  const client = useQueryClient();
  const map = usePersonalQuery(hexmapQuery('hexmap'));
  const [asked, setAsked] = useState<Act>();
  const title = useRef<HTMLHeadingElement>(null);
  const act = useMutation({
    meta: { suppress: [409] },
    mutationFn: (name: Act) => api('POST /api/admin/announcements/:pk/act', { params: { pk }, body: { act: name } }),
    onSuccess: (answer) => {
      client.setQueryData(announcementQuery(pk).queryKey, answer);
      setAsked(undefined);
      // The button that was pressed may be gone.
      title.current?.focus();
    },
  });
  const press = (name: Act) => {
    act.reset();
    if (questions[name]) setAsked(name);
    else act.mutate(name);
  };
  const all = mails.waiting + mails.sent + mails.refused + mails.doubtful + mails.left_out;
  const acts: Act[] = [...possible[state], ...(mails.doubtful > 0 && state !== 'stopped' ? (['retry'] as const) : [])];
  const facts = [
    ['Sent', mails.sent],
    [state === 'stopped' ? 'Not sent' : 'Waiting', mails.waiting],
    ['Refused', mails.refused, 'coral'],
    ['In doubt', mails.doubtful, 'beacon'],
    ['Left out', mails.left_out],
  ] as const;
  const question = asked && questions[asked];
  const minutes = Math.ceil(mails.waiting / announcement.per_minute);
  return (
    <>
      <section className={admin.section} aria-labelledby="progress">
        <h2 id="progress" ref={title} tabIndex={-1} className={css.title}>
          Progress <Chip tone={stateTones[state]}>{stateNames[state]}</Chip>
        </h2>
        {trouble && state === 'sending' && (
          <Callout kind="warning" title="It does not get on at the moment">
            <p>{trouble} It is tried again by itself.</p>
          </Callout>
        )}
        {state !== 'scheduled' && (
          <>
            <ProgressBar label="Mails that are settled" value={all - mails.waiting} max={all} />
            <dl className={admin.figures} aria-live="polite">
              {facts.map(([name, count, tone]) => (
                <Figure key={name} name={name} tone={count > 0 ? tone : undefined}>
                  {number(count)}
                </Figure>
              ))}
            </dl>
          </>
        )}
        <p className={css.facts}>
          {send_at && state === 'scheduled' && <span>Leaves {moment(send_at)}</span>}
          {started_at && <span>Begun {when(started_at)}</span>}
          {ended_at && <span>Ended {when(ended_at)}</span>}
          <span>At most {number(announcement.per_minute)} a minute</span>
          {state === 'sending' && minutes > 1 && <span>{number(minutes)} minutes to go, or more</span>}
          <span>{segmentText(announcement.segment, map.data?.continents)}</span>
        </p>
        {state === 'scheduled' && <AudienceCount segment={announcement.segment} />}
        {(acts.length > 0 || act.error) && (
          <div className={admin.actions}>
            {acts.map((name) => (
              <Button
                key={name}
                variant={name === 'stop' ? 'danger' : 'secondary'}
                busy={act.isPending && act.variables === name && !question}
                onClick={() => press(name)}
              >
                {actNames[name]}
              </Button>
            ))}
            <FormStatus error={question ? undefined : act.error} />
          </div>
        )}
        <Dialog
          open={question !== undefined}
          onClose={() => setAsked(undefined)}
          title={question?.title ?? ''}
          footer={
            <Button variant="danger" busy={act.isPending} onClick={() => asked && act.mutate(asked)}>
              {asked && actNames[asked]}
            </Button>
          }
        >
          <p>{question?.text}</p>
          <FormStatus error={act.error} />
        </Dialog>
      </section>
      {mails.refused + mails.doubtful > 0 && (
        <section className={admin.section} aria-labelledby="troubled">
          <h2 id="troubled" className={css.title}>
            Refused or in doubt
          </h2>
          {mails.doubtful > 0 && (
            <p className={css.hint}>
              In doubt: the mail left, and no answer came. Look for its Message-ID in your mail server’s log, and say
              what you found. Sent again although it arrived, it arrives twice.
            </p>
          )}
          <Troubled
            pk={pk}
            // Another list as soon as there are others.
            count={mails.refused + mails.doubtful}
            onSettled={() => title.current?.focus()}
          />
        </section>
      )}
      <section className={admin.section} aria-labelledby="text">
        <h2 id="text" className={css.title}>
          Text
        </h2>
        <pre className={css.text}>{announcement.body}</pre>
      </section>
    </>
  );
}

interface TroubledProps {
  pk: number;
  cursor?: string;
  /** How many there are: the list is asked for again when others have come. */
  count: number;
  onSettled: () => void;
}

function Troubled({ pk, cursor, count, onSettled }: TroubledProps) {
  const [wanted, setWanted] = useState(cursor === undefined);
  const { data, error, refetch } = usePersonalQuery(troubledQuery(pk, cursor), wanted);
  const known = useRef(count);
  useEffect(() => {
    if (known.current === count) return;
    known.current = count;
    if (wanted) void refetch();
  }, [count, wanted, refetch]);
  if (!data || !wanted) {
    return (
      <LoadMore busy={wanted && !error} error={error} onPress={() => (error ? void refetch() : setWanted(true))} />
    );
  }
  return (
    <>
      <ul className={lines.list} aria-label="Mails that were refused or are in doubt">
        {data.mails.map((mail) => (
          <TroubledLine key={mail.user} pk={pk} mail={mail} onSettled={onSettled} />
        ))}
      </ul>
      {data.next_cursor && (
        <Troubled key={data.next_cursor} pk={pk} cursor={data.next_cursor} count={count} onSettled={onSettled} />
      )}
    </>
  );
}

type TroubledMail = TroubledMails['mails'][number];

interface LineProps {
  pk: number;
  mail: TroubledMail;
  onSettled: () => void;
}

const TroubledLine = ({ pk, mail, onSettled }: LineProps) => (
  <li className={lines.item}>
    <div className={css.bounce}>
      <p className={css.facts}>
        <Link className={css.name} to="/admin/people/$username" params={{ username: mail.username }}>
          {mail.username}
        </Link>
        <Chip tone={mail.state === 'refused' ? 'coral' : 'beacon'}>
          {mail.state === 'refused' ? 'refused' : 'in doubt'}
        </Chip>
        {mail.at && <span>{when(mail.at)}</span>}
      </p>
      {mail.reason && <p className={css.reason}>{mail.reason}</p>}
      {mail.state === 'doubtful' && <Doubt pk={pk} mail={mail} onSettled={onSettled} />}
    </div>
  </li>
);

/** By what the mail server's log says, one mail in doubt comes to its end. */
function Doubt({ pk, mail, onSettled }: LineProps) {
  const api = useApi();
  const client = useQueryClient();
  const settle = useMutation({
    meta: { suppress: [409] },
    mutationFn: (arrived: boolean) =>
      api('POST /api/admin/announcements/:pk/settle', { params: { pk }, body: { user: mail.user, arrived } }),
    onSuccess: async (answer) => {
      client.setQueryData(announcementQuery(pk).queryKey, answer);
      await client.invalidateQueries({ queryKey: ['GET /api/admin/announcements/:pk/troubled'] });
      // The button that was pressed is gone.
      onSettled();
    },
  });
  const answers = [
    [true, 'It arrived'],
    [false, 'Send again'],
  ] as const;
  return (
    <>
      <p className={css.reason}>
        Message-ID <code>{mail.message_id}</code>
      </p>
      <div className={admin.actions}>
        {answers.map(([arrived, name]) => (
          <Button
            key={name}
            size="sm"
            aria-label={`${name}: the mail to ${mail.username}`}
            busy={settle.isPending && settle.variables === arrived}
            onClick={() => settle.mutate(arrived)}
          >
            {name}
          </Button>
        ))}
        <FormStatus error={settle.error} />
      </div>
    </>
  );
}

/** Such as `Foundational, seen within 30 days, has begun a course of web`. */
function segmentText(
  { tiers, activity, continent }: Announcement['segment'],
  continents: { slug: string; name: string }[] = [],
): string {
  const parts = [
    tiers.length > 0 ? tiers.map(tierName).join(' or ') : 'All tiers',
    ...(activity ? [`${activity.kind === 'active' ? 'seen' : 'not seen'} within ${plural(activity.days, 'day')}`] : []),
    ...(continent
      ? [`has begun a course of ${continents.find(({ slug }) => slug === continent)?.name ?? continent}`]
      : []),
  ];
  return parts.join(', ');
}
