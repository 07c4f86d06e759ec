import type { Currency, Totals, TransactionTotals } from '../shapes.ts';
import type { Place } from './places.ts';

/** Whole numbers in the minor unit. `total` is `subtotal` and `tax` together, always. */
export interface Sum {
  subtotal: number;
  tax: number;
  total: number;
}

export const nothing: Sum = { subtotal: 0, tax: 0, total: 0 };

/** Adds the tax of a place to an amount, or finds it inside. Halves are rounded up. */
export function withTax(amount: number, { taxRate, taxIncluded }: Pick<Place, 'taxRate' | 'taxIncluded'>): Sum {
  // A rate has at most five digits behind the point; whole numbers keep the arithmetic exact.
  const million = 1_000_000;
  const rate = Math.round(Number(taxRate) * million);
  if (taxIncluded) {
    const subtotal = Math.round((amount * million) / (million + rate));
    return { subtotal, tax: amount - subtotal, total: amount };
  }
  const tax = Math.round((amount * rate) / million);
  return { subtotal: amount, tax, total: amount + tax };
}

export function add(...sums: Sum[]): Sum {
  const all = { ...nothing };
  for (const sum of sums) {
    all.subtotal += sum.subtotal;
    all.tax += sum.tax;
    all.total += sum.total;
  }
  return all;
}

export function subtract(from: Sum, what: Sum): Sum {
  return { subtotal: from.subtotal - what.subtotal, tax: from.tax - what.tax, total: from.total - what.total };
}

/** A part of a sum, by its total: the tax keeps its share, to the minor unit. */
export function partOf(whole: Sum, total: number): Sum {
  if (total === whole.total) return whole;
  const tax = whole.total === 0 ? 0 : Number((BigInt(whole.tax) * BigInt(total)) / BigInt(whole.total));
  return { subtotal: total - tax, tax, total };
}

export const toTotals = ({ subtotal, tax, total }: Sum): Totals => ({
  subtotal: String(subtotal),
  discount: '0',
  tax: String(tax),
  total: String(total),
});

/** The same without the discount, as adjustments have it. */
export const toSums = ({ subtotal, tax, total }: Sum) => ({
  subtotal: String(subtotal),
  tax: String(tax),
  total: String(total),
});

export const toSum = ({ subtotal, tax, total }: { subtotal: string; tax: string; total: string }): Sum => ({
  subtotal: Number(subtotal),
  tax: Number(tax),
  total: Number(total),
});

/** What Paddle keeps of a payment: five per cent and fifty of the minor unit, and never more than there is. */
export const feeOf = ({ subtotal, total }: Sum): number =>
  total === 0 ? 0 : Math.min(subtotal, Math.round(total * 0.05) + 50);

/** How credit pays a bill: first what the bill itself gives back, then the buyer's balance. */
export interface CreditUse {
  used: number;
  fromBalance: number;
  toBalance: number;
}

export function useCredit(total: number, credit: number, balance: number): CreditUse {
  const fromCredit = Math.min(credit, total);
  const fromBalance = Math.min(balance, total - fromCredit);
  return { used: fromCredit + fromBalance, fromBalance, toBalance: credit - fromCredit };
}

/** @param isDue whether the sum is still to be paid */
export function transactionTotals(
  sum: Sum,
  { credit, isDue, fee, currency }: { credit: CreditUse; isDue: boolean; fee: number | null; currency: Currency },
): TransactionTotals {
  const grandTotal = sum.total - credit.used;
  return {
    ...toTotals(sum),
    credit: String(credit.used),
    credit_to_balance: String(credit.toBalance),
    balance: isDue ? String(grandTotal) : '0',
    grand_total: String(grandTotal),
    fee: fee === null ? null : String(fee),
    earnings: fee === null ? null : String(sum.subtotal - fee),
    currency_code: currency,
  };
}
