import type { TestCardKey } from '../cards.ts';
import type { Context } from '../context.ts';
import { addCycle } from '../money/proration.ts';
import { notFound, refused } from '../paddle-error.ts';
import type { EventType, Period, Subscription, Transaction } from '../shapes.ts';
import type { Credit } from '../state.ts';
import { createAdjustment, type Giving } from './adjustments.ts';
import { balanceOf } from './balances.ts';
import { deletePaymentMethod, savePaymentMethod } from './customers.ts';
import { type Ordered, sumOf } from './lines.ts';
import {
  billingOf,
  creditFor,
  itemsFor,
  nextBillOf,
  type ProrationMode,
  planUpdate,
  type UpdatePlan,
} from './plan-update.ts';
import { createTransaction, markPaid, recordAttempt, setStatus } from './transactions.ts';

export function selectSubscription({ state }: Context, id: string): Subscription {
  const subscription = state.subscriptions[id];
  if (!subscription) throw notFound(`Subscription ${id}`);
  return subscription;
}

/** Tells that a subscription has changed, and what it has become if that has an event of its own. */
export function tell(context: Context, subscription: Subscription, ...types: EventType[]): void {
  subscription.updated_at = context.now().toISOString();
  for (const type of types) context.emit(type, subscription);
  context.emit('subscription.updated', subscription);
}

/** The first payment of a transaction with recurring prices begins a subscription. */
export function beginSubscription(
  context: Context,
  transaction: Transaction,
  { customerId, addressId, paymentMethodId, at }: Begin,
): Subscription {
  const now = at.toISOString();
  const order = transaction.items.map(({ price, quantity }) => ({ price, quantity }));
  const [first] = order;
  if (!first) throw new Error(`Transaction ${transaction.id} has no items.`);
  const cycle = first.price.billing_cycle;
  const period: Period = { starts_at: now, ends_at: addCycle(at, cycle).toISOString() };
  const subscription: Subscription = {
    id: context.id('sub'),
    status: 'active',
    customer_id: customerId,
    address_id: addressId,
    business_id: null,
    currency_code: transaction.currency_code,
    created_at: now,
    updated_at: now,
    started_at: now,
    first_billed_at: now,
    next_billed_at: period.ends_at,
    paused_at: null,
    canceled_at: null,
    discount: null,
    collection_mode: 'automatic',
    billing_details: null,
    current_billing_period: period,
    billing_cycle: cycle,
    scheduled_change: null,
    items: itemsFor(context, null, order, { at, billedAt: now, nextAt: period.ends_at }),
    custom_data: transaction.custom_data,
    import_meta: null,
  };
  context.state.subscriptions[subscription.id] = subscription;
  context.state.billing[subscription.id] = {
    paymentMethodId,
    paid: stretchesOf(transaction, period),
    nextBill: { lines: [], credits: [] },
    dunning: null,
    failNextCharge: false,
  };
  transaction.subscription_id = subscription.id;
  transaction.billing_period = period;
  context.emit('subscription.created', { ...subscription, transaction_id: transaction.id });
  context.emit('subscription.activated', subscription);
  return subscription;
}

export interface Begin {
  customerId: string;
  addressId: string;
  paymentMethodId: string;
  at: Date;
}

const stretchesOf = ({ id, details }: Transaction, period: Period) =>
  details.line_items.map((line) => ({
    transactionId: id,
    itemId: line.id,
    // A line for a part of the period says which; what else is on the bill is for all of it.
    startsAt: line.proration?.billing_period.starts_at ?? period.starts_at,
    endsAt: line.proration?.billing_period.ends_at ?? period.ends_at,
  }));

/**
 * Charges the saved card.
 * @param isBuyerPresent whether its owner has just given it, which a card that fails later allows
 * @returns whether that worked
 */
function chargeSavedCard(
  context: Context,
  subscription: Subscription,
  transaction: Transaction,
  at: Date,
  isBuyerPresent = false,
): boolean {
  const billing = billingOf(context, subscription);
  const card: TestCardKey = context.state.cards[billing.paymentMethodId] ?? 'declined';
  const attempt = { card, paymentMethodId: billing.paymentMethodId, at };
  if (transaction.details.totals.grand_total === '0') {
    markPaid(context, transaction, at);
    return true;
  }
  if (billing.failNextCharge || card === 'declined' || (card === 'fails_later' && !isBuyerPresent)) {
    billing.failNextCharge = false;
    recordAttempt(context, transaction, attempt, 'error');
    context.emit('transaction.payment_failed', transaction);
    return false;
  }
  recordAttempt(context, transaction, attempt, 'captured');
  markPaid(context, transaction, at);
  return true;
}

