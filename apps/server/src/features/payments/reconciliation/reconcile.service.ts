import { setTimeout as sleep } from 'node:timers/promises';
import type { Adjustment, Paddle, Subscription, Transaction } from '@paddle/paddle-node-sdk';
import { audit } from '#platform/audit';
import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/errors';
import type { Ledger } from '../ledger/ledger.service.ts';
import type { Envelope } from '../ledger/paddle-events.ts';
import { adjustmentSnapshot, subscriptionSnapshot, transactionSnapshot } from '../ledger/paddle-snapshots.ts';
import type { PaddleApi } from '../paddle/paddle-api.ts';
import { hasFailedWith } from '../paddle/paddle-error.ts';
import { findLastDone, insertRun, type RunResult, updateRun } from './reconciliation-runs.store.ts';
import { datedAfter, isNewerChange } from './snapshot-diff.policy.ts';
import { readOpenSubscriptions, readStored, type Table } from './stored-objects.read-model.ts';

interface Deps {
  db: Db;
  clock: Clock;
  api: PaddleApi;
  ledger: Pick<Ledger, 'applySnapshot'>;
  /** Whether the server is shutting down. A run then ends early, and the next one starts from the beginning. */
  isStopping?: () => boolean;
  /** Waits between two pages, and before a retry after `too_many_requests`. */
  waitsMs?: { page: number; busy: number };
}

/** Fields that every object in Paddle's lists has. */
interface PaddleObject {
  id: string;
  updatedAt: string;
}

const HOUR = 3_600_000;
/** Hour of the day (UTC) of the nightly run. */
const nightlyHour = 3;
/** Paddle retries a declined card for thirty days. */
const paymentDays = 35;
const maxTries = 3;
/** Maximum number of ids in one call. */
const chunkSize = 50;

/**
 * Compares our state with Paddle's. Each difference goes into the ledger as a snapshot in its own transaction, so an
 * interrupted run is consistent and the next one completes it. Only newer state is stored, so a run is safe while
 * events arrive.
 */
export function createReconciliation(deps: Deps) {
  const { db, clock } = deps;

  async function startRun(isDue: (last: Date | undefined) => boolean, actor: number | null): Promise<void> {
    const now = clock.now();
    const run = await db.transaction().execute(async (tx) => {
      const started = await insertRun(tx, now, isDue);
      // The run's own row lists the changes. The audit log says who started it.
      const data = { before: null, after: { run: started } };
      if (started !== undefined && actor !== null) await audit(tx, { actor, action: 'payments.reconciled', data });
      return started;
    });
    if (run !== undefined) await reconcile(deps, run);
  }

  return {
    /**
     * Runs a reconciliation now, unless one is running. Resolves when it has succeeded or failed; its row has the
     * result.
     * @param actor the superuser who started it; null for the operator's command
     */
    run: (actor: number | null = null): Promise<void> => startRun(() => true, actor),

    /** Runs once a night on one node, or at any hour if the last night was missed. */
    async sweep(): Promise<void> {
      const now = clock.now();
      await startRun((last) => {
        const age = last ? now.getTime() - last.getTime() : Infinity;
        return age > 28 * HOUR || (age > 20 * HOUR && now.getUTCHours() === nightlyHour);
      }, null);
    },
  };
}

export type Reconciliation = ReturnType<typeof createReconciliation>;

class ShutdownError extends Error {}

async function reconcile(deps: Deps, run: number): Promise<void> {
  const { db, clock } = deps;
  const found: RunResult = { subscriptions: 0, payments: 0, changed: [] };
  const saveProgress = (state: { ended_at?: Date; failure?: string } = {}) =>
    updateRun(db, run, found, { seen_at: clock.now(), ...state });
  try {
    await compare(deps, found, saveProgress);
    await saveProgress({ ended_at: clock.now() });
  } catch (error) {
    await saveProgress({ ended_at: clock.now(), failure: failureText(error) });
    if (!(error instanceof AppError || error instanceof ShutdownError)) throw error;
  }
}

function failureText(error: unknown): string {
  if (error instanceof AppError) return 'Paddle did not answer or rejected the request.';
  return error instanceof ShutdownError ? 'The server was stopped.' : 'The server failed. See its log.';
}

/**
 * Compares Paddle's lists with our state. A refund can belong to a payment, and a payment to a subscription, that is
 * not stored and not listed: those are read by id.
 */
