import { z } from 'zod';
import { User } from './account.ts';
import { Tier, Time } from './common.ts';

/** Plans on sale, named as in the specification. */
export const PlanName = z.enum(['foundational', 'specialization']);
export type PlanName = z.infer<typeof PlanName>;

export const Cycle = z.enum(['monthly', 'yearly']);
export type Cycle = z.infer<typeof Cycle>;

/** Paddle id: a prefix of lowercase letters, an underscore, and 26 letters or digits. */
const paddleId = (prefix: string) =>
  z.string().regex(new RegExp(`^${prefix}_[a-z0-9]{1,60}$`), `Use a Paddle id that begins with ${prefix}_.`);

/** ISO 4217, such as EUR. */
const Currency = z.string().regex(/^[A-Z]{3}$/);
/** ISO 3166, such as DE. */
export const Country = z.string().regex(/^[A-Z]{2}$/, 'Use a two-letter country code, such as DE.');
/** Amount in the currency's minor unit: 1250 in EUR is €12.50, 1250 in JPY is ¥1,250. */
const Minor = z.number().int();

/** Billing cycle or trial: `frequency` times the interval. */
export const Duration = z.object({ interval: z.enum(['day', 'week', 'month', 'year']), frequency: z.int().min(1) });
export type Duration = z.infer<typeof Duration>;

/** Base price before the buyer's country is known: without tax, in the merchant's currency. */
export const PlanPrice = z.object({
  price_id: z.string(),
  /** Null until Paddle has answered for the first time since payments were set up. */
  details: z
    .object({
      name: z.string(),
      description: z.string(),
      amount: Minor,
      /** Free time before the first charge; null for none. */
      trial: Duration.nullable(),
    })
    .nullable(),
  currency: Currency.nullable(),
});

export const Plan = z.object({
  name: z.string(),
  tier: Tier,
  monthly: PlanPrice,
  yearly: PlanPrice,
});
export type Plan = z.infer<typeof Plan>;

/** Data of the plan page. */
export const PaddleSubscription = z.object({
  /** Client token for Paddle's script in the browser. It can only open checkouts. */
  token: z.string(),
  environment: z.enum(['production', 'sandbox']),
  /** Script URL of the local sandbox, in which no money moves; null for Paddle itself. */
  script: z.url().nullable(),
  /** Contains only plans that the operator sells. */
  products: z.partialRecord(PlanName, Plan),
});
export type PaddleSubscription = z.infer<typeof PaddleSubscription>;

/** The account's current or last subscription. */
export const OwnSubscription = z.object({
  id: z.string(),
  plan: PlanName.nullable(),
  name: z.string(),
  tier: Tier,
  /** Null if it is billed neither every month nor every year. */
  cycle: Cycle.nullable(),
  billing_cycle: Duration,
  quantity: z.int().min(1),
  price_id: z.string(),
  status: z.enum(['active', 'trialing', 'past_due', 'paused', 'canceled']),
  started_at: Time,
  /** End of the paid period; null if the subscription has ended or its payment was refunded. */
  period_ends_at: Time.nullable(),
  /** When it renews; null if it does not. */
  renews_at: Time.nullable(),
  /** When it is scheduled to end or pause, or when it has ended or was paused. */
  ends_at: Time.nullable(),
  /** End of the grace period if it is past due; null otherwise. */
  grace_until: Time.nullable(),
  currency: Currency,
  /** Price of one period without the discount. The country decides whether it includes tax. */
  amount: Minor,
  /** Discount on the next bills, and its end; `ends_at` is null if it does not end. */
  discount: z.object({ ends_at: Time.nullable() }).nullable(),
  /** Whether Paddle charges a full period at once when a paused subscription resumes; null if it is not paused. */
  resume_charge: z.enum(['now', 'at_period_end']).nullable(),
  /** Total of one period, tax and discount included; null before the first payment or change. */
  total: Minor.nullable(),
  /** Card of the last payment; null if unknown. */
  card: z.object({ type: z.string(), last4: z.string() }).nullable(),
});
export type OwnSubscription = z.infer<typeof OwnSubscription>;

