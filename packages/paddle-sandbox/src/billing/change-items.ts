import type { Context } from '../context.ts';
import { refused } from '../paddle-error.ts';
import type { Credit } from '../sandbox-state.ts';
import type { Subscription, Transaction } from '../shapes.ts';
import { type OrderItem, sumOf } from './bill-lines.ts';
import { chargeSavedCard, fallPastDue, recordCredits, settleCredit } from './charges.ts';
import { balanceOf } from './credit-balances.ts';
import {
  billingOf,
  creditFor,
  creditTotal,
  type ItemChangePlan,
  itemsFor,
  type ProrationMode,
  planItemChange,
} from './item-change-plan.ts';
import { emitUpdated, paidPeriodsOf } from './subscriptions.ts';
import { createTransaction, setStatus } from './transactions.ts';

export interface ItemsUpdate {
  order: OrderItem[];
  mode: ProrationMode;
  onFailure: 'prevent_change' | 'apply_change';
}

/** Changes the items of a subscription, and charges or credits the difference. */
export function changeItems(context: Context, subscription: Subscription, update: ItemsUpdate): void {
  const at = context.now();
  const billing = billingOf(context, subscription);
  const plan = planItemChange(context, subscription, { ...update, at });
  const isCharged = plan.when === 'now' && plan.lines.length > 0;
  if (isCharged && update.onFailure === 'prevent_change') requireChargeable(context, subscription, plan);
  const transaction = isCharged ? chargeChange(context, subscription, plan, at) : null;
  if (plan.when === 'now' && !isCharged) addCreditToBalance(context, subscription, plan.credits);

  billing.paid = plan.keptPaid;
  billing.nextBill.lines = plan.keptLines;
  if (plan.when === 'next') {
    billing.nextBill.lines = [...plan.keptLines, ...plan.lines];
    billing.nextBill.credits.push(...plan.credits);
  }
  applyOrder(context, subscription, plan, transaction ? at : null);
  if (!transaction) {
    emitUpdated(context, subscription);
    return;
  }
  if (!chargeSavedCard(context, subscription, transaction, at)) {
    fallPastDue(context, subscription, transaction, at);
    return;
  }
  billing.paid.push(...paidPeriodsOf(transaction, plan.period));
  setStatus(context, transaction, 'completed');
  emitUpdated(context, subscription);
}

/** Rejects the change if the card would be declined, before anything is changed. */
function requireChargeable(context: Context, subscription: Subscription, plan: ItemChangePlan): void {
  const billing = billingOf(context, subscription);
  const card = context.state.cards[billing.paymentMethodId] ?? 'declined';
  const sum = sumOf(plan.lines);
  if (sum.total === creditFor(context, subscription, sum, plan.credits).used) return;
  if (!billing.failNextCharge && card !== 'declined' && card !== 'fails_later') return;
  billing.failNextCharge = false;
  throw refused('subscription_payment_declined', 'The payment for the change was declined. Nothing was changed.');
}

function chargeChange(context: Context, subscription: Subscription, plan: ItemChangePlan, at: Date): Transaction {
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

/** Adds the credit of a change without charges to the customer's balance. */
function addCreditToBalance(context: Context, subscription: Subscription, credits: Credit[]): void {
  const balance = balanceOf(context, subscription.customer_id, subscription.currency_code);
  balance.available += creditTotal(credits);
  recordCredits(context, credits, true);
}

function applyOrder(context: Context, subscription: Subscription, plan: ItemChangePlan, billed: Date | null): void {
  const at = context.now();
  const nextAt = subscription.scheduled_change ? null : plan.period.ends_at;
  const billedAt = billed?.toISOString() ?? null;
  subscription.items = itemsFor(context, subscription, plan.order, { at, billedAt, nextAt });
  subscription.billing_cycle = plan.order[0]?.price.billing_cycle ?? subscription.billing_cycle;
  subscription.current_billing_period = plan.period;
  subscription.next_billed_at = nextAt;
  if (subscription.scheduled_change) subscription.scheduled_change.effective_at = plan.period.ends_at;
}
