import type { Announcement } from '@hexpedition/contract';
import { Link } from '@tanstack/react-router';
import { number, when } from '#lib/format.ts';
import { usePersonalQuery } from '#lib/query.ts';
import { Chip } from '#ui/chip.tsx';
import { cx } from '#ui/cx.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { announcementsQuery, isChanging } from '../admin-queries.ts';
import lines from '../lines.module.css';
import { PagedList } from '../paged-list.tsx';
import { describeState, formatDateTime } from './announcement-states.ts';
import css from './email.module.css';
import { EmailFrame } from './email-frame.tsx';
import { useRefetchWhile } from './use-refetch-while.ts';

/** List of announcements with their delivery state. */
export function AnnouncementsPage() {
  const { data, refetch } = usePersonalQuery({ ...announcementsQuery(), staleTime: 0 });
  useRefetchWhile(data?.announcements.some(isChanging) ?? false, refetch, 5_000);
  const newAnnouncement = (
    <LinkButton to="/admin/email/$announcement" params={{ announcement: 'new' }} variant="primary" icon="plus">
      New announcement
    </LinkButton>
  );
  return (
    <EmailFrame
      lead="Send one mail to many learners, filtered by tier, activity and continent."
      action={newAnnouncement}
    >
      <PagedList
        query={announcementsQuery}
        what="The announcements"
        isEmpty={({ announcements }) => announcements.length === 0}
        empty={
          <EmptyState icon="note" title="No announcements yet">
            <p>Write one with “New announcement”. It stays a draft until you send it.</p>
          </EmptyState>
        }
      >
        {({ announcements }) => (
          <ul className={lines.list}>
            {announcements.map((announcement) => (
              <AnnouncementRow key={announcement.pk} announcement={announcement} />
            ))}
          </ul>
        )}
      </PagedList>
    </EmailFrame>
  );
}

function AnnouncementRow({ announcement }: { announcement: Announcement }) {
  const { pk, subject, state, mails, trouble, changed_at, send_at, ended_at, made_by } = announcement;
  const { name, tone } = describeState(announcement);
  return (
    <li className={lines.item}>
      <Link className={cx(lines.line, css.line)} to="/admin/email/$announcement" params={{ announcement: String(pk) }}>
        <span className={css.name}>{subject}</span>
        <span className={css.facts}>
          <Chip tone={tone}>{name}</Chip>
          {state === 'draft' && <span>changed {when(changed_at)}</span>}
          {state === 'scheduled' && send_at && <span>for {formatDateTime(send_at)}</span>}
          {ended_at && <span>ended {when(ended_at)}</span>}
          {mails.sent > 0 && <span>{number(mails.sent)} sent</span>}
          {mails.stored > 0 && <span>{number(mails.stored)} in the outbox</span>}
          {mails.waiting > 0 && (
            <span>
              {number(mails.waiting)} {state === 'stopped' ? 'not sent' : 'waiting'}
            </span>
          )}
          {mails.refused > 0 && <span>{number(mails.refused)} refused</span>}
          {mails.unknown > 0 && <span className={css.warned}>{number(mails.unknown)} with unknown delivery</span>}
          {trouble && state === 'sending' && <span className={css.warned}>delivery is stalled</span>}
          {made_by && <span>by {made_by}</span>}
        </span>
      </Link>
    </li>
  );
}