/** A current, future or past reason for a higher tier. */
export const TierReason = z.object({
  source: z.enum(['subscription', 'voucher', 'grant', 'invite']),
  tier: Tier,
  from: Time,
  /** Null: without end. */
  until: Time.nullable(),
  /** Number of the voucher or id of the subscription. */
  reference: z.string().nullable(),
  state: z.enum(['current', 'later', 'over']),
});
export type TierReason = z.infer<typeof TierReason>;

export const SubscriptionOverview = z.object({
  subscription: OwnSubscription.nullable(),
  /** Country for the format of amounts and dates; null before the first checkout. */
  country: Country.nullable(),
  /** Current reasons first, then future ones, then past ones, newest first. */
  reasons: z.array(TierReason).max(50),
  /** Control page of the local sandbox; null for Paddle itself. */
  sandbox: z.object({ control: z.url() }).nullable(),
});
export type SubscriptionOverview = z.infer<typeof SubscriptionOverview>;

/** The subscription and the account after a change. */
export const SubscriptionAnswer = z.object({ ...SubscriptionOverview.shape, user: User });
export type SubscriptionAnswer = z.infer<typeof SubscriptionAnswer>;

export const CustomerBody = z.object({
  /** Email address for receipts, if the account has not confirmed one. */
  email: z.email('This does not look like an email address.').max(254).optional(),
  country: Country.optional(),
  postal_code: z.string().trim().max(20).optional(),
});
export type CustomerBody = z.infer<typeof CustomerBody>;
export const CustomerAnswer = z.object({
  customer_id: z.string(),
  address_id: z.string().nullable(),
  user: User,
});
export type CustomerAnswer = z.infer<typeof CustomerAnswer>;

export const UpgradeBody = z.object({
  price_id: paddleId('pri'),
  /** True: only returns the cost of the change. */
  preview: z.boolean(),
  /** `total` of the preview. If the change now costs more, the call fails and nothing changes. */
  total: Minor.optional(),
});
export type UpgradeBody = z.infer<typeof UpgradeBody>;

const Line = z.object({
  text: z.string(),
  /** Period of the line. */
  from: Time,
  until: Time,
  total: Minor,
});
/** Cost of a change of the plan or its cycle. All amounts include tax. */
export const UpgradePreview = z.object({
  price_id: z.string(),
  currency: Currency,
  /** The new plan, and the credit for the unused part of the old one (negative). */
  lines: z.array(Line).max(20),
  /** Due now; 0 if credit covers it. */
  total: Minor,
  /** Tax in `total`. */
  tax: Minor,
  /** Remaining credit, which pays for the next renewals. */
  credit: Minor,
  /** Total of each following period. */
  recurring: Minor,
  renews_at: Time.nullable(),
});
export type UpgradePreview = z.infer<typeof UpgradePreview>;

export const UpgradeAnswer = z.object({
  /** Set for a preview. */
  preview: UpgradePreview.nullable(),
  /** Set after a change. */
  changed: SubscriptionAnswer.nullable(),
});
export type UpgradeAnswer = z.infer<typeof UpgradeAnswer>;

/** Temporary URL of a Paddle page for this account. */
export const PaddleLink = z.object({ url: z.url() });
export type PaddleLink = z.infer<typeof PaddleLink>;

export const PaymentParams = z.object({ payment: paddleId('txn') });

export const Payment = z.object({
  id: z.string(),
  date: Time,
  /** Name of the plan. */
  name: z.string(),
  cycle: Cycle.nullable(),
  currency: Currency,
  /** Charged amount including tax, without the part that credit has covered. */
  total: Minor,
  /** Refunded amount. */
  refunded: Minor,
  status: z.enum(['paid', 'open', 'past_due', 'canceled']),
  invoice_number: z.string().nullable(),
  card: z.object({ type: z.string(), last4: z.string() }).nullable(),
});
export type Payment = z.infer<typeof Payment>;

export const Payments = z.object({
  /** Newest first. */
  payments: z.array(Payment),
  country: Country.nullable(),
  next_cursor: z.string().nullable(),
});
export type Payments = z.infer<typeof Payments>;
