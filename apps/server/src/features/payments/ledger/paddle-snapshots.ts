import type { Adjustment, Money, Subscription, Transaction } from '@paddle/paddle-node-sdk';
import type { Envelope } from './paddle-events.ts';

/* Converts objects that we have read from Paddle into events, so that the ledger stays the only source of our state. */

const eventOf = (
  kind: 'subscription' | 'transaction' | 'adjustment',
  updatedAt: string,
  data: { id: string; [field: string]: unknown },
): Envelope => ({
  event_id: `read_${data.id}_${updatedAt}`,
  event_type: `${kind}.read`,
  occurred_at: new Date(updatedAt),
  data: { ...data, updated_at: updatedAt },
});

/**
 * Returns a subscription as an event, with only the fields that `paddle-events.ts` reads, named as Paddle names them.
 * @param recurring total of one period, if another call than the one for the subscription has returned it
 */
export const subscriptionSnapshot = (
  one: Subscription,
  recurring: string | undefined = one.recurringTransactionDetails?.totals.total,
): Envelope =>
  eventOf('subscription', one.updatedAt, {
    id: one.id,
    status: one.status,
    customer_id: one.customerId,
    currency_code: one.currencyCode,
    created_at: one.createdAt,
    started_at: one.startedAt,
    next_billed_at: one.nextBilledAt,
    paused_at: one.pausedAt,
    canceled_at: one.canceledAt,
    current_billing_period: one.currentBillingPeriod && {
      starts_at: one.currentBillingPeriod.startsAt,
      ends_at: one.currentBillingPeriod.endsAt,
    },
    billing_cycle: one.billingCycle,
    scheduled_change: one.scheduledChange && {
      action: one.scheduledChange.action,
      effective_at: one.scheduledChange.effectiveAt,
    },
    discount: one.discount && { ends_at: one.discount.endsAt },
    items: one.items.map(({ price, quantity }) => ({
      quantity,
      price: {
        id: price.id,
        product_id: price.productId,
        unit_price: moneyOf(price.unitPrice),
        unit_price_overrides: price.unitPriceOverrides.map(({ unitPrice }) => ({ unit_price: moneyOf(unitPrice) })),
      },
    })),
    ...(recurring === undefined ? {} : { recurring_transaction_details: { totals: { total: recurring } } }),
  });

const moneyOf = ({ amount, currencyCode }: Money) => ({ amount, currency_code: currencyCode });

/** Returns a payment as an event. */
export const transactionSnapshot = (one: Transaction): Envelope =>
  eventOf('transaction', one.updatedAt, {
    id: one.id,
    status: one.status,
    customer_id: one.customerId,
    subscription_id: one.subscriptionId,
    currency_code: one.currencyCode,
    invoice_number: one.invoiceNumber,
    origin: one.origin,
    created_at: one.createdAt,
    billed_at: one.billedAt,
    billing_period: one.billingPeriod && { starts_at: one.billingPeriod.startsAt, ends_at: one.billingPeriod.endsAt },
    items: one.items.flatMap(({ price }) => (price ? [{ price: { id: price.id, product_id: price.productId } }] : [])),
    details: {
      totals: {
        total: one.details?.totals?.total,
        grand_total: one.details?.totals?.grandTotal,
        tax: one.details?.totals?.tax,
      },
    },
    payments: one.payments.map(({ status, methodDetails }) => ({
      status,
      method_details: {
        card: methodDetails?.card && { type: methodDetails.card.type, last4: methodDetails.card.last4 },
      },
    })),
  });

/** Returns a refund, credit or chargeback as an event. */
export const adjustmentSnapshot = (one: Adjustment): Envelope =>
  eventOf('adjustment', one.updatedAt, {
    id: one.id,
    transaction_id: one.transactionId,
    action: one.action,
    status: one.status,
    totals: { total: one.totals.total },
  });
