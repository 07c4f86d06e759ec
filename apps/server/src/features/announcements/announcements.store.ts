import type { AnnouncementBody } from '@hexpedition/contract';
import type { Tx } from '#platform/db/db';

const columnsOf = ({ subject, body, segment, per_minute }: AnnouncementBody, now: Date) => ({
  subject,
  body,
  segment: JSON.stringify(segment),
  per_minute,
  changed_at: now,
});

export async function insertDraft(tx: Tx, actor: number, draft: AnnouncementBody, now: Date): Promise<number> {
  const { pk } = await tx
    .insertInto('announcements')
    .values({ ...columnsOf(draft, now), made_by: actor })
    .returning('pk')
    .executeTakeFirstOrThrow();
  return pk;
}

/** Returns the row and locks it until the transaction ends. */
export function lockAnnouncement(tx: Tx, pk: number) {
  return tx.selectFrom('announcements').selectAll().where('pk', '=', pk).forUpdate().executeTakeFirst();
}

export async function updateDraft(tx: Tx, pk: number, draft: AnnouncementBody, now: Date): Promise<void> {
  await tx
    .updateTable('announcements')
    .set((row) => ({ ...columnsOf(draft, now), revision: row('revision', '+', 1) }))
    .where('pk', '=', pk)
    .execute();
}

export async function deleteDraft(tx: Tx, pk: number): Promise<void> {
  await tx.deleteFrom('announcements').where('pk', '=', pk).execute();
}

export async function setState(
  tx: Tx,
  pk: number,
  state: 'draft' | 'scheduled' | 'sending' | 'paused' | 'stopped' | 'done',
  times: { send_at?: Date | null; started_at?: Date; ended_at?: Date | null } = {},
): Promise<void> {
  await tx
    .updateTable('announcements')
    .set({ state, trouble: null, ...times })
    .where('pk', '=', pk)
    .execute();
}

/** Records whether a mail with unknown delivery arrived. @returns false if its delivery is known */
export async function settleDoubtful(tx: Tx, pk: number, user: number, arrived: boolean): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('announcement_mails')
    .set(arrived ? { state: 'sent', reason: null } : waiting)
    .where('announcement_pk', '=', pk)
    .where('user_pk', '=', user)
    .where('state', '=', 'unknown')
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

const waiting = { state: 'waiting', reason: null, claim: null, retry_at: null } as const;

/** Queues all mails with unknown delivery again. @returns the number of mails */
export async function requeueDoubtful(tx: Tx, pk: number): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('announcement_mails')
    .set(waiting)
    .where('announcement_pk', '=', pk)
    .where('state', '=', 'unknown')
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
