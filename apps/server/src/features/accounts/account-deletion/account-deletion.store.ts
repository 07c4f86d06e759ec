import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/db';

/** Advisory lock id (an arbitrary fixed number). Two superusers cannot delete their accounts at the same moment. */
const superuserLock = 4_839_205;

/** Reads and locks what decides whether a user may delete the account, until the transaction ends. */
export function lockUser(tx: Tx, pk: number) {
  return tx
    .selectFrom('users')
    .select(['pk', 'is_superuser', 'delete_at'])
    .where('pk', '=', pk)
    .forUpdate()
    .executeTakeFirst();
}

/** Whether there is another active superuser who is not scheduled for deletion. */
export async function hasOtherSuperuser(tx: Tx, pk: number): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(${superuserLock})`.execute(tx);
  const other = await tx
    .selectFrom('users')
    .select('pk')
    .where('is_superuser', '=', true)
    .where('is_active', '=', true)
    .where('delete_at', 'is', null)
    .where('pk', '<>', pk)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

export async function setDeleteAt(tx: Tx, pk: number, deleteAt: Date | null): Promise<void> {
  await tx.updateTable('users').set({ delete_at: deleteAt }).where('pk', '=', pk).execute();
}

export async function endAllSessions(tx: Tx, userPk: number, now: Date): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ ended_at: now, end_reason: 'deleted' })
    .where('user_pk', '=', userPk)
    .where('ended_at', 'is', null)
    .execute();
}

export async function listDueAccounts(db: Db, now: Date): Promise<number[]> {
  const rows = await db.selectFrom('users').select('pk').where('delete_at', '<=', now).orderBy('delete_at').execute();
  return rows.map(({ pk }) => pk);
}

/** Locks a due account. Undefined if its owner cancelled the deletion or another node is deleting it. */
export function lockDueAccount(tx: Tx, pk: number, now: Date) {
  return tx
    .selectFrom('users')
    .select('pk')
    .where('pk', '=', pk)
    .where('delete_at', '<=', now)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

/** Locks a demo account. Undefined if it is not one any more. */
export function lockDemoAccount(tx: Tx, pk: number) {
  return tx
    .selectFrom('users')
    .select('pk')
    .where('pk', '=', pk)
    .where('is_demo', '=', true)
    .forUpdate()
    .executeTakeFirst();
}

/**
 * Deletes a user with all personal data. The audit log keeps the actions without the actor, and without the data that
 * describes the person. The log is otherwise append-only: its trigger permits this update only with the setting.
 */
export async function deleteUser(tx: Tx, pk: number): Promise<void> {
  const subject = `user:${pk}`;
  await sql`select set_config('hexpedition.forgets', ${subject}, true)`.execute(tx);
  await tx
    .updateTable('audit_events')
    .set({ data: '{}' })
    .where((event) =>
      event.or([
        event.and([event('actor_pk', '=', pk), event('action', 'like', 'account.%')]),
        event('subject', '=', subject),
      ]),
    )
    .execute();
  await tx.deleteFrom('users').where('pk', '=', pk).execute();
}
