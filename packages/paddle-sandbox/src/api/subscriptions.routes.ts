import type { FastifyInstance } from 'fastify';
import { lineOf, type OrderItem, orderOf, shownLine, sumOf, taxRatesUsed } from '../billing/bill-lines.ts';
import { cancel, pause, rebill, resume, unschedule } from '../billing/cancel-and-pause.ts';
import { changeItems } from '../billing/change-items.ts';
import { noCredit } from '../billing/checkouts.ts';
import { selectAddress } from '../billing/customers.ts';
import {
  billingOf,
  chargeTotal,
  creditFor,
  creditTotal,
  type ItemChangePlan,
  itemsFor,
  nextBillOf,
  type ProrationMode,
  planItemChange,
  taxRegionOfSubscription,
} from '../billing/item-change-plan.ts';
import { emitUpdated, selectSubscription } from '../billing/subscriptions.ts';
import { createTransaction, selectTransaction } from '../billing/transactions.ts';
import type { Context, Sign } from '../context.ts';
import { addCycle } from '../money/proration.ts';
import { add, toSums, transactionTotals } from '../money/totals.ts';
import { refused } from '../paddle-error.ts';
import { portalUrl } from '../portal-link.ts';
import type { BillLine, Credit } from '../sandbox-state.ts';
import type { Period, Subscription, Transaction } from '../shapes.ts';
import { bodyOf, type Call, filtered, includes, metaOf, page, param } from './call.ts';
import { cancelRequest, pauseRequest, resumeRequest, subscriptionUpdate } from './request-schemas.ts';

export function subscriptionRoutes(app: FastifyInstance, context: Context, sign: Sign): void {
  const subscriptionOf = (call: Call) => selectSubscription(context, param(call, 'id'));
  const answer = (call: Call, subscription: Subscription) => ({
    data: withLinks(context, sign, subscription),
    meta: metaOf(call),
  });

  app.get('/subscriptions', (call: Call) => {
    const change = call.query.scheduled_change_action?.split(',');
    const prices = call.query.price_id?.split(',');
    const all = Object.values(context.state.subscriptions)
      .filter(({ scheduled_change }) => !change || (scheduled_change && change.includes(scheduled_change.action)))
      .filter(({ items }) => !prices || items.some(({ price }) => prices.includes(price.id)));
    const fields = ['id', 'status', 'customer_id', 'address_id', 'collection_mode'] as const;
    return page(call, filtered(all, call, { fields: [...fields] }), {
      idOf: ({ id }) => id,
      show: (one) => withLinks(context, sign, one),
    });
  });
  app.get('/subscriptions/:id', (call: Call) => {
    const subscription = subscriptionOf(call);
    const isBilled = subscription.next_billed_at !== null;
    const next = isBilled ? nextTransaction(context, subscription) : null;
    return {
      data: {
        ...withLinks(context, sign, subscription),
        ...(includes(call, 'next_transaction') ? { next_transaction: next } : {}),
        ...(includes(call, 'recurring_transaction_details')
          ? { recurring_transaction_details: recurringDetails(context, subscription) }
          : {}),
      },
      meta: metaOf(call),
    };
  });
  app.patch('/subscriptions/:id', (call: Call) => {
    const subscription = subscriptionOf(call);
    update(context, subscription, call);
    return answer(call, subscription);
  });
  app.patch('/subscriptions/:id/preview', (call: Call) => ({
    data: preview(context, sign, subscriptionOf(call), call),
    meta: metaOf(call),
  }));
  app.post('/subscriptions/:id/cancel', (call: Call) => {
    const subscription = subscriptionOf(call);
    cancel(context, subscription, bodyOf(cancelRequest, call).effective_from ?? 'next_billing_period');
    return answer(call, subscription);
  });
  app.post('/subscriptions/:id/pause', (call: Call) => {
    const subscription = subscriptionOf(call);
    const { effective_from, resume_at, on_resume: onResume } = bodyOf(pauseRequest, call);
    const until = resume_at ? new Date(resume_at).toISOString() : null;
    pause(context, subscription, effective_from ?? 'next_billing_period', { resumeAt: until, onResume });
    return answer(call, subscription);
  });
  app.post('/subscriptions/:id/resume', (call: Call) => {
    const subscription = subscriptionOf(call);
    const { effective_from, on_resume: onResume } = bodyOf(resumeRequest, call);
    const from = effective_from ?? 'immediately';
    resume(context, subscription, from === 'immediately' ? from : new Date(from).toISOString(), onResume);
    return answer(call, subscription);
  });
  app.post('/subscriptions/:id/activate', (call: Call): never => {
    const { status } = subscriptionOf(call);
    // Only trials can be activated, and the catalogue does not have any.
    throw refused('subscription_cannot_activate', `A ${status} subscription can't be activated.`);
  });
  app.get('/subscriptions/:id/update-payment-method-transaction', (call: Call) => {
    const subscription = subscriptionOf(call);
    if (subscription.status === 'canceled') {
      throw refused('subscription_is_canceled_action_invalid', 'The subscription is canceled.');
    }
    return { data: paymentMethodTransaction(context, subscription), meta: metaOf(call) };
  });
}