/** Takes the credit that a bill uses out of the balance, and puts in what the bill gives back beyond itself. */
function settleCredit(context: Context, subscription: Subscription, transaction: Transaction, credits: Credit[]): void {
  const balance = balanceOf(context, subscription.customer_id, subscription.currency_code);
  const { credit, credit_to_balance } = transaction.details.totals;
  const given = credits.reduce((all, { sum }) => all + sum.total, 0);
  const fromBalance = Number(credit) - (given - Number(credit_to_balance));
  balance.available += Number(credit_to_balance) - fromBalance;
  balance.used += fromBalance;
  giveCredit(context, credits, Number(credit_to_balance) > 0);
}

/** Writes down what was given back of each earlier transaction. */
function giveCredit(context: Context, credits: Credit[], appliedToBalance: boolean): void {
  const byTransaction = new Map<string, Giving[]>();
  for (const { transactionId, itemId, sum, proration } of credits) {
    const items = byTransaction.get(transactionId) ?? [];
    byTransaction.set(transactionId, [...items, { itemId, type: 'proration', sum, proration }]);
  }
  for (const [id, items] of byTransaction) {
    const transaction = context.state.transactions[id];
    if (!transaction) continue;
    const reason = 'Unused time of a plan that was changed.';
    createAdjustment(context, transaction, { action: 'credit', type: 'partial', reason, appliedToBalance, items });
  }
}

/** Charges the next period; what it does not get leaves the subscription past due. */
export function renew(context: Context, subscription: Subscription, at: Date): void {
  const billing = billingOf(context, subscription);
  const period = { starts_at: at.toISOString(), ends_at: addCycle(at, subscription.billing_cycle).toISOString() };
  const { lines, credits } = nextBillOf(context, subscription);
  const regular = subscription.items.length;
  const transaction = createTransaction(context, {
    status: 'billed',
    origin: 'subscription_recurring',
    customerId: subscription.customer_id,
    addressId: subscription.address_id,
    subscriptionId: subscription.id,
    currency: subscription.currency_code,
    lines,
    credit: creditFor(context, subscription, sumOf(lines), credits),
    period,
    customData: subscription.custom_data,
    billedAt: at,
  });
  settleCredit(context, subscription, transaction, credits);
  billing.nextBill = { lines: [], credits: [] };
  billing.paid = [];
  subscription.current_billing_period = period;
  subscription.next_billed_at = period.ends_at;
  for (const item of subscription.items) {
    Object.assign(item, { previously_billed_at: period.starts_at, next_billed_at: period.ends_at });
  }
  if (!chargeSavedCard(context, subscription, transaction, at)) {
    fallPastDue(context, subscription, transaction, at);
    return;
  }
  // Lines for a part of the last period are used up.
  billing.paid = stretchesOf(transaction, period).slice(0, regular);
  setStatus(context, transaction, 'completed');
  tell(context, subscription);
}

function fallPastDue(context: Context, subscription: Subscription, transaction: Transaction, at: Date): void {
  setStatus(context, transaction, 'past_due');
  billingOf(context, subscription).dunning = { since: at.toISOString(), transactionId: transaction.id, retries: 0 };
  subscription.status = 'past_due';
  tell(context, subscription, 'subscription.past_due');
}

/** Tries once more to get what is past due. @returns whether that worked */
export function retryCharge(context: Context, subscription: Subscription, at: Date, isBuyerPresent = false): boolean {
  const billing = billingOf(context, subscription);
  const transaction = context.state.transactions[billing.dunning?.transactionId ?? ''];
  if (!billing.dunning || !transaction) return false;
  if (!isBuyerPresent) billing.dunning.retries += 1;
  if (!chargeSavedCard(context, subscription, transaction, at, isBuyerPresent)) return false;
  billing.dunning = null;
  const period = subscription.current_billing_period;
  if (period && transaction.origin === 'subscription_recurring') {
    billing.paid = stretchesOf(transaction, period).slice(0, subscription.items.length);
  }
  setStatus(context, transaction, 'completed');
  subscription.status = 'active';
  tell(context, subscription, 'subscription.activated');
  return true;
}

/** Another card for a subscription; what is past due is charged to it at once. */
export function changeCard(context: Context, subscription: Subscription, card: TestCardKey): void {
  const billing = billingOf(context, subscription);
  const old = context.state.paymentMethods[billing.paymentMethodId];
  const owner = { customerId: subscription.customer_id, addressId: subscription.address_id };
  const isShared = Object.entries(context.state.billing).some(
    ([id, { paymentMethodId }]) => id !== subscription.id && paymentMethodId === billing.paymentMethodId,
  );
  billing.paymentMethodId = savePaymentMethod(context, owner, card, 'subscription').id;
  if (old && !isShared) deletePaymentMethod(context, old, 'replaced_by_newer_version');
  if (billing.dunning) retryCharge(context, subscription, context.now(), true);
}

