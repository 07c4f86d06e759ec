import { createHash } from 'node:crypto';
import type { Endpoint } from '@hexpedition/lab-runtime';
import { type Insertable, sql } from 'kysely';
import { anyOf, type Db, type Tx } from '#platform/db/db';
import { takeLock } from '#platform/db/locks';
import type { Database } from '#platform/db/schema';
import { rules } from './instances.policy.ts';

/** States in which an instance occupies a slot or a queue position. */
export const activeStates = ['queued', 'starting', 'running', 'stopping'] as const;

/** First key of the advisory locks that serialize starts of one user. The second key is the user's pk. */
const startLock = 4_839_310;

/** Key of the advisory lock that serializes changes of the queue. */
const queueLock = 4_839_312;

/** Blocks other transactions that start queued instances until this transaction ends. */
export async function lockQueue(tx: Tx): Promise<void> {
  await takeLock(tx, queueLock);
}

/** Blocks other starts of the same user until the transaction ends. */
export async function lockUserStarts(tx: Tx, userPk: number): Promise<void> {
  await takeLock(tx, startLock, userPk);
}

export async function countActive(db: Db | Tx, userPk?: number): Promise<number> {
  const row = await db
    .selectFrom('instances')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('status', 'in', activeStates)
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

/** Changes queued instances to `starting`. */
export async function markStarting(tx: Tx, pks: number[], now: Date): Promise<void> {
  await tx
    .updateTable('instances')
    .set({ status: 'starting', last_seen_at: now })
    .where('pk', '=', anyOf(pks))
    .where('status', '=', 'queued')
    .execute();
}

/** Records that the learner still waits for a queued instance. */
export async function touchQueued(db: Db, pk: number, now: Date): Promise<void> {
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
 * @param end `reason` is shown to the learner, `error` to the operator
 * @returns false when it had already ended
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
    .where('status', 'in', activeStates)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Takes over the instances of nodes that have died: adds their queue to the one of this node, and ends all others.
 * @param reason shown to the learners
 */
export async function takeOverInstances(
  tx: Tx,
  dead: string[],
  { runner, reason, now }: { runner: string; reason: string; now: Date },
): Promise<void> {
  await tx
    .updateTable('instances')
    .set({ runner })
    .where('runner', '=', anyOf(dead))
    .where('status', '=', 'queued')
    .execute();
  await tx
    .updateTable('instances')
    .set({ status: 'stopped', stop_reason: reason, ended_at: now })
    .where('runner', '=', anyOf(dead))
    .where('status', 'in', activeStates)
    .execute();
}

/** @returns false when no extension is left or the instance is not running */
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

/** Stores the hashes of an instance's flags. */
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

/** Stores a single-use token for an instance. */
export async function insertLabEntry(
  db: Db,
  token: string,
  entry: { instance_pk: number; session_pk: number; expires_at: Date; target: 'browser' | 'terminal' },
): Promise<void> {
  await db
    .insertInto('lab_tickets')
    .values({ ...entry, token_hash: hashOf(token) })
    .execute();
}

/** Consumes a browser's entry token and returns its instance. @returns undefined when the token is unknown or used */
export function consumeBrowserEntry(db: Db, token: string, label: string) {
  return db
    .deleteFrom('lab_tickets')
    .using('instances')
    .whereRef('instances.pk', '=', 'lab_tickets.instance_pk')
    .where('lab_tickets.token_hash', '=', hashOf(token))
    .where('lab_tickets.target', '=', 'browser')
    .where('instances.label', '=', label)
    .returning(['lab_tickets.expires_at', 'lab_tickets.session_pk'])
    .returning(['instances.pk', 'instances.user_pk', 'instances.created_at'])
    .executeTakeFirst();
}

/** Consumes a terminal ticket and returns its instance. @returns undefined when the ticket is unknown or used */
export function consumeTerminalEntry(db: Db, ticket: string) {
  return db
    .deleteFrom('lab_tickets')
    .using('instances')
    .whereRef('instances.pk', '=', 'lab_tickets.instance_pk')
    .where('lab_tickets.token_hash', '=', hashOf(ticket))
    .where('lab_tickets.target', '=', 'terminal')
    .returning(['lab_tickets.expires_at as entry_expires_at', 'lab_tickets.session_pk'])
    .returning(['instances.pk', 'instances.label', 'instances.user_pk', 'instances.lab_pk', 'instances.driver_ref'])
    .executeTakeFirst();
}
