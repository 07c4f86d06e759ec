import { z } from 'zod';
import { Tier, Time } from './common.ts';
import { OwnSubscription, TierReason } from './payments.ts';

const Count = z.number().int().nonnegative();

/** One comparison of our state with Paddle's. */
export const Reconciliation = z.object({
  started_at: Time,
  /** Null while it is running, and if its process died. */
  ended_at: Time.nullable(),
  state: z.enum(['running', 'done', 'failed']),
  /** Number of objects that Paddle returned. */
  subscriptions: Count,
  payments: Count,
  /** Number of new or different objects, and the ids of the first ones. */
  changed: Count,
  changed_ids: z.array(z.string()).max(100),
  /** Why it failed. Changes that were already stored are kept. */
  failure: z.string().nullable(),
});
export type Reconciliation = z.infer<typeof Reconciliation>;

export const PaymentsHealth = z.object({
  /** False if payments are switched off. Earlier data is then shown without calls to Paddle. */
  sells: z.boolean(),
  events: z.object({
    /** Time of the newest event or snapshot. */
    last_at: Time.nullable(),
    waiting: Count,
    failed: Count,
    /** The newest events with an invalid shape. */
    failed_events: z.array(z.object({ event: z.string(), type: z.string(), at: Time, error: z.string() })).max(20),
  }),
  /** Number of subscriptions by status. */
  subscriptions: z.object({
    active: Count,
    trialing: Count,
    past_due: Count,
    paused: Count,
    canceled: Count,
  }),
  /** Subscriptions that give no access, because none of their products is a configured plan. The newest ones. */
  without_plan: z.array(z.object({ subscription: z.string(), product: z.string() })).max(20),
  /** Last reconciliation; null if there was none. */
  reconciliation: Reconciliation.nullable(),
});
export type PaymentsHealth = z.infer<typeof PaymentsHealth>;

export const UsernameParams = z.object({ username: z.string().min(1).max(100) });

/** Reasons for an account's tier. */
export const ExplainedTier = z.object({
  username: z.string(),
  tier: Tier,
  is_superuser: z.boolean(),
  /** Current reasons first, then future ones, then past ones, newest first. */
  reasons: z.array(TierReason).max(50),
  /** Current or last subscription. */
  subscription: OwnSubscription.nullable(),
});
export type ExplainedTier = z.infer<typeof ExplainedTier>;