export interface ItemsUpdate {
  order: Ordered[];
  mode: ProrationMode;
  onFailure: 'prevent_change' | 'apply_change';
}

/** Changes the items of a subscription, and charges or gives back what that costs. */
export function changeItems(context: Context, subscription: Subscription, update: ItemsUpdate): void {
  const at = context.now();
  const billing = billingOf(context, subscription);
  const plan = planUpdate(context, subscription, { ...update, at });
  const isCharged = plan.when === 'now' && plan.lines.length > 0;
  if (isCharged && update.onFailure === 'prevent_change') requireMoney(context, subscription, plan);
  const transaction = isCharged ? chargeChange(context, subscription, plan, at) : null;
  if (plan.when === 'now' && !isCharged) giveBack(context, subscription, plan.credits);

  billing.paid = plan.keptPaid;
  billing.nextBill.lines = plan.keptLines;
  if (plan.when === 'next') {
    billing.nextBill.lines = [...plan.keptLines, ...plan.lines];
    billing.nextBill.credits.push(...plan.credits);
  }
  applyOrder(context, subscription, plan, transaction ? at : null);
  if (!transaction) {
    tell(context, subscription);
    return;
  }
  if (!chargeSavedCard(context, subscription, transaction, at)) {
    fallPastDue(context, subscription, transaction, at);
    return;
  }
  billing.paid.push(...stretchesOf(transaction, plan.period));
  setStatus(context, transaction, 'completed');
  tell(context, subscription);
}

/** Finds out before anything is changed whether the card would pay. */
function requireMoney(context: Context, subscription: Subscription, plan: UpdatePlan): void {
  const billing = billingOf(context, subscription);
  const card = context.state.cards[billing.paymentMethodId] ?? 'declined';
  const sum = sumOf(plan.lines);
  if (sum.total === creditFor(context, subscription, sum, plan.credits).used) return;
  if (!billing.failNextCharge && card !== 'declined' && card !== 'fails_later') return;
  billing.failNextCharge = false;
  throw refused('subscription_payment_declined', 'The payment for the change was declined. Nothing was changed.');
}

function chargeChange(context: Context, subscription: Subscription, plan: UpdatePlan, at: Date): Transaction {
  const transaction = createTransaction(context, {
    status: 'billed',
    origin: 'subscription_update',
    customerId: subscription.customer_id,
    addressId: subscription.address_id,
    subscriptionId: subscription.id,
    currency: subscription.currency_code,
    lines: plan.lines,
    credit: creditFor(context, subscription, sumOf(plan.lines), plan.credits),
    period: { starts_at: at.toISOString(), ends_at: plan.period.ends_at },
    customData: subscription.custom_data,
    billedAt: at,
  });
  settleCredit(context, subscription, transaction, plan.credits);
  return transaction;
}

/** A change that only takes away: there is no bill, the credit goes to the balance. */
function giveBack(context: Context, subscription: Subscription, credits: Credit[]): void {
  const balance = balanceOf(context, subscription.customer_id, subscription.currency_code);
  balance.available += credits.reduce((all, { sum }) => all + sum.total, 0);
  giveCredit(context, credits, true);
}

function applyOrder(context: Context, subscription: Subscription, plan: UpdatePlan, billed: Date | null): void {
  const at = context.now();
  const nextAt = subscription.scheduled_change?.action === 'cancel' ? null : plan.period.ends_at;
  const billedAt = billed?.toISOString() ?? null;
  subscription.items = itemsFor(context, subscription, plan.order, { at, billedAt, nextAt });
  subscription.billing_cycle = plan.order[0]?.price.billing_cycle ?? subscription.billing_cycle;
  subscription.current_billing_period = plan.period;
  subscription.next_billed_at = nextAt;
  if (subscription.scheduled_change) subscription.scheduled_change.effective_at = plan.period.ends_at;
}

export type EffectiveFrom = 'immediately' | 'next_billing_period';

function requireChangeable(subscription: Subscription): void {
  if (subscription.status === 'canceled') {
    throw refused('subscription_is_canceled_action_invalid', 'The subscription is canceled.');
  }
}

function requireNothingScheduled(subscription: Subscription): void {
  if (subscription.scheduled_change) {
    throw refused('subscription_locked_pending_changes', 'cannot update subscription, pending scheduled changes');
  }
}

