import { randomUUID } from 'node:crypto';
import { cardOf, type TestCardKey } from '../cards.ts';
import type { Context } from '../context.ts';
import { add, type CreditUse, feeOf, subtract, toSum, toTotals, transactionTotals, zeroSum } from '../money/totals.ts';
import { notFound } from '../paddle-error.ts';
import type { BillLine } from '../sandbox-state.ts';
import type {
  Adjustment,
  Currency,
  CustomData,
  EventType,
  Origin,
  Payment,
  Period,
  Transaction,
  TransactionDetails,
  TransactionStatus,
} from '../shapes.ts';
import { shownLine, sumOf, taxRatesUsed } from './bill-lines.ts';

export function selectTransaction({ state }: Context, id: string): Transaction {
  const transaction = state.transactions[id];
  if (!transaction) throw notFound(`Transaction ${id}`);
  return transaction;
}

export interface NewTransaction {
  status: TransactionStatus;
  origin: Origin;
  customerId: string | null;
  addressId: string | null;
  subscriptionId: string | null;
  currency: Currency;
  lines: BillLine[];
  credit: CreditUse;
  period: Period | null;
  customData: CustomData;
  /** The shop's page for the payment, if it is not the default one. */
  checkoutUrl?: string | null;
  /** Billing time; null for a transaction that waits for its buyer. */
  billedAt: Date | null;
}

export function createTransaction(context: Context, input: NewTransaction): Transaction {
  const now = context.now().toISOString();
  const id = context.id('txn');
  const transaction: Transaction = {
    id,
    status: input.status,
    customer_id: input.customerId,
    address_id: input.addressId,
    business_id: null,
    custom_data: input.customData,
    currency_code: input.currency,
    origin: input.origin,
    subscription_id: input.subscriptionId,
    invoice_id: null,
    invoice_number: null,
    collection_mode: 'automatic',
    discount_id: null,
    billing_details: null,
    billing_period: input.period,
    items: itemsOf(input.lines),
    details: detailsOf(context, input),
    payments: [],
    checkout: { url: linkTo(input.checkoutUrl ?? context.paymentLink(), id) },
    created_at: now,
    updated_at: now,
    billed_at: input.billedAt?.toISOString() ?? null,
    revised_at: null,
  };
  context.state.transactions[id] = transaction;
  context.emit('transaction.created', transaction);
  if (input.status === 'billed') context.emit('transaction.billed', transaction);
  if (input.status === 'ready') context.emit('transaction.ready', transaction);
  return transaction;
}

/** Returns the URL of the shop's page that opens the checkout for a transaction. */
export function linkTo(page: string, transactionId: string): string {
  const url = new URL(page);
  url.searchParams.set('_ptxn', transactionId);
  return url.href;
}

const itemsOf = (lines: BillLine[]): Transaction['items'] =>
  lines.map(({ price, quantity, proration }) => ({ price_id: price.id, price, quantity, proration }));

type Bill = Pick<NewTransaction, 'lines' | 'credit' | 'currency'>;

function detailsOf(context: Context, { lines, credit, currency }: Bill): TransactionDetails {
  const sum = sumOf(lines);
  return {
    tax_rates_used: taxRatesUsed(lines),
    totals: transactionTotals(sum, { credit, isDue: true, fee: null, currency }),
    adjusted_totals: {
      ...withoutDiscount(toTotals(sum)),
      grand_total: String(sum.total - credit.used),
      fee: null,
      earnings: null,
      currency_code: currency,
    },
    payout_totals: null,
    adjusted_payout_totals: null,
    line_items: lines.map((line) => ({ id: context.id('txnitm'), ...shownLine(context, line) })),
  };
}

const withoutDiscount = ({ subtotal, tax, total }: { subtotal: string; tax: string; total: string }) => ({
  subtotal,
  tax,
  total,
});

/** Replaces the lines, tax region and currency of an unpaid transaction. */
export function rewriteTransaction(context: Context, transaction: Transaction, bill: Bill): void {
  transaction.currency_code = bill.currency;
  transaction.items = itemsOf(bill.lines);
  transaction.details = detailsOf(context, bill);
}

