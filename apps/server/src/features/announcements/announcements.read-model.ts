import type { Announcement, Announcements, UndeliveredMails } from '@hexpedition/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/db';
import { createMailId } from './announcement-mail.ts';

const pageSize = 20;
const mailPageSize = 50;

const countOf = (...states: string[]) => sql<number>`(
  select count(*)::int from announcement_mails
  where announcement_mails.announcement_pk = announcements.pk and announcement_mails.state = any(${states})
)`;

function announcements(db: Db | Tx) {
  return db
    .selectFrom('announcements')
    .leftJoin('users', 'users.pk', 'announcements.made_by')
    .selectAll('announcements')
    .select('users.username as author')
    .select(countOf('waiting', 'sending').as('waiting'))
    .select(countOf('sent').as('sent'))
    .select(countOf('stored').as('stored'))
    .select(countOf('refused').as('refused'))
    .select(countOf('unknown').as('unknown'))
    .select(countOf('left_out').as('left_out'));
}

type Row = Awaited<ReturnType<ReturnType<typeof announcements>['executeTakeFirstOrThrow']>>;

const present = (row: Row): Announcement => ({
  pk: row.pk,
  subject: row.subject,
  body: row.body,
  segment: row.segment,
  per_minute: row.per_minute,
  state: row.state,
  revision: row.revision,
  send_at: row.send_at?.toISOString() ?? null,
  started_at: row.started_at?.toISOString() ?? null,
  ended_at: row.ended_at?.toISOString() ?? null,
  trouble: row.trouble,
  made_by: row.author,
  changed_at: row.changed_at.toISOString(),
  mails: {
    waiting: row.waiting,
    sent: row.sent,
    stored: row.stored,
    refused: row.refused,
    unknown: row.unknown,
    left_out: row.left_out,
  },
});

/** Returns one page, newest first. @param before key of the last announcement of the previous page */
export async function readAnnouncements(db: Db, before: number | null): Promise<Announcements> {
  let query = announcements(db).orderBy('announcements.pk', 'desc');
  if (before !== null) query = query.where('announcements.pk', '<', before);
  const rows = await query.limit(pageSize + 1).execute();
  const page = rows.slice(0, pageSize).map(present);
  return { announcements: page, next_cursor: rows.length > pageSize ? String(page.at(-1)?.pk) : null };
}

export async function findAnnouncement(db: Db | Tx, pk: number): Promise<Announcement | undefined> {
  const row = await announcements(db).where('announcements.pk', '=', pk).executeTakeFirst();
  return row && present(row);
}

/** Returns one page of the mails that were refused or whose delivery is unknown. @param after key of the previous page's last account */
export async function readTroubledMails(db: Db, pk: number, after: number): Promise<UndeliveredMails> {
  const rows = await db
    .selectFrom('announcement_mails')
    .innerJoin('users', 'users.pk', 'announcement_mails.user_pk')
    .select(['users.pk', 'users.username', 'announcement_mails.reason', 'announcement_mails.at'])
    .select(sql<'refused' | 'unknown'>`announcement_mails.state`.as('state'))
    .where('announcement_mails.announcement_pk', '=', pk)
    .where('announcement_mails.state', 'in', ['refused', 'unknown'])
    .where('announcement_mails.user_pk', '>', after)
    .orderBy('announcement_mails.user_pk')
    .limit(mailPageSize + 1)
    .execute();
  const page = rows.slice(0, mailPageSize);
  return {
    mails: page.map(({ pk: user, username, state, reason, at }) => ({
      user,
      username,
      message_id: createMailId(pk, user),
      state,
      reason,
      at: at?.toISOString() ?? null,
    })),
    next_cursor: rows.length > mailPageSize ? String(page.at(-1)?.pk) : null,
  };
}

/** Returns the confirmed address and the username of a superuser. */
export async function findOwnAddress(db: Db, userPk: number) {
  return db.selectFrom('users').select(['email', 'username']).where('pk', '=', userPk).executeTakeFirstOrThrow();
}
