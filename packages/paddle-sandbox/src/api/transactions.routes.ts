import type { FastifyInstance } from 'fastify';
import { adjust } from '../billing/adjustments.ts';
import { lineOf, orderOf, shownLine, sumOf, taxRatesUsed, taxRegionWith } from '../billing/bill-lines.ts';
import { noCredit } from '../billing/checkouts.ts';
import { selectAddress, selectCustomer } from '../billing/customers.ts';
import {
  adjustmentsOf,
  createTransaction,
  linkTo,
  rewriteTransaction,
  selectTransaction,
  setStatus,
  touch,
} from '../billing/transactions.ts';
import type { Context, Sign } from '../context.ts';
import { add, toSum, toSums, transactionTotals, zeroSum } from '../money/totals.ts';
import { notFound, refused } from '../paddle-error.ts';
import { invoiceUrl } from '../portal-link.ts';
import type { Adjustment, Transaction } from '../shapes.ts';
import { bodyOf, type Call, filtered, includes, metaOf, page, param } from './call.ts';
import { taxRegionOfPreview } from './catalogue.routes.ts';
import { adjustmentCreate, transactionCreate, transactionPreview, transactionUpdate } from './request-schemas.ts';

export function transactionRoutes(app: FastifyInstance, context: Context, sign: Sign): void {
  const { state } = context;
  const show = (call: Call) => (transaction: Transaction) => withIncluded(context, call, transaction);
  const transactionOf = (call: Call) => selectTransaction(context, param(call, 'id'));

  app.get('/transactions', (call: Call) =>
    page(
      call,
      filtered(Object.values(state.transactions), call, {
        fields: ['id', 'status', 'customer_id', 'subscription_id', 'origin', 'collection_mode', 'invoice_number'],
        dates: ['created_at', 'updated_at', 'billed_at'],
      }),
      { idOf: ({ id }) => id, show: show(call), maxPerPage: 30, defaultPerPage: 30 },
    ),
  );
  app.post('/transactions', (call: Call, reply) => {
    reply.code(201);
    return { data: show(call)(create(context, call)), meta: metaOf(call) };
  });
  app.post('/transactions/preview', (call: Call) => ({ data: previewTransaction(context, call), meta: metaOf(call) }));
  app.get('/transactions/:id', (call: Call) => ({ data: show(call)(transactionOf(call)), meta: metaOf(call) }));
  app.patch('/transactions/:id', (call: Call) => {
    const transaction = transactionOf(call);
    update(context, transaction, call);
    return { data: show(call)(transaction), meta: metaOf(call) };
  });
  app.get('/transactions/:id/invoice', (call: Call) => {
    const transaction = transactionOf(call);
    if (!transaction.invoice_id) throw notFound(`Invoice of ${transaction.id}`);
    const inline = call.query.disposition === 'inline';
    return { data: { url: invoiceUrl(context.publicUrl(), sign, transaction.id, inline) }, meta: metaOf(call) };
  });

  app.get('/adjustments', (call: Call) =>
    page(
      call,
      filtered(Object.values(state.adjustments), call, {
        fields: ['id', 'action', 'status', 'customer_id', 'subscription_id', 'transaction_id'],
      }),
      { idOf: ({ id }) => id, show: (one) => one, maxPerPage: 50, defaultPerPage: 10 },
    ),
  );
  app.post('/adjustments', (call: Call, reply) => {
    const request = bodyOf(adjustmentCreate, call);
    const adjustment: Adjustment = adjust(context, selectTransaction(context, request.transaction_id), request);
    reply.code(201);
    return { data: adjustment, meta: metaOf(call) };
  });
}

function withIncluded(context: Context, call: Call, transaction: Transaction) {
  const { customer_id, address_id } = transaction;
  const adjustments = adjustmentsOf(context, transaction.id);
  return {
    ...transaction,
    ...(includes(call, 'customer') && customer_id ? { customer: selectCustomer(context, customer_id) } : {}),
    ...(includes(call, 'address') && address_id ? { address: context.state.addresses[address_id] } : {}),
    ...(includes(call, 'adjustments') ? { adjustments } : {}),
    ...(includes(call, 'adjustments_totals')
      ? { adjustments_totals: adjustmentsTotals(transaction, adjustments) }
      : {}),
    ...(includes(call, 'available_payment_methods') ? { available_payment_methods: ['card'] } : {}),
  };
}

