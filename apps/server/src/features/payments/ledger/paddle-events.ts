import { z } from 'zod';

/* The fields of Paddle's events that we use. The ledger keeps the complete events. */

const Time = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
/** Paddle writes amounts as text: an integer in the currency's minor unit. */
const Minor = z
  .string()
  .regex(/^-?\d{1,15}$/)
  .transform(Number);
const Id = z.string().min(1).max(80);

const Money = z.object({ amount: Minor, currency_code: z.string().nullish() });

const Subscription = z.object({
  id: Id,
  status: z.enum(['active', 'trialing', 'past_due', 'paused', 'canceled']),
  customer_id: Id,
  currency_code: z.string(),
  created_at: Time,
  started_at: Time.nullish(),
  next_billed_at: Time.nullish(),
  paused_at: Time.nullish(),
  canceled_at: Time.nullish(),
  current_billing_period: z.object({ starts_at: Time, ends_at: Time }).nullish(),
  billing_cycle: z.object({ interval: z.enum(['day', 'week', 'month', 'year']), frequency: z.int().min(1) }),
  scheduled_change: z.object({ action: z.enum(['cancel', 'pause', 'resume']), effective_at: Time }).nullish(),
  /** Null for no discount. */
  discount: z.object({ ends_at: Time.nullish() }).nullish(),
  items: z
    .array(
      z.object({
        quantity: z.int().min(1).nullish(),
        price: z.object({
          id: Id,
          product_id: Id,
          unit_price: Money,
          unit_price_overrides: z.array(z.object({ unit_price: Money })).nullish(),
        }),
      }),
    )
    .min(1),
  /** Price of each future period, tax included. Only our own snapshots have it. */
  recurring_transaction_details: z.object({ totals: z.object({ total: Minor }) }).nullish(),
});
export type SubscriptionData = z.infer<typeof Subscription>;

const Card = z.object({ type: z.string().max(30), last4: z.string().max(4) });

const Payment = z.object({
  id: Id,
  status: z.string().max(30),
  customer_id: Id.nullish(),
  subscription_id: Id.nullish(),
  currency_code: z.string(),
  invoice_number: z.string().nullish(),
  origin: z.string().max(60).nullish(),
  created_at: Time,
  billed_at: Time.nullish(),
  billing_period: z.object({ starts_at: Time, ends_at: Time }).nullish(),
  items: z.array(z.object({ price: z.object({ id: Id, product_id: Id.nullish() }) })),
  details: z.object({ totals: z.object({ total: Minor, grand_total: Minor.nullish(), tax: Minor.nullish() }) }),
  /** Payment attempts, newest first. */
  payments: z
    .array(z.object({ status: z.string(), method_details: z.object({ card: Card.nullish() }).nullish() }))
    .nullish(),
});
export type PaymentData = z.infer<typeof Payment>;

const Adjustment = z.object({
  id: Id,
  transaction_id: Id,
  action: z.string().max(30),
  status: z.string().max(30),
  totals: z.object({ total: Minor }),
});
export type AdjustmentData = z.infer<typeof Adjustment>;

/** Fields that every event has. */
export const Envelope = z.object({
  event_id: Id,
  event_type: z.string().min(1).max(80),
  occurred_at: Time,
  data: z.record(z.string(), z.unknown()),
});
export type Envelope = z.infer<typeof Envelope>;

export type PaddleEvent =
  | { type: 'subscription'; data: SubscriptionData }
  | { type: 'payment'; data: PaymentData }
  | { type: 'adjustment'; data: AdjustmentData }
  /** An event that we do not use. */
  | { type: 'other' };

/** Returns whether we store this event. Other events hold names and addresses of customers, which we do not need. */
export const isRelevant = ({ event_type }: Envelope): boolean =>
  /^(?:subscription|transaction|adjustment)\./.test(event_type);

/** Parses the fields that we use. @throws ZodError if a relevant event does not have the documented shape */
export function readEvent({ event_type, data }: Envelope): PaddleEvent {
  const [subject] = event_type.split('.');
  switch (subject) {
    case 'subscription':
      return { type: 'subscription', data: Subscription.parse(data) };
    case 'transaction':
      return { type: 'payment', data: Payment.parse(data) };
    case 'adjustment':
      return { type: 'adjustment', data: Adjustment.parse(data) };
    default:
      return { type: 'other' };
  }
}