const withLinks = ({ publicUrl }: Context, sign: Sign, subscription: Subscription) => {
  const portal = portalUrl(publicUrl(), sign, subscription.customer_id);
  return {
    ...subscription,
    management_urls: {
      update_payment_method: `${portal}#card-${subscription.id}`,
      cancel: `${portal}#cancel-${subscription.id}`,
    },
  };
};

/** Validates a change of items against the state of the subscription. */
function itemsUpdateOf(context: Context, subscription: Subscription, call: Call): ItemsRequest | null {
  const { items, proration_billing_mode: mode } = bodyOf(subscriptionUpdate, call);
  const { status } = subscription;
  if (status === 'canceled') throw refused('subscription_update_when_canceled', 'The subscription is canceled.');
  if (!items) return null;
  if (!mode) {
    throw refused('subscription_items_update_missing_proration_billing_mode', 'proration_billing_mode is required.');
  }
  if (status === 'past_due') throw refused('subscription_update_when_past_due', 'The subscription is past due.');
  if (status === 'paused') throw refused('subscription_update_error_when_paused', 'The subscription is paused.');
  if (new Set(items.map(({ price_id }) => price_id)).size < items.length) {
    throw refused('subscription_duplicate_price_ids', 'A price is in the list more than once.');
  }
  const withQuantity = items.map(({ price_id, quantity }) => ({
    price_id,
    quantity: quantity ?? subscription.items.find(({ price }) => price.id === price_id)?.quantity ?? 1,
  }));
  return { order: orderOf(context, withQuantity), mode };
}

interface ItemsRequest {
  order: OrderItem[];
  mode: ProrationMode;
}

function update(context: Context, subscription: Subscription, call: Call): void {
  const request = bodyOf(subscriptionUpdate, call);
  const change = itemsUpdateOf(context, subscription, call);
  const { customer_id } = subscription;
  const address = request.address_id ? selectAddress(context, request.address_id, customer_id) : null;
  // Changes the items first, because a declined card must leave everything unchanged.
  if (change) {
    changeItems(context, subscription, { ...change, onFailure: request.on_payment_failure ?? 'prevent_change' });
  }
  if (address) subscription.address_id = address.id;
  if (request.custom_data !== undefined) subscription.custom_data = request.custom_data;
  if (request.scheduled_change === null) unschedule(context, subscription);
  if (request.next_billed_at) rebill(context, subscription, new Date(request.next_billed_at));
  if (request.custom_data !== undefined || address) emitUpdated(context, subscription);
}

interface Bill {
  lines: BillLine[];
  credits: Credit[];
  period: Period;
}

function billDetails(context: Context, subscription: Subscription, { lines, credits }: Omit<Bill, 'period'>) {
  const sum = sumOf(lines);
  return {
    tax_rates_used: taxRatesUsed(lines),
    totals: transactionTotals(sum, {
      credit: credits.length > 0 || lines.length > 0 ? creditFor(context, subscription, sum, credits) : noCredit,
      isDue: true,
      fee: null,
      currency: subscription.currency_code,
    }),
    line_items: lines.map((line) => shownLine(context, line)),
  };
}

function billPreview(context: Context, subscription: Subscription, bill: Bill) {
  const transactions = [...new Set(bill.credits.map(({ transactionId }) => transactionId))];
  return {
    billing_period: bill.period,
    details: billDetails(context, subscription, bill),
    adjustments: transactions.map((id) => {
      const own = bill.credits.filter(({ transactionId }) => transactionId === id);
      const items = own.map(({ itemId, sum, proration }) => ({
        item_id: itemId,
        type: 'proration',
        amount: String(sum.total),
        proration,
        totals: toSums(sum),
      }));
      const sum = add(...own.map((one) => one.sum));
      const money = { fee: '0', earnings: String(sum.subtotal), currency_code: subscription.currency_code };
      return { transaction_id: id, items, totals: { ...toSums(sum), ...money } };
    }),
  };
}