function adjustmentsTotals({ currency_code }: Transaction, adjustments: Adjustment[]) {
  const sumFor = (...actions: Adjustment['action'][]) =>
    adjustments
      .filter(({ action }) => actions.includes(action))
      .reduce((all, { totals }) => add(all, toSum(totals)), zeroSum);
  const all = sumFor('refund', 'credit');
  const breakdown = {
    credit: String(sumFor('credit').total),
    refund: String(sumFor('refund').total),
    chargeback: '0',
  };
  return { ...toSums(all), fee: '0', earnings: String(all.subtotal), breakdown, currency_code };
}

function create(context: Context, call: Call): Transaction {
  const request = bodyOf(transactionCreate, call);
  const customerId = request.customer_id ? selectCustomer(context, request.customer_id).id : null;
  if (request.address_id && !customerId) {
    throw refused('transaction_customer_is_required_with_address', 'address_id requires customer_id.');
  }
  const address = request.address_id && customerId ? selectAddress(context, request.address_id, customerId) : null;
  const region = taxRegionWith(address?.country_code ?? 'US', address?.postal_code ?? null, request.currency_code);
  return createTransaction(context, {
    status: customerId && address ? 'ready' : 'draft',
    origin: 'api',
    customerId,
    addressId: address?.id ?? null,
    subscriptionId: null,
    currency: region.currency,
    lines: orderOf(context, request.items).map((one) => lineOf(one, region)),
    credit: noCredit,
    period: null,
    customData: request.custom_data ?? null,
    checkoutUrl: request.checkout?.url,
    billedAt: null,
  });
}

function update(context: Context, transaction: Transaction, call: Call): void {
  const { status, ...changes } = bodyOf(transactionUpdate, call);
  if (transaction.status !== 'draft' && transaction.status !== 'ready') {
    throw refused('transaction_immutable', `Transaction ${transaction.id} is ${transaction.status}.`);
  }
  if (status === 'canceled') {
    if (Object.keys(changes).length > 0) {
      throw refused('transaction_cannot_be_modified_and_canceled', 'Cancel it without other changes.');
    }
    setStatus(context, transaction, 'canceled');
    return;
  }
  // Only manually collected transactions can be billed, which the sandbox does not support.
  if (status) throw refused('transaction_invalid_status_change', `The status cannot be set to ${status}.`);
  if (changes.customer_id) selectCustomer(context, changes.customer_id);
  if (changes.customer_id !== undefined) transaction.customer_id = changes.customer_id;
  if (changes.address_id !== undefined) transaction.address_id = changes.address_id;
  if (changes.custom_data !== undefined) transaction.custom_data = changes.custom_data;
  if (changes.checkout)
    transaction.checkout.url = linkTo(changes.checkout.url ?? context.paymentLink(), transaction.id);
  const { customer_id, address_id } = transaction;
  const address = customer_id && address_id ? selectAddress(context, address_id, customer_id) : null;
  const currency = changes.currency_code ?? (address ? null : transaction.currency_code);
  const region = taxRegionWith(address?.country_code ?? 'US', address?.postal_code ?? null, currency);
  const lines = orderOf(context, changes.items ?? transaction.items).map((one) => lineOf(one, region));
  rewriteTransaction(context, transaction, { lines, credit: noCredit, currency: region.currency });
  if (address && transaction.status === 'draft') setStatus(context, transaction, 'ready');
  else touch(context, transaction);
}

/** Previews a transaction. Stores nothing. */
export function previewTransaction(context: Context, call: Call) {
  const request = bodyOf(transactionPreview, call);
  const region = taxRegionOfPreview(context, request);
  const ordered = orderOf(context, request.items);
  const lines = ordered.map((one) => lineOf(one, region));
  const counted = lines.filter((_, index) => request.items[index]?.include_in_totals !== false);
  const totals = transactionTotals(sumOf(counted), {
    credit: noCredit,
    isDue: true,
    fee: null,
    currency: region.currency,
  });
  return {
    customer_id: request.customer_id ?? null,
    address_id: request.address_id ?? null,
    business_id: null,
    currency_code: region.currency,
    discount_id: null,
    customer_ip_address: request.customer_ip_address ?? null,
    address: request.address
      ? { country_code: request.address.country_code, postal_code: request.address.postal_code ?? null }
      : null,
    ignore_trials: request.ignore_trials ?? false,
    items: ordered.map(({ price, quantity }, index) => ({
      price,
      quantity,
      include_in_totals: request.items[index]?.include_in_totals ?? true,
      proration: null,
    })),
    details: {
      tax_rates_used: taxRatesUsed(counted),
      totals,
      line_items: lines.map((line) => shownLine(context, line)),
    },
    available_payment_methods: ['card'],
  };
}
