import { randomUUID } from 'node:crypto';
import { cardOf, type TestCardKey } from '../cards.ts';
import type { Context } from '../context.ts';
import { add, type CreditUse, feeOf, nothing, subtract, toSum, toTotals, transactionTotals } from '../money/totals.ts';
import { notFound } from '../paddle-error.ts';
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
import type { BillLine } from '../state.ts';
import { shownLine, sumOf, taxRatesUsed } from './lines.ts';

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
  /** The shop's page that takes the payment, if it is not the usual one. */
  checkoutUrl?: string | null;
  /** When it counts as billed; null for one that waits for its buyer. */
  billedAt: Date | null;
}

export function createTransaction(context: Context, given: NewTransaction): Transaction {
  const now = context.now().toISOString();
  const id = context.id('txn');
  const transaction: Transaction = {
    id,
    status: given.status,
    customer_id: given.customerId,
    address_id: given.addressId,
    business_id: null,
    custom_data: given.customData,
    currency_code: given.currency,
    origin: given.origin,
    subscription_id: given.subscriptionId,
    invoice_id: null,
    invoice_number: null,
    collection_mode: 'automatic',
    discount_id: null,
    billing_details: null,
    billing_period: given.period,
    items: itemsOf(given.lines),
    details: detailsOf(context, given),
    payments: [],
    checkout: { url: linkTo(given.checkoutUrl ?? context.paymentLink(), id) },
    created_at: now,
    updated_at: now,
    billed_at: given.billedAt?.toISOString() ?? null,
    revised_at: null,
  };
  context.state.transactions[id] = transaction;
  context.emit('transaction.created', transaction);
  if (given.status === 'billed') context.emit('transaction.billed', transaction);
  if (given.status === 'ready') context.emit('transaction.ready', transaction);
  return transaction;
}

/** The address of a page of the shop that opens the checkout for a transaction. */
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

/** Other lines, another place or currency, as long as nobody has paid. */
export function rewriteTransaction(context: Context, transaction: Transaction, bill: Bill): void {
  transaction.currency_code = bill.currency;
  transaction.items = itemsOf(bill.lines);
  transaction.details = detailsOf(context, bill);
}

/** Moves a transaction on and tells both: that it has changed, and what it has become. */
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

/** Writes an attempt to pay on a transaction; the newest stands first, as Paddle lists them. */
export function recordAttempt(
  context: Context,
  transaction: Transaction,
  { card, paymentMethodId, at }: Attempt,
  status: Payment['status'],
): void {
  const errors = { captured: null, error: 'declined', action_required: null } as const;
  const now = at.toISOString();
  const again = transaction.payments[0];
  const payment: Payment = {
    payment_attempt_id: again?.status === 'action_required' ? again.payment_attempt_id : randomUUID(),
    stored_payment_method_id: again?.stored_payment_method_id ?? randomUUID(),
    payment_method_id: paymentMethodId,
    amount: transaction.details.totals.grand_total,
    status,
    error_code: errors[status],
    method_details: { type: 'card', underlying_details: null, card: cardOf(card, context.now()) },
    created_at: now,
    captured_at: status === 'captured' ? now : null,
  };
  if (again?.status === 'action_required') transaction.payments.shift();
  transaction.payments.unshift(payment);
}

/** Paid: no longer due, and Paddle's fee is known. */
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

/** What is left of a transaction after all that was given back. */
export function setAdjustedTotals(context: Context, { id, details, currency_code }: Transaction): void {
  const approved = adjustmentsOf(context, id).filter(({ status }) => status === 'approved');
  const given = approved.length > 0 ? add(...approved.map(({ totals }) => toSum(totals))) : nothing;
  const { totals } = details;
  const left = subtract(toSum(totals), given);
  const fee = Number(totals.fee);
  const grandTotal = Math.max(0, Number(totals.grand_total) - given.total);
  details.adjusted_totals = {
    ...withoutDiscount(toTotals(left)),
    grand_total: String(grandTotal),
    fee: totals.fee,
    earnings: totals.fee === null ? null : String(left.subtotal - fee),
    currency_code,
  };
  // Yen are paid out in another currency, which the sandbox does not do.
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
