import { type Payment, type Payments, tierNames } from '@hexpedition/contract';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import { offerAt, type Plans, tierOfProduct } from '../plans.ts';

const pageSize = 25;

const statuses = {
  billed: 'open',
  paid: 'paid',
  completed: 'paid',
  past_due: 'past_due',
  canceled: 'canceled',
} as const;

/** Returns a page of the account's payments, newest first, without abandoned checkouts and changes of the card. */
export async function readOwnPayments(db: Db, plans: Plans, userPk: number, after?: string): Promise<Payments> {
  const customer = await db
    .selectFrom('paddle_customers')
    .select(['customer_id', 'country'])
    .where('user_pk', '=', userPk)
    .executeTakeFirst();
  if (!customer) return { payments: [], country: null, next_cursor: null };
  let query = db
    .selectFrom('payments')
    .leftJoin('paddle_prices', 'paddle_prices.price_id', 'payments.price_id')
    .selectAll('payments')
    .select(['paddle_prices.product_id', refunded.as('refunded')])
    .where('payments.customer_id', '=', customer.customer_id)
    .where('payments.status', 'in', ['billed', 'paid', 'completed', 'past_due', 'canceled'])
    .where((where) =>
      where.or([where('payments.status', '!=', 'canceled'), where('payments.billed_at', 'is not', null)]),
    )
    .where(sql<boolean>`payments.origin is distinct from 'subscription_payment_method_change'`)
    .orderBy('payments.created_at', 'desc')
    .orderBy('payments.id', 'desc')
    .limit(pageSize + 1);
  if (after) {
    query = query.where(sql<boolean>`(payments.created_at, payments.id) < (
      select before.created_at, before.id from payments as before
      where before.id = ${after} and before.customer_id = ${customer.customer_id}
    )`);
  }
  const rows = await query.execute();
  const shown = rows.slice(0, pageSize);
  return {
    payments: shown.map((row) => present(row, plans)),
    country: customer.country,
    next_cursor: rows.length > pageSize ? (shown.at(-1)?.id ?? null) : null,
  };
}

/** Returns whether a payment belongs to the account. */
export async function isOwnPayment(db: Db, userPk: number, paymentId: string): Promise<boolean> {
  const row = await db
    .selectFrom('payments')
    .innerJoin('paddle_customers', 'paddle_customers.customer_id', 'payments.customer_id')
    .select('payments.id')
    .where('payments.id', '=', paymentId)
    .where('paddle_customers.user_pk', '=', userPk)
    .executeTakeFirst();
  return row !== undefined;
}

const refunded = sql<string>`(
  select coalesce(sum(adjustments.total), 0) from adjustments
  where adjustments.payment_id = payments.id and adjustments.status = 'approved'
    and adjustments.action in ('refund', 'chargeback')
)`;

interface Row {
  id: string;
  status: string;
  price_id: string | null;
  product_id: string | null;
  currency: string;
  paid: string;
  refunded: string;
  invoice_number: string | null;
  card_type: string | null;
  card_last4: string | null;
  billed_at: Date | null;
  created_at: Date;
}

function present(row: Row, plans: Plans): Payment {
  const offer = row.price_id === null ? undefined : offerAt(plans, row.price_id);
  const tier = offer?.tier ?? (row.product_id === null ? undefined : tierOfProduct(plans, row.product_id));
  return {
    id: row.id,
    date: (row.billed_at ?? row.created_at).toISOString(),
    name: tier === undefined ? 'Subscription' : tierNames[tier],
    cycle: offer?.cycle ?? null,
    currency: row.currency,
    total: Number(row.paid),
    refunded: Number(row.refunded),
    // The query returns only these statuses.
    status: statuses[row.status as keyof typeof statuses],
    invoice_number: row.invoice_number,
    card: row.card_type && row.card_last4 ? { type: row.card_type, last4: row.card_last4 } : null,
  };
}
