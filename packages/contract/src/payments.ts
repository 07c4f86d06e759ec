import { z } from 'zod';
import { User } from './account.ts';
import { Tier, Time } from './common.ts';

/** What can be bought, by the names that the specification has for them. */
export const PlanName = z.enum(['foundational', 'specialization']);
export type PlanName = z.infer<typeof PlanName>;

export const Cycle = z.enum(['monthly', 'yearly']);
export type Cycle = z.infer<typeof Cycle>;

/** Paddle's ids: a word of small letters, an underscore, and 26 letters or digits. */
const paddleId = (prefix: string) =>
  z.string().regex(new RegExp(`^${prefix}_[a-z0-9]{1,60}$`), `This is no id of Paddle’s that begins with ${prefix}_.`);

/** ISO 4217, such as EUR. */
const Currency = z.string().regex(/^[A-Z]{3}$/);
/** ISO 3166, such as DE. */
export const Country = z.string().regex(/^[A-Z]{2}$/, 'Give the two capital letters of the country, such as DE.');
/** In the currency's minor unit: 1 250 euros' cents are 12.50 €, 1 250 yen are 1,250 ¥. */
const Minor = z.number().int();

/** A price as the shop names it, before the buyer's country is known: without tax, in the shop's own currency. */
export const PlanPrice = z.object({
  price_id: z.string(),
  /** Null as long as Paddle has not answered once since payments were set up. */
  details: z.object({ name: z.string(), description: z.string(), amount: Minor }).nullable(),
  currency: Currency.nullable(),
});

export const Plan = z.object({
  name: z.string(),
  tier: Tier,
  monthly: PlanPrice,
  yearly: PlanPrice,
});
export type Plan = z.infer<typeof Plan>;

/** All that the page needs to sell. */
export const PaddleSubscription = z.object({
  /** For Paddle's script in the browser. It opens checkouts and nothing else. */
  token: z.string(),
  environment: z.enum(['production', 'sandbox']),
  /** The script of the sandbox that runs beside the platform, where no money moves; null where Paddle itself sells. */
  script: z.url().nullable(),
  /** A plan that the operator does not sell is left out. */
  products: z.partialRecord(PlanName, Plan),
});
export type PaddleSubscription = z.infer<typeof PaddleSubscription>;

/** The subscription that the account has, or had last. */
export const OwnSubscription = z.object({
  id: z.string(),
  plan: PlanName.nullable(),
  name: z.string(),
  tier: Tier,
  cycle: Cycle,
  price_id: z.string(),
  status: z.enum(['active', 'trialing', 'past_due', 'paused', 'canceled']),
  started_at: Time,
  /** Until when it is paid; null once it has ended. */
  period_ends_at: Time.nullable(),
  /** When it renews; null where it does not. */
  renews_at: Time.nullable(),
  /** When it ends or pauses by itself; of one that has ended or is paused, since when. */
  ends_at: Time.nullable(),
  /** Past due: until when everything stays open although the card was not charged. */
  grace_until: Time.nullable(),
  currency: Currency,
  /** Of one period, as the price has it: the country decides whether tax is in it. */
  amount: Minor,
  /** What one period costs, tax included; null as long as neither a payment nor a change has told of it. */
  total: Minor.nullable(),
  /** The card that pays; null where it is not known. */
  card: z.object({ type: z.string(), last4: z.string() }).nullable(),
});
export type OwnSubscription = z.infer<typeof OwnSubscription>;

/** One thing that lifts the tier, has lifted it, or will. */
export const TierReason = z.object({
  source: z.enum(['subscription', 'voucher', 'grant', 'invite']),
  tier: Tier,
  from: Time,
  /** Null: for good. */
  until: Time.nullable(),
  /** A voucher's number or a subscription's id. */
  reference: z.string().nullable(),
  state: z.enum(['current', 'later', 'over']),
});
export type TierReason = z.infer<typeof TierReason>;

export const Subscribed = z.object({
  subscription: OwnSubscription.nullable(),
  /** The region whose way to write money and dates is meant; null before a checkout has asked for it. */
  country: Country.nullable(),
  /** Those that are current first, then those to come, then the newest of those that are over. */
  reasons: z.array(TierReason).max(50),
  /** Where time is moved in the sandbox; null where real money moves. */
  sandbox: z.object({ control: z.url() }).nullable(),
});
export type Subscribed = z.infer<typeof Subscribed>;

/** The subscription and the account as they are after a call. */
export const SubscribedAnswer = z.object({ ...Subscribed.shape, user: User });
export type SubscribedAnswer = z.infer<typeof SubscribedAnswer>;

export const CustomerBody = z.object({
  /** For an account without a confirmed address: where Paddle sends its receipts. */
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
  /** True answers what it would cost and changes nothing. */
  preview: z.boolean(),
  /** What the preview said would be paid now. More is never taken: then nothing changes and the call is refused. */
  total: Minor.optional(),
});
export type UpgradeBody = z.infer<typeof UpgradeBody>;

const Line = z.object({
  text: z.string(),
  /** Of the period in which it counts. */
  from: Time,
  until: Time,
  total: Minor,
});
/** What a change of the plan or its cycle costs. Every sum has its tax in it. */
export const UpgradePreview = z.object({
  price_id: z.string(),
  currency: Currency,
  /** What is new, and what was paid before and not used (negative). */
  lines: z.array(Line).max(20),
  /** To be paid now; 0 where credit covers it. */
  total: Minor,
  /** The tax in it. */
  tax: Minor,
  /** What is left of the credit; it pays the next renewals. */
  credit: Minor,
  /** What each period costs from then on. */
  recurring: Minor,
  renews_at: Time.nullable(),
});
export type UpgradePreview = z.infer<typeof UpgradePreview>;

export const UpgradeAnswer = z.object({
  /** Only of a preview. */
  preview: UpgradePreview.nullable(),
  /** Only after a change. */
  changed: SubscribedAnswer.nullable(),
});
export type UpgradeAnswer = z.infer<typeof UpgradeAnswer>;

/** A page of Paddle's, for this account alone and for a short while. */
export const PaddleLink = z.object({ url: z.url() });
export type PaddleLink = z.infer<typeof PaddleLink>;

export const byPayment = z.object({ payment: paddleId('txn') });

export const Payment = z.object({
  id: z.string(),
  date: Time,
  /** What was bought. */
  name: z.string(),
  cycle: Cycle.nullable(),
  currency: Currency,
  /** What was taken, tax included; what credit of an older plan has covered is not in it. */
  total: Minor,
  /** What has gone back of it. */
  refunded: Minor,
  status: z.enum(['paid', 'open', 'past_due', 'canceled']),
  invoice_number: z.string().nullable(),
  card: z.object({ type: z.string(), last4: z.string() }).nullable(),
});
export type Payment = z.infer<typeof Payment>;

export const Payments = z.object({
  /** The newest first. */
  payments: z.array(Payment),
  country: Country.nullable(),
  next_cursor: z.string().nullable(),
});
export type Payments = z.infer<typeof Payments>;
