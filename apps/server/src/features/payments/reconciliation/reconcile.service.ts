import { setTimeout as sleep } from 'node:timers/promises';
import type { Adjustment, Paddle, Subscription, Transaction } from '@paddle/paddle-node-sdk';
import { audit } from '#platform/audit';
import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/errors';
import type { Envelope } from '../ledger/events.ts';
import type { Ledger } from '../ledger/ledger.service.ts';
import { adjustmentSnapshot, subscriptionSnapshot, transactionSnapshot } from '../ledger/paddle-snapshots.ts';
import type { PaddleApi } from '../paddle/paddle-api.ts';
import { hasFailedWith } from '../paddle/paddle-error.ts';
import { beginRun, type Found, findLastDone, noteRun } from './reconciliation-runs.store.ts';
import { after, isNewerChange } from './snapshot-diff.policy.ts';
import { readOpenSubscriptions, readStored, type Table } from './stored-objects.read-model.ts';

interface Deps {
  db: Db;
  clock: Clock;
  api: PaddleApi;
  ledger: Pick<Ledger, 'applySnapshot'>;
  /** Whether the server ends: then a run that is under way ends too, and the next one does it again. */
  isStopping?: () => boolean;
  /** Between two pages, and before a page is asked for again that Paddle was too busy for. */
  waitsMs?: { page: number; busy: number };
}

/** As Paddle lists anything. */
interface Listed {
  id: string;
  updatedAt: string;
}

const HOUR = 3_600_000;
/** The hour of the day (UTC) at which it is done by itself. */
const nightlyHour = 3;
/** A payment that is refused is tried for thirty days. */
const paymentDays = 35;
const maxTries = 3;
/** How many ids one call may ask for. */
const chunkSize = 50;

/**
 * Compares what we know with what Paddle knows. What differs goes into the ledger like anything that a call of ours has
 * read, each thing in a transaction of its own: whenever it is broken off, what is done is whole, and the next one does
 * the rest. It only takes over what is newer than what we have heard, so it does no harm while events come in.
 */
export function createReconciliation(deps: Deps) {
  const { db, clock } = deps;

  async function begin(isDue: (last: Date | undefined) => boolean, actor: number | null): Promise<void> {
    const now = clock.now();
    const run = await db.transaction().execute(async (tx) => {
      const begun = await beginRun(tx, now, isDue);
      // What it changes stands in its own row; the log says who has asked for it.
      const data = { before: null, after: { run: begun } };
      if (begun !== undefined && actor !== null) await audit(tx, { actor, action: 'payments.reconciled', data });
      return begun;
    });
    if (run !== undefined) await reconcile(deps, run);
  }

  return {
    /**
     * Does it now; nothing where one is under way. Resolves when it is done, or has failed: its row says which.
     * @param actor the superuser who asks; null for the operator's command
     */
    run: (actor: number | null = null): Promise<void> => begin(() => true, actor),

    /** Does it once a night, on one node; at any hour where the last night was missed. */
    async sweep(): Promise<void> {
      const now = clock.now();
      await begin((last) => {
        const age = last ? now.getTime() - last.getTime() : Infinity;
        return age > 28 * HOUR || (age > 20 * HOUR && now.getUTCHours() === nightlyHour);
      }, null);
    },
  };
}

export type Reconciliation = ReturnType<typeof createReconciliation>;

class Stopped extends Error {}

async function reconcile(deps: Deps, run: number): Promise<void> {
  const { db, clock } = deps;
  const found: Found = { subscriptions: 0, payments: 0, changed: [] };
  const note = (state: { ended_at?: Date; failure?: string } = {}) =>
    noteRun(db, run, found, { seen_at: clock.now(), ...state });
  try {
    await compare(deps, found, note);
    await note({ ended_at: clock.now() });
  } catch (error) {
    await note({ ended_at: clock.now(), failure: whyNot(error) });
    if (!(error instanceof AppError || error instanceof Stopped)) throw error;
  }
}

function whyNot(error: unknown): string {
  if (error instanceof AppError) return 'Paddle did not answer, or refused to.';
  return error instanceof Stopped ? 'The server was stopped.' : 'The server failed: its log says why.';
}

/**
 * Goes through Paddle's lists. A refund can be of a payment, and a payment of a subscription, that no event has told of:
 * those are asked for by their ids.
 */