export function cancel(context: Context, subscription: Subscription, from: EffectiveFrom): void {
  requireChangeable(subscription);
  const period = subscription.current_billing_period;
  if (from === 'immediately' || !period) {
    cancelAt(context, subscription, context.now());
    return;
  }
  requireNothingScheduled(subscription);
  schedule(context, subscription, { action: 'cancel', effective_at: period.ends_at, resume_at: null });
}

export function pause(
  context: Context,
  subscription: Subscription,
  from: EffectiveFrom,
  resumeAt: string | null,
): void {
  requireChangeable(subscription);
  if (subscription.status !== 'active') {
    throw refused('subscription_cannot_be_paused', `A ${subscription.status} subscription can't be paused.`);
  }
  requireNothingScheduled(subscription);
  const period = subscription.current_billing_period;
  if (from === 'immediately' || !period) pauseAt(context, subscription, context.now(), resumeAt);
  else schedule(context, subscription, { action: 'pause', effective_at: period.ends_at, resume_at: resumeAt });
}

function schedule(
  context: Context,
  subscription: Subscription,
  change: NonNullable<Subscription['scheduled_change']>,
): void {
  subscription.scheduled_change = change;
  subscription.next_billed_at = null;
  for (const item of subscription.items) item.next_billed_at = null;
  tell(context, subscription);
}

/** Takes a scheduled cancellation, pause or resumption back. */
export function unschedule(context: Context, subscription: Subscription): void {
  if (!subscription.scheduled_change) return;
  subscription.scheduled_change = null;
  const next = subscription.status === 'paused' ? null : (subscription.current_billing_period?.ends_at ?? null);
  subscription.next_billed_at = next;
  for (const item of subscription.items) item.next_billed_at = next;
  tell(context, subscription);
}

/** Moves the next bill, and with it the end of the present period. */
export function rebill(context: Context, subscription: Subscription, at: Date): void {
  const period = subscription.current_billing_period;
  if (subscription.status !== 'active' || !period) {
    throw refused('subscription_not_active', `A ${subscription.status} subscription has no next bill.`);
  }
  if (at.getTime() < context.now().getTime() + 30 * 60_000) {
    throw refused('subscription_next_billed_at_too_soon', 'The next bill must be at least half an hour away.');
  }
  const next = at.toISOString();
  subscription.current_billing_period = { ...period, ends_at: next };
  subscription.next_billed_at = next;
  for (const item of subscription.items) item.next_billed_at = next;
  tell(context, subscription);
}

/** The end: nothing is billed any more, and what is open is let go. */
export function cancelAt(context: Context, subscription: Subscription, at: Date): void {
  const billing = billingOf(context, subscription);
  const open = context.state.transactions[billing.dunning?.transactionId ?? ''];
  if (open) setStatus(context, open, 'canceled');
  Object.assign(billing, { dunning: null, paid: [], nextBill: { lines: [], credits: [] } });
  stop(subscription, 'canceled');
  subscription.canceled_at = at.toISOString();
  subscription.paused_at = null;
  tell(context, subscription, 'subscription.canceled');
}

export function pauseAt(context: Context, subscription: Subscription, at: Date, resumeAt: string | null): void {
  billingOf(context, subscription).paid = [];
  stop(subscription, 'paused');
  subscription.paused_at = at.toISOString();
  if (resumeAt) {
    subscription.scheduled_change = { action: 'resume', effective_at: resumeAt, resume_at: null };
  }
  tell(context, subscription, 'subscription.paused');
}

function stop(subscription: Subscription, status: 'canceled' | 'paused'): void {
  Object.assign(subscription, {
    status,
    next_billed_at: null,
    current_billing_period: null,
    scheduled_change: null,
  });
  for (const item of subscription.items) Object.assign(item, { status: 'inactive', next_billed_at: null });
}

/** Ends a pause at once: a new period begins and is charged. */
export function resumeAt(context: Context, subscription: Subscription, at: Date): void {
  subscription.status = 'active';
  subscription.paused_at = null;
  subscription.scheduled_change = null;
  for (const item of subscription.items) item.status = 'active';
  renew(context, subscription, at);
  context.emit('subscription.resumed', subscription);
}

/** @param from when the pause ends: at once, or later */
export function resume(context: Context, subscription: Subscription, from: 'immediately' | string): void {
  requireChangeable(subscription);
  if (subscription.status !== 'paused') {
    throw refused('subscription_must_be_paused', `A ${subscription.status} subscription can't be resumed.`);
  }
  if (from === 'immediately') resumeAt(context, subscription, context.now());
  else schedule(context, subscription, { action: 'resume', effective_at: from, resume_at: null });
}
