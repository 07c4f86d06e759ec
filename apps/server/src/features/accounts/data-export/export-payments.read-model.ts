import type { Tx } from '#platform/db/db';
import { maxRows } from './export-access.read-model.ts';

/** Customer data received from Paddle, which is the seller and keeps the invoices. */
export async function readPayments(tx: Tx, userPk: number) {
  const customer = await tx
    .selectFrom('paddle_customers')
    .select(['customer_id', 'address_id', 'country', 'created_at'])
    .where('user_pk', '=', userPk)
    .executeTakeFirst();
  const mails = await tx
    .selectFrom('payment_mails')
    .select(['kind', 'queued_at', 'sent_at'])
    .where('user_pk', '=', userPk)
    .orderBy('queued_at', 'desc')
    .limit(maxRows)
    .execute();
  if (!customer) return { customer: null, subscriptions: [], payments: [], mails };
  return {
    customer,
    mails,
    subscriptions: await tx
      .selectFrom('subscriptions')
      .select(['id', 'status', 'billing_interval', 'billing_frequency', 'quantity', 'currency', 'amount'])
      .select(['is_discounted', 'discount_ends_at', 'started_at', 'period_ends_at', 'canceled_at'])
      .where('customer_id', '=', customer.customer_id)
      .orderBy('started_at')
      .execute(),
    payments: await tx
      .selectFrom('payments')
      .select([
        'id',
        'status',
        'currency',
        'total',
        'paid',
        'tax',
        'invoice_number',
        'billed_at',
        'card_type',
        'card_last4',
      ])
      .where('customer_id', '=', customer.customer_id)
      .orderBy('created_at', 'desc')
      .limit(maxRows)
      .execute(),
  };
}