async function compare(deps: Deps, found: Found, note: () => Promise<void>): Promise<void> {
  const { db, ledger } = deps;
  const since = await readSince(deps);
  const named = { payments: new Set<string>(), subscriptions: new Set<string>() };

  /** Takes over those of a page that are newer than what we know. */
  async function take<T extends Listed>(table: Table, page: T[], read: (one: T) => Envelope): Promise<void> {
    const known = await readStored(db, table, idsOf(page));
    for (const one of page) {
      const heard = known.get(one.id);
      const reading = read(one);
      if (heard && !isNewerChange(reading, heard)) continue;
      await ledger.applySnapshot(heard ? after(heard, reading) : reading);
      found.changed.push(one.id);
    }
    await note();
  }
  const takePayments = async (page: Transaction[]) => {
    found.payments += page.length;
    for (const { subscriptionId } of page) if (subscriptionId) named.subscriptions.add(subscriptionId);
    await take('payments', page, transactionSnapshot);
  };
  const takeSubscriptions = async (page: Subscription[]) => {
    found.subscriptions += page.length;
    await take('subscriptions', page, subscriptionSnapshot);
  };

  const isOld = ({ createdAt }: Adjustment) => since !== undefined && createdAt < since;
  const takeAdjustments = async (page: Adjustment[]) => {
    const recent = page.filter((one) => !isOld(one));
    for (const { transactionId } of recent) named.payments.add(transactionId);
    await take('adjustments', recent, adjustmentSnapshot);
  };

  // Paddle lists them by no date.
  await each(deps, lists.adjustments, takeAdjustments, isOld);
  await each(deps, lists.payments(since), takePayments);
  const unknown = await readUnknown(db, 'payments', named.payments);
  for (const ids of chunks(unknown)) await each(deps, lists.paymentsOf(ids), takePayments);

  const ended = new Set([
    ...(await readOpenSubscriptions(db)),
    ...(await readUnknown(db, 'subscriptions', named.subscriptions)),
  ]);
  await each(deps, lists.living, async (page) => {
    for (const { id } of page) ended.delete(id);
    await takeSubscriptions(page);
  });
  for (const ids of chunks([...ended])) await each(deps, lists.subscriptionsOf(ids), takeSubscriptions);
}

/** From when on payments are compared (ISO 8601); undefined for all of them, which the first time takes over. */
async function readSince({ db, clock }: Deps): Promise<string | undefined> {
  const done = await findLastDone(db);
  if (!done) return undefined;
  const sure = clock.now().getTime() - paymentDays * 24 * HOUR;
  return new Date(Math.min(sure, done.getTime() - HOUR)).toISOString();
}

async function readUnknown(db: Db, table: Table, ids: ReadonlySet<string>): Promise<string[]> {
  const known = await readStored(db, table, [...ids]);
  return [...ids].filter((id) => !known.has(id));
}

const idsOf = (page: Listed[]): string[] => page.map(({ id }) => id);

function chunks(ids: string[]): string[][] {
  return Array.from({ length: Math.ceil(ids.length / chunkSize) }, (_, index) =>
    ids.slice(index * chunkSize, (index + 1) * chunkSize),
  );
}

interface After {
  after?: string;
}

/** What is asked for; the largest pages that Paddle gives. Checkouts that were only begun are no payments. */
const lists = {
  adjustments: (paddle: Paddle, from: After) => paddle.adjustments.list({ ...from, orderBy: 'id[DESC]', perPage: 50 }),
  payments: (since: string | undefined) => (paddle: Paddle, from: After) =>
    paddle.transactions.list({
      ...from,
      ...(since ? { 'updatedAt[GTE]': since } : {}),
      status: ['billed', 'paid', 'completed', 'past_due', 'canceled'],
      orderBy: 'id[ASC]',
      perPage: 30,
    }),
  paymentsOf: (id: string[]) => (paddle: Paddle, from: After) =>
    paddle.transactions.list({ ...from, id, orderBy: 'id[ASC]', perPage: 30 }),
  living: (paddle: Paddle, from: After) =>
    paddle.subscriptions.list({
      ...from,
      status: ['active', 'trialing', 'past_due', 'paused'],
      orderBy: 'id[ASC]',
      perPage: 200,
    }),
  subscriptionsOf: (id: string[]) => (paddle: Paddle, from: After) =>
    paddle.subscriptions.list({ ...from, id, orderBy: 'id[ASC]', perPage: 200 }),
};

/** Goes through a list page by page. @param isLast whether nothing after this one is wanted */
async function each<T extends Listed>(
  deps: Deps,
  list: (paddle: Paddle, from: After) => { next(): Promise<T[]>; hasMore: boolean },
  work: (page: T[]) => Promise<void>,
  isLast: (one: T) => boolean = () => false,
): Promise<void> {
  let from: After = {};
  for (;;) {
    if (deps.isStopping?.()) throw new Stopped();
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

/** Paddle takes 240 calls a minute of one address; who is told to wait waits. */
async function withRetry<T>(deps: Deps, ask: (paddle: Paddle) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await deps.api.read(ask);
    } catch (error) {
      if (tries === maxTries || !hasFailedWith(error, 'too_many_requests')) throw error;
      await sleep(waitsOf(deps).busy, undefined, { ref: false });
    }
  }
}

const waitsOf = ({ waitsMs = { page: 300, busy: 61_000 } }: Deps) => waitsMs;
