import type { Endpoint } from '@hexpedition/lab-runtime';
import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/db';
import { rules } from './instances.policy.ts';

/** States in which an instance takes a place. */
export const active = ['queued', 'starting', 'running', 'stopping'] as const;

/** First number of the locks of this feature: with a user's pk, their starts queue up behind it. */
const startLock = 4_839_310;

/** Holds other starts of the same user back until the transaction ends. */
export async function lockStarts(tx: Tx, userPk: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${startLock}, ${userPk})`.execute(tx);
}

export async function countActive(db: Db | Tx, userPk?: number): Promise<number> {
  const row = await db
    .selectFrom('instances')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('status', 'in', active)
    .$if(userPk !== undefined, (query) => query.where('user_pk', '=', userPk ?? 0))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

export async function insertInstance(
  tx: Tx,
  instance: { label: string; userPk: number; labPk: number; labVersion: string; runner: string; now: Date },
): Promise<number> {
  const { pk } = await tx
    .insertInto('instances')
    .values({
      label: instance.label,
      user_pk: instance.userPk,
      lab_pk: instance.labPk,
      lab_version: instance.labVersion,
      status: 'queued',
      driver: 'embedded',
      runner: instance.runner,
      driver_ref: null,
      endpoint: null,
      isolation: null,
      created_at: instance.now,
      last_seen_at: instance.now,
      ready_at: null,
      expires_at: null,
      ended_at: null,
      stop_reason: null,
      error: null,
    })
    .returning('pk')
    .executeTakeFirstOrThrow();
  return pk;
}

/** @returns false when it was stopped in the meantime */
export async function markStarting(db: Db, pk: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('instances')
    .set({ status: 'starting' })
    .where('pk', '=', pk)
    .where('status', '=', 'queued')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** @returns false when it was stopped in the meantime */
export async function markRunning(
  db: Db,
  pk: number,
  started: { ref: string; endpoint: Endpoint; isolation: string; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('instances')
    .set({
      status: 'running',
      driver_ref: started.ref,
      endpoint: JSON.stringify(started.endpoint),
      isolation: started.isolation,
      ready_at: started.now,
      last_seen_at: started.now,
      expires_at: new Date(started.now.getTime() + rules.lifetime),
    })
    .where('pk', '=', pk)
    .where('status', '=', 'starting')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Ends an instance that is active.
 * @param end `reason` is read by the learner, `error` by the operator
 * @returns false when it had ended already
 */
export async function endInstance(
  db: Db | Tx,
  pk: number,
  end: { status: 'stopped' | 'expired' | 'failed'; reason: string | null; error?: string; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('instances')
    .set({ status: end.status, stop_reason: end.reason, error: end.error ?? null, ended_at: end.now })
    .where('pk', '=', pk)
    .where('status', 'in', active)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** @returns false when there is no extension left, or it doesn't run */
export async function extendInstance(db: Db, pk: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('instances')
    .set({
      extensions: sql`instances.extensions + 1`,
      expires_at: sql`instances.expires_at + ${`${rules.extension} milliseconds`}::interval`,
    })
    .where('pk', '=', pk)
    .where('status', '=', 'running')
    .where('extensions', '<', rules.extensions)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function markSeen(db: Db, pk: number, now: Date): Promise<void> {
  await db.updateTable('instances').set({ last_seen_at: now }).where('pk', '=', pk).execute();
}
