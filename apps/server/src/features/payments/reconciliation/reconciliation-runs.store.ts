import type { Db, Tx } from '#platform/db/db';
import { takeLock } from '#platform/db/locks';

/** Any fixed number: one node begins a reconciliation at a time. */
const beginLock = 4_839_213;
/** One that has done nothing for so long has died with its process. */
const silentMs = 10 * 60_000;

export interface Found {
  subscriptions: number;
  payments: number;
  /** The ids of what we knew differently. */
  changed: string[];
}

export function findLastRun(db: Db | Tx) {
  return db
    .selectFrom('payment_reconciliations')
    .selectAll()
    .orderBy('started_at', 'desc')
    .orderBy('pk', 'desc')
    .limit(1)
    .executeTakeFirst();
}

type Run = NonNullable<Awaited<ReturnType<typeof findLastRun>>>;

export const isRunning = ({ ended_at, seen_at }: Pick<Run, 'ended_at' | 'seen_at'>, now: Date): boolean =>
  ended_at === null && seen_at.getTime() > now.getTime() - silentMs;

/** When the newest one began that came to its end: everything of before is known. */
export async function findLastDone(db: Db): Promise<Date | undefined> {
  const row = await db
    .selectFrom('payment_reconciliations')
    .select('started_at')
    .where('ended_at', 'is not', null)
    .where('failure', 'is', null)
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.started_at;
}

/**
 * Begins one, where none runs on any node.
 * @param isDue asked when no other node can begin one
 * @returns its pk, or undefined
 */
export async function beginRun(
  tx: Tx,
  now: Date,
  isDue: (last: Date | undefined) => boolean,
): Promise<number | undefined> {
  await takeLock(tx, beginLock);
  const last = await findLastRun(tx);
  if ((last && isRunning(last, now)) || !isDue(last?.started_at)) return undefined;
  const { pk } = await tx
    .insertInto('payment_reconciliations')
    .values({ started_at: now, seen_at: now })
    .returning('pk')
    .executeTakeFirstOrThrow();
  return pk;
}

export async function noteRun(
  db: Db,
  pk: number,
  { subscriptions, payments, changed }: Found,
  state: { seen_at: Date; ended_at?: Date; failure?: string },
): Promise<void> {
  await db
    .updateTable('payment_reconciliations')
    .set({ subscriptions, payments, changed, ...state })
    .where('pk', '=', pk)
    .execute();
}
