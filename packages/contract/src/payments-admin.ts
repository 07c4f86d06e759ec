import { z } from 'zod';
import { Tier, Time } from './common.ts';
import { OwnSubscription, TierReason } from './payments.ts';

const Count = z.number().int().nonnegative();

/** One comparison of what we know with what Paddle knows. */
export const Reconciliation = z.object({
  started_at: Time,
  /** Running ones have none yet, and neither has one whose process died. */
  ended_at: Time.nullable(),
  state: z.enum(['running', 'done', 'failed']),
  /** How many of each Paddle has told of. */
  subscriptions: Count,
  payments: Count,
  /** How many of them we did not know, or knew differently; and the ids of the first ones. */
  changed: Count,
  changed_ids: z.array(z.string()).max(100),
  /** Why it did not come to its end. What it had changed by then stays: each change is whole. */
  failure: z.string().nullable(),
});
export type Reconciliation = z.infer<typeof Reconciliation>;

export const PaymentsHealth = z.object({
  /** False where payments are switched off: what was sold before is shown, and Paddle is not asked. */
  sells: z.boolean(),
  events: z.object({
    /** The newest that Paddle has sent, or we have read. */
    last_at: Time.nullable(),
    waiting: Count,
    faulty: Count,
    /** The newest of those that cannot be read. */
    faults: z.array(z.object({ event: z.string(), type: z.string(), at: Time, fault: z.string() })).max(20),
  }),
  /** How many subscriptions have each status. */
  subscriptions: z.object({
    active: Count,
    trialing: Count,
    past_due: Count,
    paused: Count,
    canceled: Count,
  }),
  /** The newest; null before the first one. */
  reconciliation: Reconciliation.nullable(),
});
export type PaymentsHealth = z.infer<typeof PaymentsHealth>;

export const byUsername = z.object({ username: z.string().min(1).max(100) });

/** Why an account has the tier that it has. */
export const ExplainedTier = z.object({
  username: z.string(),
  tier: Tier,
  is_superuser: z.boolean(),
  /** Those that are current first, then those to come, then the newest of those that are over. */
  reasons: z.array(TierReason).max(50),
  /** The one that it has, or had last. */
  subscription: OwnSubscription.nullable(),
});
export type ExplainedTier = z.infer<typeof ExplainedTier>;
