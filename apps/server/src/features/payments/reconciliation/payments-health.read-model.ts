import type { PaymentsHealth } from '@hexpedition/contract';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import type { Plans } from '../plans.ts';
import { findLastRun, isRunning } from './reconciliation-runs.store.ts';

const maxFailedEvents = 20;
const maxIds = 100;
const maxWithoutPlan = 20;

/**
 * Returns the state of the ledger, the subscriptions and the last reconciliation.
 * @param plans null if payments are switched off
 */
export async function readHealth(db: Db, plans: Plans | null, now: Date): Promise<PaymentsHealth> {
  return {
    sells: plans !== null,
    events: { ...(await readCounts(db)), failed_events: await readFailedEvents(db) },
    subscriptions: await countSubscriptions(db),
    without_plan: plans ? await readWithoutPlan(db, plans) : [],
    reconciliation: await readReconciliation(db, now),
  };
}

async function readCounts(db: Db): Promise<Pick<PaymentsHealth['events'], 'last_at' | 'waiting' | 'failed'>> {
  const { last_at, ...counts } = await db
    .selectFrom('paddle_events')
    .select([
      sql<Date | null>`max(occurred_at)`.as('last_at'),
      sql<number>`(count(*) filter (where applied_at is null and error is null))::int`.as('waiting'),
      sql<number>`(count(*) filter (where error is not null))::int`.as('failed'),
    ])
    .executeTakeFirstOrThrow();
  return { ...counts, last_at: last_at?.toISOString() ?? null };
}

async function readFailedEvents(db: Db): Promise<PaymentsHealth['events']['failed_events']> {
  const rows = await db
    .selectFrom('paddle_events')
    .select(['event_id', 'event_type', 'occurred_at', 'error'])
    .where('error', 'is not', null)
    .orderBy('occurred_at', 'desc')
    .limit(maxFailedEvents)
    .execute();
  return rows.map(({ event_id, event_type, occurred_at, error }) => ({
    event: event_id,
    type: event_type,
    at: occurred_at.toISOString(),
    error: error ?? '',
  }));
}

async function countSubscriptions(db: Db): Promise<PaymentsHealth['subscriptions']> {
  const rows = await db
    .selectFrom('subscriptions')
    .select(['status', sql<number>`count(*)::int`.as('count')])
    .groupBy('status')
    .execute();
  const counts = Object.fromEntries(rows.map(({ status, count }) => [status, count]));
  return { active: 0, trialing: 0, past_due: 0, paused: 0, canceled: 0, ...counts };
}

async function readWithoutPlan(db: Db, plans: Plans): Promise<PaymentsHealth['without_plan']> {
  const known = plans.map(({ productId }) => productId);
  return db
    .selectFrom('subscriptions')
    .select(['id as subscription', 'product_id as product'])
    .where('status', '<>', 'canceled')
    .where('product_id', 'not in', known)
    .orderBy('started_at', 'desc')
    .limit(maxWithoutPlan)
    .execute();
}

/** Returns the state of the last reconciliation. */
export async function readReconciliation(db: Db, now: Date): Promise<PaymentsHealth['reconciliation']> {
  const run = await findLastRun(db);
  if (!run) return null;
  const { started_at, ended_at, subscriptions, payments, changed } = run;
  const hasEnded = ended_at !== null || !isRunning(run, now);
  const failure = run.failure ?? (hasEnded && !ended_at ? 'The server stopped unexpectedly.' : null);
  return {
    started_at: started_at.toISOString(),
    ended_at: ended_at?.toISOString() ?? null,
    state: hasEnded ? (failure ? 'failed' : 'done') : 'running',
    subscriptions,
    payments,
    changed: changed.length,
    changed_ids: changed.slice(0, maxIds),
    failure,
  };
}
