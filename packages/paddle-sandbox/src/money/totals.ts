import type { Currency, Totals, TransactionTotals } from '../shapes.ts';
import type { TaxRegion } from './tax-regions.ts';

/** Integers in the minor unit. `total` always equals `subtotal` plus `tax`. */
export interface Sum {
  subtotal: number;
  tax: number;
  total: number;
}

export const zeroSum: Sum = { subtotal: 0, tax: 0, total: 0 };

/** Adds the tax of a region to an amount, or extracts it if the amount includes tax. Rounds half up. */
export function withTax(amount: number, { taxRate, taxIncluded }: Pick<TaxRegion, 'taxRate' | 'taxIncluded'>): Sum {
  // Rates have at most five decimal digits. Integers keep the arithmetic exact.
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
  const all = { ...zeroSum };
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

/** Returns the part of a sum with this total. Tax is proportional, rounded down to the minor unit. */
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

/** Returns the totals without the discount, as in adjustments. */
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

/** Returns Paddle's fee: 5 % plus 50 minor units, at most the subtotal. */
export const feeOf = ({ subtotal, total }: Sum): number =>
  total === 0 ? 0 : Math.min(subtotal, Math.round(total * 0.05) + 50);

/** Credit used for a bill: first the credit of the bill itself, then the customer's balance. */
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

/** @param isDue whether the transaction is unpaid */
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
