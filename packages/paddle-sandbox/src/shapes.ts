/**
 * The objects of Paddle's API that a subscription shop uses, in their wire format. Amounts are strings of digits in the
 * currency's minor unit. Dates are ISO 8601 in UTC.
 */

export type Currency = 'USD' | 'EUR' | 'GBP' | 'JPY' | 'CHF';
export type CustomData = Record<string, unknown> | null;
type Status = 'active' | 'archived';

export interface Money {
  amount: string;
  currency_code: Currency;
}

export interface Period {
  starts_at: string;
  ends_at: string;
}

export interface Cycle {
  interval: 'day' | 'week' | 'month' | 'year';
  frequency: number;
}

export interface Product {
  id: string;
  name: string;
  description: string | null;
  type: 'standard';
  tax_category: 'training-services';
  image_url: null;
  custom_data: CustomData;
  status: Status;
  import_meta: null;
  created_at: string;
  updated_at: string;
}

export interface Price {
  id: string;
  product_id: string;
  description: string;
  type: 'standard';
  name: string;
  billing_cycle: Cycle;
  trial_period: null;
  tax_mode: 'account_setting';
  unit_price: Money;
  unit_price_overrides: { country_codes: string[]; unit_price: Money }[];
  quantity: { minimum: number; maximum: number };
  status: Status;
  custom_data: CustomData;
  import_meta: null;
  created_at: string;
  updated_at: string;
}

export interface Customer {
  id: string;
  name: string | null;
  email: string;
  marketing_consent: boolean;
  status: Status;
  custom_data: CustomData;
  locale: string;
  import_meta: null;
  created_at: string;
  updated_at: string;
}

export interface Address {
  id: string;
  customer_id: string;
  description: string | null;
  first_line: string | null;
  second_line: string | null;
  city: string | null;
  postal_code: string | null;
  region: string | null;
  country_code: string;
  custom_data: CustomData;
  status: Status;
  import_meta: null;
  created_at: string;
  updated_at: string;
}

export interface Card {
  type: 'visa' | 'mastercard';
  last4: string;
  expiry_month: number;
  expiry_year: number;
  cardholder_name: string;
}

export interface PaymentMethod {
  id: string;
  customer_id: string;
  address_id: string;
  type: 'card';
  card: Card;
  paypal: null;
  underlying_details: null;
  origin: 'saved_during_purchase' | 'subscription';
  saved_at: string;
  updated_at: string;
}

export interface Totals {
  subtotal: string;
  discount: string;
  tax: string;
  total: string;
}

export interface TransactionTotals extends Totals {
  credit: string;
  credit_to_balance: string;
  balance: string;
  grand_total: string;
  fee: string | null;
  earnings: string | null;
  currency_code: Currency;
}

export interface Proration {
  rate: string;
  billing_period: Period;
}

export interface LineItem {
  id: string;
  price_id: string;
  quantity: number;
  proration: Proration | null;
  tax_rate: string;
  unit_totals: Totals;
  totals: Totals;
  product: Product;
}

export interface AdjustedTotals {
  subtotal: string;
  tax: string;
  total: string;
  grand_total: string;
  fee: string | null;
  earnings: string | null;
  currency_code: Currency;
}

type PayoutTotals = Omit<TransactionTotals, 'fee' | 'earnings'> & { fee: string; earnings: string };
type AdjustedPayoutTotals = Omit<AdjustedTotals, 'grand_total' | 'fee' | 'earnings'> & {
  fee: string;
  earnings: string;
  chargeback_fee: { amount: string; original: null };
};

export interface TransactionDetails {
  tax_rates_used: { tax_rate: string; totals: Totals }[];
  totals: TransactionTotals;
  adjusted_totals: AdjustedTotals;
  payout_totals: PayoutTotals | null;
  adjusted_payout_totals: AdjustedPayoutTotals | null;
  line_items: LineItem[];
}

export type TransactionStatus = 'draft' | 'ready' | 'billed' | 'paid' | 'completed' | 'canceled' | 'past_due';
export type Origin =
  | 'api'
  | 'web'
  | 'subscription_recurring'
  | 'subscription_update'
  | 'subscription_payment_method_change';

export interface Payment {
  payment_attempt_id: string;
  stored_payment_method_id: string;
  payment_method_id: string | null;
  amount: string;
  status: 'captured' | 'error' | 'action_required';
  error_code: 'declined' | 'authentication_failed' | null;
  method_details: { type: 'card'; underlying_details: null; card: Card };
  created_at: string;
  captured_at: string | null;
}

