import type { Announcement, AnnouncementAct, TroubledMails } from '@hexpedition/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { number, plural, tierName, when } from '#lib/format.ts';
import { useApi, usePersonalQuery } from '#lib/query.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { Chip } from '#ui/chip.tsx';
import { cx } from '#ui/cx.ts';
import { FormStatus } from '#ui/form-status.tsx';
import { LoadMore } from '#ui/load-more.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';
import admin from '../admin.module.css';
import lines from '../lines.module.css';
import css from './email.module.css';
import { announcementQuery, troubledQuery } from './queries.ts';
import { stateNames, stateTones } from './states.ts';

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

/** An announcement on its way or at its end: how far it is, and what can still be done. */
export function Dispatch({ announcement }: { announcement: Announcement }) {
  const { pk, state, mails, trouble, send_at, started_at, ended_at } = announcement;
  const api = useApi();
  const client = useQueryClient();
  const act = useMutation({
    meta: { suppress: [409] },
    mutationFn: (name: Act) => api('POST /api/admin/announcements/:pk/act', { params: { pk }, body: { act: name } }),
    onSuccess: (answer) => client.setQueryData(announcementQuery(pk).queryKey, answer),
  });
  const all = mails.waiting + mails.sent + mails.refused + mails.doubtful + mails.left_out;
  const acts: Act[] = [...possible[state], ...(mails.doubtful > 0 && state !== 'stopped' ? (['retry'] as const) : [])];
  const facts = [
    [mails.sent, 'sent'],
    [mails.waiting, 'waiting'],
    [mails.refused, 'refused'],
    [mails.doubtful, 'in doubt'],
    [mails.left_out, 'left out'],
  ] as const;
  return (
    <>
      <section className={admin.section} aria-labelledby="progress">
        <h2 id="progress" className={css.title}>
          Progress <Chip tone={stateTones[state]}>{stateNames[state]}</Chip>
        </h2>
        {trouble && state === 'sending' && (
          <Callout kind="warning" title="It does not get on at the moment">
            <p>{trouble} It is tried again by itself.</p>
          </Callout>
        )}
        {state !== 'scheduled' && <ProgressBar label="Mails that are settled" value={all - mails.waiting} max={all} />}
        <dl className={css.figures} aria-live="polite">
          {facts.map(([count, name]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{number(count)}</dd>
            </div>
          ))}
        </dl>
        <p className={css.facts}>
          {send_at && state === 'scheduled' && <span>Leaves {when(send_at)}</span>}
          {started_at && <span>Begun {when(started_at)}</span>}
          {ended_at && <span>Ended {when(ended_at)}</span>}
          <span>At most {number(announcement.per_minute)} a minute</span>
          <span>{segmentText(announcement.segment)}</span>
        </p>
        <div className={admin.actions}>
          {acts.map((name) => (
            <Button
              key={name}
              variant={name === 'stop' ? 'danger' : 'secondary'}
              busy={act.isPending && act.variables === name}
              onClick={() => act.mutate(name)}
            >
              {actNames[name]}
            </Button>
          ))}
          <FormStatus error={act.error} />
        </div>
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
          <Troubled pk={pk} />
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

function Troubled({ pk, cursor }: { pk: number; cursor?: string }) {
  const [wanted, setWanted] = useState(cursor === undefined);
  const { data, error, refetch } = usePersonalQuery(troubledQuery(pk, cursor), wanted);
  if (!data) {
    return (
      <LoadMore busy={wanted && !error} error={error} onPress={() => (error ? void refetch() : setWanted(true))} />
    );
  }
  return (
    <>
      <ul>
        {data.mails.map((mail) => (
          <TroubledLine key={mail.user} pk={pk} mail={mail} />
        ))}
      </ul>
      {data.next_cursor && <Troubled key={data.next_cursor} pk={pk} cursor={data.next_cursor} />}
    </>
  );
}

type TroubledMail = TroubledMails['mails'][number];

const TroubledLine = ({ pk, mail }: { pk: number; mail: TroubledMail }) => (
  <li className={cx(lines.item, css.item)}>
    <div className={css.bounce}>
      <p className={css.facts}>
        <span className={css.name}>{mail.username}</span>
        <Chip tone={mail.state === 'refused' ? 'coral' : 'beacon'}>
          {mail.state === 'refused' ? 'refused' : 'in doubt'}
        </Chip>
        {mail.at && <span>{when(mail.at)}</span>}
      </p>
      {mail.reason && <p className={css.reason}>{mail.reason}</p>}
      {mail.state === 'doubtful' && <Doubt pk={pk} mail={mail} />}
    </div>
  </li>
);

/** By what the mail server's log says, one mail in doubt comes to its end. */
function Doubt({ pk, mail }: { pk: number; mail: TroubledMail }) {
  const api = useApi();
  const client = useQueryClient();
  const settle = useMutation({
    meta: { suppress: [409] },
    mutationFn: (arrived: boolean) =>
      api('POST /api/admin/announcements/:pk/settle', { params: { pk }, body: { user: mail.user, arrived } }),
    onSuccess: async (answer) => {
      client.setQueryData(announcementQuery(pk).queryKey, answer);
      await client.invalidateQueries({ queryKey: troubledQuery(pk).queryKey });
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
            variant="secondary"
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
function segmentText({ tiers, activity, continent }: Announcement['segment']): string {
  const parts = [
    tiers.length > 0 ? tiers.map(tierName).join(' or ') : 'All tiers',
    ...(activity ? [`${activity.kind === 'active' ? 'seen' : 'not seen'} within ${plural(activity.days, 'day')}`] : []),
    ...(continent ? [`has begun a course of ${continent}`] : []),
  ];
  return parts.join(', ');
}
