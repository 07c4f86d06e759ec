import type { Db, Tx } from '#platform/db/db';
import { takeLock } from '#platform/db/locks';

/** Advisory lock id: one node at a time starts a reconciliation. */
const startLock = 4_839_213;
/** A run without progress for this long has died with its process. */
const staleMs = 10 * 60_000;

export interface RunResult {
  subscriptions: number;
  payments: number;
  /** Ids of the objects that differed. */
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
  ended_at === null && seen_at.getTime() > now.getTime() - staleMs;

/** Returns the start of the last successful run. All earlier changes are stored. */
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
 * Inserts a run, unless one is running on any node.
 * @param isDue called with the start of the last run, while no other node can start one
 * @returns the pk of the run, or undefined
 */
export async function insertRun(
  tx: Tx,
  now: Date,
  isDue: (last: Date | undefined) => boolean,
): Promise<number | undefined> {
  await takeLock(tx, startLock);
  const last = await findLastRun(tx);
  if ((last && isRunning(last, now)) || !isDue(last?.started_at)) return undefined;
  const { pk } = await tx
    .insertInto('payment_reconciliations')
    .values({ started_at: now, seen_at: now })
    .returning('pk')
    .executeTakeFirstOrThrow();
  return pk;
}

export async function updateRun(
  db: Db,
  pk: number,
  { subscriptions, payments, changed }: RunResult,
  state: { seen_at: Date; ended_at?: Date; failure?: string },
): Promise<void> {
  await db
    .updateTable('payment_reconciliations')
    .set({ subscriptions, payments, changed, ...state })
    .where('pk', '=', pk)
    .execute();
}
