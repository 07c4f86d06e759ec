import type { Announcement, AnnouncementAction, UndeliveredMails } from '@hexpedition/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { hexmapQuery } from '#entities/map/map-queries.ts';
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
import { announcementQuery, troubledQuery } from '../admin-queries.ts';
import lines from '../lines.module.css';
import { Stat } from '../stat.tsx';
import { describeState, formatDateTime } from './announcement-states.ts';
import { AudienceCount } from './audience-fields.tsx';
import css from './email.module.css';

type Action = AnnouncementAction['act'];

const actionNames: Record<Action, string> = {
  pause: 'Pause',
  resume: 'Resume',
  stop: 'Stop',
  recall: 'Back to draft',
  retry: 'Resend unknown deliveries',
};

const allowedActions: Record<Announcement['state'], Action[]> = {
  draft: [],
  scheduled: ['recall', 'stop'],
  sending: ['pause', 'stop'],
  paused: ['resume', 'stop'],
  stopped: [],
  done: [],
};

/** Confirmations of the actions that cannot be undone. */
const confirmations: Partial<Record<Action, { title: string; text: string }>> = {
  stop: {
    title: 'Stop this announcement for good?',
    text: 'Waiting recipients get nothing, and you cannot resume it. Mails already sent cannot be recalled. To hold it for a while, pause it instead.',
  },
  retry: {
    title: 'Resend unknown deliveries?',
    text: 'Some of these mails may have arrived. Their recipients would get the mail twice. Check the log of your mail server first.',
  },
};