export interface Transaction {
  id: string;
  status: TransactionStatus;
  customer_id: string | null;
  address_id: string | null;
  business_id: null;
  custom_data: CustomData;
  currency_code: Currency;
  origin: Origin;
  subscription_id: string | null;
  invoice_id: string | null;
  invoice_number: string | null;
  collection_mode: 'automatic';
  discount_id: null;
  billing_details: null;
  billing_period: Period | null;
  items: { price_id: string; price: Price; quantity: number; proration: Proration | null }[];
  details: TransactionDetails;
  payments: Payment[];
  checkout: { url: string | null };
  created_at: string;
  updated_at: string;
  billed_at: string | null;
  revised_at: null;
}

export interface SubscriptionItem {
  status: 'active' | 'inactive';
  quantity: number;
  recurring: boolean;
  created_at: string;
  updated_at: string;
  previously_billed_at: string | null;
  next_billed_at: string | null;
  trial_dates: null;
  price: Price;
  product: Product;
}

export type SubscriptionStatus = 'active' | 'past_due' | 'paused' | 'canceled';

export interface ScheduledChange {
  action: 'cancel' | 'pause' | 'resume';
  effective_at: string;
  resume_at: string | null;
}

export interface Subscription {
  id: string;
  status: SubscriptionStatus;
  customer_id: string;
  address_id: string;
  business_id: null;
  currency_code: Currency;
  created_at: string;
  updated_at: string;
  started_at: string;
  first_billed_at: string;
  next_billed_at: string | null;
  paused_at: string | null;
  canceled_at: string | null;
  discount: null;
  collection_mode: 'automatic';
  billing_details: null;
  current_billing_period: Period | null;
  billing_cycle: Cycle;
  scheduled_change: ScheduledChange | null;
  items: SubscriptionItem[];
  custom_data: CustomData;
  import_meta: null;
}

export interface AdjustmentItem {
  id: string;
  item_id: string;
  type: 'full' | 'partial' | 'proration';
  amount: string;
  proration: Proration | null;
  totals: { subtotal: string; tax: string; total: string };
}

export interface Adjustment {
  id: string;
  action: 'refund' | 'credit';
  type: 'full' | 'partial';
  transaction_id: string;
  subscription_id: string | null;
  customer_id: string;
  reason: string;
  credit_applied_to_balance: boolean | null;
  currency_code: Currency;
  status: 'pending_approval' | 'approved';
  items: AdjustmentItem[];
  totals: { subtotal: string; tax: string; total: string; fee: string; earnings: string; currency_code: Currency };
  payout_totals: AdjustedPayoutTotals | null;
  tax_rates_used: { tax_rate: string; totals: { subtotal: string; tax: string; total: string } }[];
  created_at: string;
  updated_at: string;
}

export interface NotificationSetting {
  id: string;
  description: string;
  type: 'url';
  destination: string;
  active: boolean;
  api_version: number;
  include_sensitive_fields: boolean;
  /** Names of event types. The API returns the full types. */
  subscribed_events: EventType[];
  endpoint_secret_key: string;
  traffic_source: 'platform' | 'simulation' | 'all';
}

export const eventTypes = [
  'address.created',
  'address.updated',
  'adjustment.created',
  'adjustment.updated',
  'customer.created',
  'customer.updated',
  'payment_method.deleted',
  'payment_method.saved',
  'subscription.activated',
  'subscription.canceled',
  'subscription.created',
  'subscription.past_due',
  'subscription.paused',
  'subscription.resumed',
  'subscription.updated',
  'transaction.billed',
  'transaction.canceled',
  'transaction.completed',
  'transaction.created',
  'transaction.paid',
  'transaction.past_due',
  'transaction.payment_failed',
  'transaction.ready',
  'transaction.updated',
] as const;

/** Event types that the sandbox sends. */
export type EventType = (typeof eventTypes)[number];

export interface PaddleEvent {
  event_id: string;
  event_type: EventType;
  occurred_at: string;
  data: Record<string, unknown>;
}

export interface Notification {
  id: string;
  type: EventType;
  status: 'not_attempted' | 'needs_retry' | 'delivered';
  payload: PaddleEvent & { notification_id: string };
  occurred_at: string;
  delivered_at: string | null;
  replayed_at: string | null;
  origin: 'event' | 'replay';
  last_attempt_at: string | null;
  retry_at: string | null;
  times_attempted: number;
  notification_setting_id: string;
}

export interface NotificationLog {
  id: string;
  response_code: number;
  response_content_type: string | null;
  response_body: string;
  attempted_at: string;
}