function nextTransaction(context: Context, subscription: Subscription, plan?: ItemChangePlan) {
  const billing = billingOf(context, subscription);
  const order = plan?.order ?? subscription.items;
  const region = taxRegionOfSubscription(context, subscription);
  const regular = order.map((one) => lineOf(one, region));
  const planned = plan?.when === 'next' ? plan : { lines: [], credits: [] };
  const promised = plan?.keptLines ?? billing.nextBill.lines;
  const credits = [...nextBillOf(context, subscription).credits, ...planned.credits];
  const start = new Date(plan?.period.ends_at ?? subscription.next_billed_at ?? context.now());
  const cycle = order[0]?.price.billing_cycle ?? subscription.billing_cycle;
  const period = { starts_at: start.toISOString(), ends_at: addCycle(start, cycle).toISOString() };
  return billPreview(context, subscription, { lines: [...regular, ...promised, ...planned.lines], credits, period });
}

function recurringDetails(context: Context, subscription: Subscription, order: OrderItem[] = subscription.items) {
  const region = taxRegionOfSubscription(context, subscription);
  const lines = order.map((one) => lineOf(one, region));
  const sum = sumOf(lines);
  return {
    tax_rates_used: taxRatesUsed(lines),
    totals: transactionTotals(sum, { credit: noCredit, isDue: true, fee: null, currency: subscription.currency_code }),
    line_items: lines.map((line) => shownLine(context, line)),
  };
}

/** Previews the cost of a change. Stores nothing. */
function preview(context: Context, sign: Sign, subscription: Subscription, call: Call) {
  const change = itemsUpdateOf(context, subscription, call);
  const at = context.now();
  const plan = change ? planItemChange(context, subscription, { ...change, at }) : undefined;
  const { id: _, ...shown } = withLinks(context, sign, subscription);
  const isNow = plan?.when === 'now' && (plan.lines.length > 0 || plan.credits.length > 0);
  const nextAt = plan?.period.ends_at ?? subscription.next_billed_at;
  const order = plan?.order ?? subscription.items;
  return {
    ...shown,
    ...(plan ? { current_billing_period: plan.period, next_billed_at: nextAt } : {}),
    billing_cycle: order[0]?.price.billing_cycle ?? subscription.billing_cycle,
    items: plan ? itemsFor(context, subscription, plan.order, { at, billedAt: null, nextAt }) : subscription.items,
    immediate_transaction: isNow
      ? billPreview(context, subscription, {
          ...plan,
          period: { starts_at: at.toISOString(), ends_at: plan.period.ends_at },
        })
      : null,
    next_transaction: nextAt ? nextTransaction(context, subscription, plan) : null,
    recurring_transaction_details: recurringDetails(context, subscription, order),
    update_summary: plan && plan.when !== 'never' ? summaryOf(subscription, plan) : null,
  };
}

function summaryOf({ currency_code }: Subscription, { lines, credits }: ItemChangePlan) {
  const [charge, credit] = [chargeTotal(lines), creditTotal(credits)];
  const money = (amount: number) => ({ amount: String(amount), currency_code });
  return {
    credit: money(credit),
    charge: money(charge),
    result: { action: credit > charge ? 'credit' : 'charge', ...money(Math.abs(charge - credit)) },
  };
}

/** Returns the transaction for changing the card: a new zero bill, or the open bill if the subscription is past due. */
function paymentMethodTransaction(context: Context, subscription: Subscription): Transaction {
  const { dunning } = billingOf(context, subscription);
  if (dunning) return selectTransaction(context, dunning.transactionId);
  const region = taxRegionOfSubscription(context, subscription);
  const free = { subtotal: 0, tax: 0, total: 0 };
  return createTransaction(context, {
    status: 'ready',
    origin: 'subscription_payment_method_change',
    customerId: subscription.customer_id,
    addressId: subscription.address_id,
    subscriptionId: subscription.id,
    currency: subscription.currency_code,
    lines: subscription.items.map((one) => ({ ...lineOf(one, region), unit: free, sum: free })),
    credit: noCredit,
    period: subscription.current_billing_period,
    customData: subscription.custom_data,
    billedAt: null,
  });
}