/** Progress of an announcement that is no longer a draft, its problems, and the actions that its state allows. */
export function AnnouncementProgress({ announcement }: { announcement: Announcement }) {
  const { pk, state, mails, trouble, send_at, started_at, ended_at } = announcement;
  const api = useApi();
  const client = useQueryClient();
  const map = usePersonalQuery(hexmapQuery('hexmap'));
  const [confirming, setConfirming] = useState<Action>();
  const title = useRef<HTMLHeadingElement>(null);
  const act = useMutation({
    meta: { suppress: [409] },
    mutationFn: (name: Action) => api('POST /api/admin/announcements/:pk/act', { params: { pk }, body: { act: name } }),
    onSuccess: (answer) => {
      client.setQueryData(announcementQuery(pk).queryKey, answer);
      setConfirming(undefined);
      // The button that had the focus may be gone.
      title.current?.focus();
    },
  });
  const press = (name: Action) => {
    act.reset();
    if (confirmations[name]) setConfirming(name);
    else act.mutate(name);
  };
  const current = describeState(announcement);
  const total = mails.waiting + mails.sent + mails.stored + mails.refused + mails.unknown + mails.left_out;
  const actions: Action[] = [
    ...allowedActions[state],
    ...(mails.unknown > 0 && state !== 'stopped' ? (['retry'] as const) : []),
  ];
  const counts = [
    ['Sent', mails.sent],
    ...(mails.stored > 0 ? ([['Stored', mails.stored, 'beacon']] as const) : []),
    [state === 'stopped' ? 'Not sent' : 'Waiting', mails.waiting],
    ['Refused', mails.refused, 'coral'],
    ['Delivery unknown', mails.unknown, 'beacon'],
    ['Skipped', mails.left_out],
  ] as const;
  const confirmation = confirming && confirmations[confirming];
  const minutes = Math.ceil(mails.waiting / announcement.per_minute);
  return (
    <>
      <section className={admin.section} aria-labelledby="progress">
        <h2 id="progress" ref={title} tabIndex={-1} className={css.title}>
          Progress <Chip tone={current.tone}>{current.name}</Chip>
        </h2>
        {trouble && state === 'sending' && (
          <Callout kind="warning" title="Delivery is stalled">
            <p>{trouble} The server retries automatically.</p>
          </Callout>
        )}
        {mails.stored > 0 && (
          <Callout kind="warning" title="Stored, not sent">
            <p>
              No mail server was set, so {plural(mails.stored, 'mail')} went to the{' '}
              <Link to="/admin/email/outbox">outbox</Link> only. The platform does not send stored mails later. Set{' '}
              <code>SMTP_URL</code>, then write the announcement again.
            </p>
          </Callout>
        )}
        {state !== 'scheduled' && (
          <>
            <ProgressBar label="Mails processed" value={total - mails.waiting} max={total} />
            <dl className={admin.figures} aria-live="polite">
              {counts.map(([name, count, tone]) => (
                <Stat key={name} name={name} tone={count > 0 ? tone : undefined}>
                  {number(count)}
                </Stat>
              ))}
            </dl>
          </>
        )}
        <p className={css.facts}>
          {send_at && state === 'scheduled' && <span>Scheduled for {formatDateTime(send_at)}</span>}
          {started_at && <span>Started {when(started_at)}</span>}
          {ended_at && <span>Ended {when(ended_at)}</span>}
          <span>Up to {number(announcement.per_minute)} per minute</span>
          {state === 'sending' && minutes > 1 && <span>At least {number(minutes)} minutes left</span>}
          <span>{segmentText(announcement.segment, map.data?.continents)}</span>
        </p>
        {state === 'scheduled' && <AudienceCount segment={announcement.segment} />}
        {(actions.length > 0 || act.error) && (
          <div className={admin.actions}>
            {actions.map((name) => (
              <Button
                key={name}
                variant={name === 'stop' ? 'danger' : 'secondary'}
                busy={act.isPending && act.variables === name && !confirmation}
                onClick={() => press(name)}
              >
                {actionNames[name]}
              </Button>
            ))}
            <FormStatus error={confirmation ? undefined : act.error} />
          </div>
        )}
        <Dialog
          open={confirmation !== undefined}
          onClose={() => setConfirming(undefined)}
          title={confirmation?.title ?? ''}
          footer={
            <Button variant="danger" busy={act.isPending} onClick={() => confirming && act.mutate(confirming)}>
              {confirming && actionNames[confirming]}
            </Button>
          }
        >
          <p>{confirmation?.text}</p>
          <FormStatus error={act.error} />
        </Dialog>
      </section>
      {mails.refused + mails.unknown > 0 && (
        <section className={admin.section} aria-labelledby="troubled">
          <h2 id="troubled" className={css.title}>
            Refused or delivery unknown
          </h2>
          {mails.unknown > 0 && (
            <p className={css.hint}>
              Delivery unknown: the mail server did not answer after the mail was sent. Look for the Message-ID in your
              mail server’s log and choose what you found. If you resend a mail that arrived, it arrives twice.
            </p>
          )}
          <TroubledList pk={pk} count={mails.refused + mails.unknown} onSettled={() => title.current?.focus()} />
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
  /** Number of troubled mails. A change refetches the list. */
  count: number;
  onSettled: () => void;
}

function TroubledList({ pk, cursor, count, onSettled }: TroubledProps) {
  const [wanted, setWanted] = useState(cursor === undefined);
  const { data, error, refetch } = usePersonalQuery(troubledQuery(pk, cursor), wanted);
  const fetchedCount = useRef(count);
  useEffect(() => {
    if (fetchedCount.current === count) return;
    fetchedCount.current = count;
    if (wanted) void refetch();
  }, [count, wanted, refetch]);
  if (!data || !wanted) {
    return (
      <LoadMore busy={wanted && !error} error={error} onPress={() => (error ? void refetch() : setWanted(true))} />
    );
  }
  return (
    <>
      <ul className={lines.list} aria-label="Mails refused or with unknown delivery">
        {data.mails.map((mail) => (
          <TroubledRow key={mail.user} pk={pk} mail={mail} onSettled={onSettled} />
        ))}
      </ul>
      {data.next_cursor && (
        <TroubledList key={data.next_cursor} pk={pk} cursor={data.next_cursor} count={count} onSettled={onSettled} />
      )}
    </>
  );
}

type TroubledMail = UndeliveredMails['mails'][number];

interface RowProps {
  pk: number;
  mail: TroubledMail;
  onSettled: () => void;
}

const TroubledRow = ({ pk, mail, onSettled }: RowProps) => (
  <li className={lines.item}>
    <div className={css.bounce}>
      <p className={css.facts}>
        <Link className={css.name} to="/admin/users/$username" params={{ username: mail.username }}>
          {mail.username}
        </Link>
        <Chip tone={mail.state === 'refused' ? 'coral' : 'beacon'}>
          {mail.state === 'refused' ? 'refused' : 'delivery unknown'}
        </Chip>
        {mail.at && <span>{when(mail.at)}</span>}
      </p>
      {mail.reason && <p className={css.reason}>{mail.reason}</p>}
      {mail.state === 'unknown' && <SettleDelivery pk={pk} mail={mail} onSettled={onSettled} />}
    </div>
  </li>
);

/** Records whether a mail with unknown delivery arrived, as the superuser found in the mail server's log. */
function SettleDelivery({ pk, mail, onSettled }: RowProps) {
  const api = useApi();
  const client = useQueryClient();
  const settle = useMutation({
    meta: { suppress: [409] },
    mutationFn: (arrived: boolean) =>
      api('POST /api/admin/announcements/:pk/settle', { params: { pk }, body: { user: mail.user, arrived } }),
    onSuccess: async (answer) => {
      client.setQueryData(announcementQuery(pk).queryKey, answer);
      await client.invalidateQueries({ queryKey: ['GET /api/admin/announcements/:pk/troubled'] });
      // The button that had the focus is gone.
      onSettled();
    },
  });
  const answers = [
    [true, 'It arrived'],
    [false, 'Resend'],
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
            aria-label={`${name}: mail to ${mail.username}`}
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

/** Describes a segment: `Foundational, active within 30 days, started a course in The Web`. */
function segmentText(
  { tiers, activity, continent }: Announcement['segment'],
  continents: { slug: string; name: string }[] = [],
): string {
  const parts = [
    tiers.length > 0 ? tiers.map(tierName).join(' or ') : 'All tiers',
    ...(activity
      ? [`${activity.kind === 'active' ? 'active' : 'not active'} within ${plural(activity.days, 'day')}`]
      : []),
    ...(continent
      ? [`started a course in ${continents.find(({ slug }) => slug === continent)?.name ?? continent}`]
      : []),
  ];
  return parts.join(', ');
}
