import type { TestCardKey } from '../cards.ts';
import type { Context } from '../context.ts';
import { addCycle } from '../money/proration.ts';
import type { Subscription, Transaction } from '../shapes.ts';
import type { Credit } from '../state.ts';
import { createAdjustment, type Giving } from './adjustments.ts';
import { balanceOf } from './balances.ts';
import { deletePaymentMethod, savePaymentMethod } from './customers.ts';
import { sumOf } from './lines.ts';
import { billingOf, creditFor, creditTotal, nextBillOf } from './plan-update.ts';
import { stretchesOf, tell } from './subscriptions.ts';
import { createTransaction, markPaid, recordAttempt, setStatus } from './transactions.ts';

/**
 * Charges the saved card.
 * @param isBuyerPresent whether its owner has just given it, which a card that fails later allows
 * @returns whether that worked
 */
export function chargeSavedCard(
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
export function settleCredit(
  context: Context,
  subscription: Subscription,
  transaction: Transaction,
  credits: Credit[],
): void {
  const balance = balanceOf(context, subscription.customer_id, subscription.currency_code);
  const { credit, credit_to_balance } = transaction.details.totals;
  const given = creditTotal(credits);
  const fromBalance = Number(credit) - (given - Number(credit_to_balance));
  balance.available += Number(credit_to_balance) - fromBalance;
  balance.used += fromBalance;
  giveCredit(context, credits, Number(credit_to_balance) > 0);
}

/** Writes down what was given back of each earlier transaction. */
export function giveCredit(context: Context, credits: Credit[], appliedToBalance: boolean): void {
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

export function fallPastDue(context: Context, subscription: Subscription, transaction: Transaction, at: Date): void {
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
  if (period) {
    const isRenewal = transaction.origin === 'subscription_recurring';
    // Behind the items of a renewal stand lines for a part of the period before; what an update charged is all new.
    const paid = stretchesOf(transaction, period).slice(0, subscription.items.length);
    billing.paid = isRenewal ? paid : [...billing.paid, ...paid];
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
