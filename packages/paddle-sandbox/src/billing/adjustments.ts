import type { Context } from '../context.ts';
import { add, partOf, type Sum, subtract, toSum, toSums } from '../money/totals.ts';
import { refused } from '../paddle-error.ts';
import type { Adjustment, AdjustmentItem, LineItem, Proration, Transaction } from '../shapes.ts';
import { adjustmentsOf, setAdjustedTotals, touch } from './transactions.ts';

/** Returns the amount of a line that was not refunded or credited. */
export function remainingOf(context: Context, transaction: Transaction, line: LineItem): Sum {
  const adjusted = adjustmentsOf(context, transaction.id)
    .flatMap(({ items }) => items)
    .filter(({ item_id }) => item_id === line.id);
  return adjusted.reduce((left, { totals }) => subtract(left, toSum(totals)), toSum(line.totals));
}

export interface AdjustmentLine {
  itemId: string;
  type: AdjustmentItem['type'];
  sum: Sum;
  proration: Proration | null;
}

export interface NewAdjustment {
  action: Adjustment['action'];
  type: Adjustment['type'];
  reason: string;
  appliedToBalance: boolean | null;
  items: AdjustmentLine[];
}

export function createAdjustment(context: Context, transaction: Transaction, given: NewAdjustment): Adjustment {
  const now = context.now().toISOString();
  const sum = add(...given.items.map((item) => item.sum));
  const { currency_code } = transaction;
  // Paddle reviews refunds. Credits are approved immediately.
  const status = given.action === 'refund' ? 'pending_approval' : 'approved';
  const adjustment: Adjustment = {
    id: context.id('adj'),
    action: given.action,
    type: given.type,
    transaction_id: transaction.id,
    subscription_id: transaction.subscription_id,
    // A paid transaction always has a customer.
    customer_id: transaction.customer_id ?? '',
    reason: given.reason,
    credit_applied_to_balance: given.appliedToBalance,
    currency_code,
    status,
    items: given.items.map(({ itemId, type, sum: part, proration }) => ({
      id: context.id('adjitm'),
      item_id: itemId,
      type,
      amount: String(part.total),
      proration,
      totals: toSums(part),
    })),
    totals: { ...toSums(sum), fee: '0', earnings: String(sum.subtotal), currency_code },
    payout_totals:
      currency_code === 'JPY'
        ? null
        : {
            ...toSums(sum),
            fee: '0',
            chargeback_fee: { amount: '0', original: null },
            earnings: String(sum.subtotal),
            currency_code,
          },
    tax_rates_used: ratesOf(transaction, given.items),
    created_at: now,
    updated_at: now,
  };
  context.state.adjustments[adjustment.id] = adjustment;
  context.emit('adjustment.created', adjustment);
  if (status === 'approved') {
    setAdjustedTotals(context, transaction);
    touch(context, transaction);
  }
  return adjustment;
}

function ratesOf({ details }: Transaction, items: AdjustmentLine[]): Adjustment['tax_rates_used'] {
  const rateOf = (itemId: string) => details.line_items.find(({ id }) => id === itemId)?.tax_rate ?? '0';
  const rates = [...new Set(items.map(({ itemId }) => rateOf(itemId)))];
  return rates.map((rate) => ({
    tax_rate: rate,
    totals: toSums(add(...items.filter(({ itemId }) => rateOf(itemId) === rate).map(({ sum }) => sum))),
  }));
}

export function approveAdjustment(context: Context, adjustment: Adjustment): void {
  const transaction = context.state.transactions[adjustment.transaction_id];
  adjustment.status = 'approved';
  adjustment.updated_at = context.now().toISOString();
  context.emit('adjustment.updated', adjustment);
  if (!transaction) return;
  setAdjustedTotals(context, transaction);
  touch(context, transaction);
}

export interface AdjustmentRequest {
  action: 'refund' | 'credit';
  type: 'full' | 'partial';
  reason: string;
  items: { item_id: string; type: 'full' | 'partial'; amount?: string | null }[];
}

/** Creates a refund or a credit that the shop requests. A refund waits for approval. */
export function adjust(context: Context, transaction: Transaction, request: AdjustmentRequest): Adjustment {
  requireAdjustable(transaction, request.action);
  const items: AdjustmentLine[] = [];
  for (const line of transaction.details.line_items) {
    const requested = request.items.find(({ item_id }) => item_id === line.id);
    if (request.type === 'partial' && !requested) continue;
    const left = remainingOf(context, transaction, line);
    const amount = requested?.type === 'partial' ? Number(requested.amount) : left.total;
    if (left.total === 0) {
      if (request.type === 'full') continue;
      throw refused(
        'adjustment_transaction_item_has_already_been_fully_adjusted',
        `Item ${line.id} is already fully adjusted.`,
      );
    }
    if (!(amount > 0)) throw refused('adjustment_amount_cannot_be_zero', 'The amount must be greater than zero.');
    if (amount > left.total) {
      throw refused(
        'adjustment_amount_above_remaining_allowed',
        `The remaining amount of item ${line.id} is ${left.total}.`,
      );
    }
    items.push({
      itemId: line.id,
      type: requested?.type ?? 'full',
      sum: partOf(left, amount),
      proration: null,
    });
  }
  const unknown = request.items.find(({ item_id }) => !transaction.details.line_items.some(({ id }) => id === item_id));
  if (unknown)
    throw refused('adjustment_transaction_item_invalid', `Item ${unknown.item_id} is not in this transaction.`);
  if (items.length === 0) {
    throw refused(
      'adjustment_transaction_item_has_already_been_fully_adjusted',
      'The transaction is already fully adjusted.',
    );
  }
  const { action, type, reason } = request;
  return createAdjustment(context, transaction, { action, type, reason, appliedToBalance: null, items });
}

function requireAdjustable({ status, customer_id }: Transaction, action: 'refund' | 'credit'): void {
  if (!customer_id) throw refused('adjustment_transaction_missing_customer_id', 'The transaction has no customer.');
  if (action === 'refund' && status !== 'completed' && status !== 'paid') {
    throw refused('adjustment_transaction_invalid_status_for_refund', `A ${status} transaction can't be refunded.`);
  }
  if (action === 'credit' && status !== 'billed' && status !== 'past_due') {
    throw refused('adjustment_transaction_invalid_status_for_credit', `A ${status} transaction can't be credited.`);
  }
}
