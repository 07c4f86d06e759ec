import type { Announcement, Announcements } from '@hexpedition/contract';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { number, when } from '#lib/format.ts';
import { usePersonalQuery } from '#lib/query.ts';
import { Chip } from '#ui/chip.tsx';
import { cx } from '#ui/cx.ts';
import { DidNotLoad } from '#ui/did-not-load.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { LoadMore } from '#ui/load-more.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import lines from '../lines.module.css';
import css from './email.module.css';
import { EmailFrame } from './email-frame.tsx';
import { announcementsQuery } from './queries.ts';
import { stateNames, stateTones } from './states.ts';

/** What was written to many, and what became of it. */
export function AnnouncementsPage() {
  const { data, error, isFetching, refetch } = usePersonalQuery({ ...announcementsQuery(), staleTime: 0 });
  const write = (
    <LinkButton to="/admin/email/$announcement" params={{ announcement: 'new' }} variant="primary" icon="plus">
      New announcement
    </LinkButton>
  );
  return (
    <EmailFrame lead="Mails to many learners at once, by tier, activity and continent." action={write}>
      {error && !data && <DidNotLoad what="The announcements" {...{ error, isFetching, refetch }} />}
      {!data && !error && <Skeleton shape="block" lines={3} />}
      {data?.announcements.length === 0 && (
        <EmptyState icon="note" title="Nothing announced yet">
          <p>An announcement begins as a draft. Nobody gets it until you send it.</p>
        </EmptyState>
      )}
      {data && data.announcements.length > 0 && <List page={data} />}
    </EmailFrame>
  );
}

function List({ page }: { page: Announcements }) {
  return (
    <>
      <ul>
        {page.announcements.map((announcement) => (
          <Line key={announcement.pk} announcement={announcement} />
        ))}
      </ul>
      {page.next_cursor && <More key={page.next_cursor} cursor={page.next_cursor} />}
    </>
  );
}

function More({ cursor }: { cursor: string }) {
  const [wanted, setWanted] = useState(false);
  const { data, error, refetch } = usePersonalQuery(announcementsQuery(cursor), wanted);
  if (data && wanted) return <List page={data} />;
  return <LoadMore busy={wanted && !error} error={error} onPress={() => (error ? void refetch() : setWanted(true))} />;
}

function Line({ announcement }: { announcement: Announcement }) {
  const { pk, subject, state, mails, changed_at, send_at, made_by } = announcement;
  return (
    <li className={cx(lines.item, css.item)}>
      <Link className={cx(lines.line, css.line)} to="/admin/email/$announcement" params={{ announcement: String(pk) }}>
        <span className={css.name}>{subject}</span>
        <span className={css.facts}>
          <Chip tone={stateTones[state]}>{stateNames[state]}</Chip>
          {state === 'draft' && <span>changed {when(changed_at)}</span>}
          {state === 'scheduled' && send_at && <span>leaves {when(send_at)}</span>}
          {mails.sent > 0 && <span>{number(mails.sent)} sent</span>}
          {mails.waiting > 0 && <span>{number(mails.waiting)} waiting</span>}
          {mails.doubtful > 0 && <span>{number(mails.doubtful)} in doubt</span>}
          {made_by && <span>by {made_by}</span>}
        </span>
      </Link>
    </li>
  );
}