async function compare(deps: Deps, found: RunResult, saveProgress: () => Promise<void>): Promise<void> {
  const { db, ledger } = deps;
  const since = await readSince(deps);
  const referenced = { payments: new Set<string>(), subscriptions: new Set<string>() };

  /** Stores the objects of a page that are newer than ours. */
  async function storeNewer<T extends PaddleObject>(
    table: Table,
    page: T[],
    toSnapshot: (one: T) => Envelope,
  ): Promise<void> {
    const storedById = await readStored(db, table, idsOf(page));
    for (const one of page) {
      const stored = storedById.get(one.id);
      const snapshot = toSnapshot(one);
      if (stored && !isNewerChange(snapshot, stored)) continue;
      await ledger.applySnapshot(stored ? datedAfter(stored, snapshot) : snapshot);
      found.changed.push(one.id);
    }
    await saveProgress();
  }
  const storePayments = async (page: Transaction[]) => {
    found.payments += page.length;
    for (const { subscriptionId } of page) if (subscriptionId) referenced.subscriptions.add(subscriptionId);
    await storeNewer('payments', page, transactionSnapshot);
  };
  const storeSubscriptions = async (page: Subscription[]) => {
    found.subscriptions += page.length;
    await storeNewer('subscriptions', page, subscriptionSnapshot);
  };

  const isOld = ({ createdAt }: Adjustment) => since !== undefined && createdAt < since;
  const storeAdjustments = async (page: Adjustment[]) => {
    const recent = page.filter((one) => !isOld(one));
    for (const { transactionId } of recent) referenced.payments.add(transactionId);
    await storeNewer('adjustments', recent, adjustmentSnapshot);
  };

  // Paddle cannot filter adjustments by date.
  await each(deps, lists.adjustments, storeAdjustments, isOld);
  await each(deps, lists.payments(since), storePayments);
  const missing = await readMissing(db, 'payments', referenced.payments);
  for (const ids of chunks(missing)) await each(deps, lists.paymentsOf(ids), storePayments);

  const ended = new Set([
    ...(await readOpenSubscriptions(db)),
    ...(await readMissing(db, 'subscriptions', referenced.subscriptions)),
  ]);
  await each(deps, lists.open, async (page) => {
    for (const { id } of page) ended.delete(id);
    await storeSubscriptions(page);
  });
  for (const ids of chunks([...ended])) await each(deps, lists.subscriptionsOf(ids), storeSubscriptions);
}

/** Returns the earliest update of the payments to compare (ISO 8601); undefined for all payments, in the first run. */
async function readSince({ db, clock }: Deps): Promise<string | undefined> {
  const done = await findLastDone(db);
  if (!done) return undefined;
  const windowStart = clock.now().getTime() - paymentDays * 24 * HOUR;
  return new Date(Math.min(windowStart, done.getTime() - HOUR)).toISOString();
}

async function readMissing(db: Db, table: Table, ids: ReadonlySet<string>): Promise<string[]> {
  const stored = await readStored(db, table, [...ids]);
  return [...ids].filter((id) => !stored.has(id));
}

const idsOf = (page: PaddleObject[]): string[] => page.map(({ id }) => id);

function chunks(ids: string[]): string[][] {
  return Array.from({ length: Math.ceil(ids.length / chunkSize) }, (_, index) =>
    ids.slice(index * chunkSize, (index + 1) * chunkSize),
  );
}

interface ListPosition {
  after?: string;
}

/** Paddle's lists with the largest page size it allows. Payments exclude checkouts that were never completed. */
const lists = {
  adjustments: (paddle: Paddle, from: ListPosition) =>
    paddle.adjustments.list({ ...from, orderBy: 'id[DESC]', perPage: 50 }),
  payments: (since: string | undefined) => (paddle: Paddle, from: ListPosition) =>
    paddle.transactions.list({
      ...from,
      ...(since ? { 'updatedAt[GTE]': since } : {}),
      status: ['billed', 'paid', 'completed', 'past_due', 'canceled'],
      orderBy: 'id[ASC]',
      perPage: 30,
    }),
  paymentsOf: (id: string[]) => (paddle: Paddle, from: ListPosition) =>
    paddle.transactions.list({ ...from, id, orderBy: 'id[ASC]', perPage: 30 }),
  open: (paddle: Paddle, from: ListPosition) =>
    paddle.subscriptions.list({
      ...from,
      status: ['active', 'trialing', 'past_due', 'paused'],
      orderBy: 'id[ASC]',
      perPage: 200,
    }),
  subscriptionsOf: (id: string[]) => (paddle: Paddle, from: ListPosition) =>
    paddle.subscriptions.list({ ...from, id, orderBy: 'id[ASC]', perPage: 200 }),
};

/** Calls `work` for each page of a list. @param isLast returns whether to stop after this object */
async function each<T extends PaddleObject>(
  deps: Deps,
  list: (paddle: Paddle, from: ListPosition) => { next(): Promise<T[]>; hasMore: boolean },
  work: (page: T[]) => Promise<void>,
  isLast: (one: T) => boolean = () => false,
): Promise<void> {
  let from: ListPosition = {};
  for (;;) {
    if (deps.isStopping?.()) throw new ShutdownError();
    const { page, hasMore } = await withRetry(deps, async (paddle) => {
      const pages = list(paddle, from);
      return { page: await pages.next(), hasMore: pages.hasMore };
    });
    await work(page);
    const last = page.at(-1);
    if (!last || !hasMore || isLast(last)) return;
    from = { after: last.id };
    await sleep(waitsOf(deps).page, undefined, { ref: false });
  }
}

/** Retries reads that Paddle's rate limit rejects: 240 calls a minute from one IP address. */
async function withRetry<T>(deps: Deps, request: (paddle: Paddle) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await deps.api.read(request);
    } catch (error) {
      if (tries === maxTries || !hasFailedWith(error, 'too_many_requests')) throw error;
      await sleep(waitsOf(deps).busy, undefined, { ref: false });
    }
  }
}

const waitsOf = ({ waitsMs = { page: 300, busy: 61_000 } }: Deps) => waitsMs;