/** Sets the status of a transaction, and emits `transaction.updated` and the event of the status. */
export function setStatus(context: Context, transaction: Transaction, status: TransactionStatus): void {
  transaction.status = status;
  touch(context, transaction);
  if (status !== 'draft') context.emit(`transaction.${status}` satisfies EventType, transaction);
}

export function touch(context: Context, transaction: Transaction): void {
  transaction.updated_at = context.now().toISOString();
  context.emit('transaction.updated', transaction);
}

export interface Attempt {
  card: TestCardKey;
  paymentMethodId: string | null;
  at: Date;
}

/** Records a payment attempt. The newest one is first, as in Paddle's API. */
export function recordAttempt(
  context: Context,
  transaction: Transaction,
  { card, paymentMethodId, at }: Attempt,
  status: Payment['status'],
): void {
  const errors = { captured: null, error: 'declined', action_required: null } as const;
  const now = at.toISOString();
  const previous = transaction.payments[0];
  const payment: Payment = {
    payment_attempt_id: previous?.status === 'action_required' ? previous.payment_attempt_id : randomUUID(),
    stored_payment_method_id: previous?.stored_payment_method_id ?? randomUUID(),
    payment_method_id: paymentMethodId,
    amount: transaction.details.totals.grand_total,
    status,
    error_code: errors[status],
    method_details: { type: 'card', underlying_details: null, card: cardOf(card, context.now()) },
    created_at: now,
    captured_at: status === 'captured' ? now : null,
  };
  if (previous?.status === 'action_required') transaction.payments.shift();
  transaction.payments.unshift(payment);
}

/** Marks a transaction as paid, and sets its balance, fee and invoice. */
export function markPaid(context: Context, transaction: Transaction, at: Date): void {
  const { totals } = transaction.details;
  const sum = toSum(totals);
  const fee = feeOf(sum);
  totals.balance = '0';
  totals.fee = String(fee);
  totals.earnings = String(sum.subtotal - fee);
  transaction.billed_at ??= at.toISOString();
  context.state.invoiceCount += 1;
  transaction.invoice_id = context.id('inv');
  transaction.invoice_number = `SANDBOX-${String(10_000 + context.state.invoiceCount)}`;
  setAdjustedTotals(context, transaction);
  setStatus(context, transaction, 'paid');
}

export const adjustmentsOf = ({ state }: Context, transactionId: string): Adjustment[] =>
  Object.values(state.adjustments).filter(({ transaction_id }) => transaction_id === transactionId);

/** Recomputes the totals of a transaction after its adjustments. */
export function setAdjustedTotals(context: Context, { id, details, currency_code }: Transaction): void {
  const approved = adjustmentsOf(context, id).filter(({ status }) => status === 'approved');
  const adjusted = approved.length > 0 ? add(...approved.map(({ totals }) => toSum(totals))) : zeroSum;
  const { totals } = details;
  const left = subtract(toSum(totals), adjusted);
  const fee = Number(totals.fee);
  const grandTotal = Math.max(0, Number(totals.grand_total) - adjusted.total);
  details.adjusted_totals = {
    ...withoutDiscount(toTotals(left)),
    grand_total: String(grandTotal),
    fee: totals.fee,
    earnings: totals.fee === null ? null : String(left.subtotal - fee),
    currency_code,
  };
  // Paddle pays out yen in another currency, which the sandbox does not support.
  if (currency_code === 'JPY' || totals.fee === null) return;
  const { fee: _, earnings: __, ...same } = totals;
  details.payout_totals = { ...same, fee: String(fee), earnings: String(Number(totals.earnings)) };
  details.adjusted_payout_totals = {
    ...withoutDiscount(toTotals(left)),
    fee: String(fee),
    chargeback_fee: { amount: '0', original: null },
    earnings: String(left.subtotal - fee),
    currency_code,
  };
}
