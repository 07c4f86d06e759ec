import type { TestCardKey } from '../cards.ts';
import type { Context } from '../context.ts';
import { addCycle } from '../money/proration.ts';
import type { Credit } from '../sandbox-state.ts';
import type { Subscription, Transaction } from '../shapes.ts';
import { type AdjustmentLine, createAdjustment } from './adjustments.ts';
import { sumOf } from './bill-lines.ts';
import { balanceOf } from './credit-balances.ts';
import { deletePaymentMethod, savePaymentMethod } from './customers.ts';
import { billingOf, creditFor, creditTotal, nextBillOf } from './item-change-plan.ts';
import { emitUpdated, paidPeriodsOf } from './subscriptions.ts';
import { createTransaction, markPaid, recordAttempt, setStatus } from './transactions.ts';

/**
 * Charges the saved card.
 * @param isBuyerPresent whether the buyer has just entered the card. A card that fails at renewals then succeeds
 * @returns whether the charge succeeded
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

/** Deducts the used credit from the balance, and adds credit that exceeds the bill. */
export function settleCredit(
  context: Context,
  subscription: Subscription,
  transaction: Transaction,
  credits: Credit[],
): void {
  const balance = balanceOf(context, subscription.customer_id, subscription.currency_code);
  const { credit, credit_to_balance } = transaction.details.totals;
  const newCredit = creditTotal(credits);
  const fromBalance = Number(credit) - (newCredit - Number(credit_to_balance));
  balance.available += Number(credit_to_balance) - fromBalance;
  balance.used += fromBalance;
  recordCredits(context, credits, Number(credit_to_balance) > 0);
}

/** Creates the credit adjustments of the earlier transactions. */
export function recordCredits(context: Context, credits: Credit[], appliedToBalance: boolean): void {
  const byTransaction = new Map<string, AdjustmentLine[]>();
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

/** Charges the next period. If the charge fails, the subscription becomes past due. */
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
  // Prorated lines belong to the previous period, which is used up.
  billing.paid = paidPeriodsOf(transaction, period).slice(0, regular);
  setStatus(context, transaction, 'completed');
  emitUpdated(context, subscription);
}

export function fallPastDue(context: Context, subscription: Subscription, transaction: Transaction, at: Date): void {
  setStatus(context, transaction, 'past_due');
  billingOf(context, subscription).dunning = { since: at.toISOString(), transactionId: transaction.id, retries: 0 };
  subscription.status = 'past_due';
  emitUpdated(context, subscription, 'subscription.past_due');
}

/** Retries the charge of a past due bill. @returns whether it succeeded */
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
    // A renewal has prorated lines of the previous period after its items. All lines of an update are new.
    const paid = paidPeriodsOf(transaction, period).slice(0, subscription.items.length);
    billing.paid = isRenewal ? paid : [...billing.paid, ...paid];
  }
  setStatus(context, transaction, 'completed');
  subscription.status = 'active';
  emitUpdated(context, subscription, 'subscription.activated');
  return true;
}

/** Changes the card of a subscription, and charges a past due bill to it. */
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
