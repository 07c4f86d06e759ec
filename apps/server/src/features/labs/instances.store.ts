import { createHash } from 'node:crypto';
import type { Endpoint } from '@hexpedition/lab-runtime';
import { type Insertable, sql } from 'kysely';
import { anyOf, type Db, type Tx } from '#platform/db/db';
import { takeLock } from '#platform/db/locks';
import type { Database } from '#platform/db/schema';
import { rules } from './instances.policy.ts';

/** States in which an instance takes a place. */
export const active = ['queued', 'starting', 'running', 'stopping'] as const;

/** First number of this feature's locks. The second is a user's pk, so that the starts of one user queue up. */
const startLock = 4_839_310;

/** Any fixed number: places are given to one after the other. */
const placesLock = 4_839_312;

/** Holds everybody else who gives places back until the transaction ends. */
export async function lockPlaces(tx: Tx): Promise<void> {
  await takeLock(tx, placesLock);
}

/** Holds other starts of the same user back until the transaction ends. */
export async function lockStarts(tx: Tx, userPk: number): Promise<void> {
  await takeLock(tx, startLock, userPk);
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

/** Gives places to queued instances: they start now. */
export async function markStarting(tx: Tx, pks: number[], now: Date): Promise<void> {
  await tx
    .updateTable('instances')
    .set({ status: 'starting', last_seen_at: now })
    .where('pk', '=', anyOf(pks))
    .where('status', '=', 'queued')
    .execute();
}

/** Notes that somebody still waits for a place. */
export async function markWaiting(db: Db, pk: number, now: Date): Promise<void> {
  await db
    .updateTable('instances')
    .set({ last_seen_at: now })
    .where('pk', '=', pk)
    .where('status', '=', 'queued')
    .execute();
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

/** Issues flags to an instance; a lab without flags has none. */
export async function insertInstanceFlags(
  db: Db,
  instancePk: number,
  flags: Omit<Insertable<Database['instance_flags']>, 'instance_pk'>[],
): Promise<void> {
  if (flags.length === 0) return;
  await db
    .insertInto('instance_flags')
    .values(flags.map((flag) => ({ ...flag, instance_pk: instancePk })))
    .execute();
}

const hashOf = (token: string) => createHash('sha256').update(token).digest();

/** Lets whoever brings this token into an instance, once. */
export async function insertEntry(
  db: Db,
  token: string,
  entry: { instance_pk: number; session_pk: number; expires_at: Date; opens: 'browser' | 'terminal' },
): Promise<void> {
  await db
    .insertInto('lab_entries')
    .values({ ...entry, token_hash: hashOf(token) })
    .execute();
}

/** Uses an entry for a browser up, with what is to be known of its instance. @returns undefined when it is unknown or used */
export function takeEntry(db: Db, token: string, label: string) {
  return db
    .deleteFrom('lab_entries')
    .using('instances')
    .whereRef('instances.pk', '=', 'lab_entries.instance_pk')
    .where('lab_entries.token_hash', '=', hashOf(token))
    .where('lab_entries.opens', '=', 'browser')
    .where('instances.label', '=', label)
    .returning(['lab_entries.expires_at', 'lab_entries.session_pk'])
    .returning(['instances.pk', 'instances.user_pk', 'instances.created_at'])
    .executeTakeFirst();
}

/** The same for a terminal, which is found by its ticket alone. */
export function takeTerminalEntry(db: Db, ticket: string) {
  return db
    .deleteFrom('lab_entries')
    .using('instances')
    .whereRef('instances.pk', '=', 'lab_entries.instance_pk')
    .where('lab_entries.token_hash', '=', hashOf(ticket))
    .where('lab_entries.opens', '=', 'terminal')
    .returning(['lab_entries.expires_at as entry_expires_at', 'lab_entries.session_pk'])
    .returning(['instances.pk', 'instances.label', 'instances.user_pk', 'instances.lab_pk', 'instances.driver_ref'])
    .executeTakeFirst();
}
