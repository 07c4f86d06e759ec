import { amountIn } from '../catalogue.ts';
import type { Context } from '../context.ts';
import { type Place, placeOf } from '../money/places.ts';
import { prorationOf, restOf } from '../money/proration.ts';
import { add, type Sum, toTotals, withTax } from '../money/totals.ts';
import { PaddleError, refused } from '../paddle-error.ts';
import type { Currency, LineItem, Period, Price, Totals } from '../shapes.ts';
import type { BillLine } from '../state.ts';

export interface Ordered {
  price: Price;
  quantity: number;
}

/** Where a buyer is, with the currency that the bill is in: a subscription keeps the one that it began with. */
export function placeWith(country: string, postalCode: string | null, currency?: Currency | null): Place {
  const place = placeOf(country, postalCode);
  return { ...place, currency: currency ?? place.currency };
}

export function lineOf({ price, quantity }: Ordered, place: Place): BillLine {
  const amount = amountIn(price, place.currency);
  return {
    price,
    quantity,
    taxRate: place.taxRate,
    unit: withTax(amount, place),
    sum: withTax(amount * quantity, place),
    proration: null,
  };
}

/** The same line for the rest of a period. */
export function prorated(line: BillLine, period: Period, at: Date): BillLine {
  return {
    ...line,
    unit: restOf(line.unit, period, at),
    sum: restOf(line.sum, period, at),
    proration: prorationOf(period, at),
  };
}

export const sumOf = (lines: BillLine[]): Sum => add(...lines.map(({ sum }) => sum));

/** A line as Paddle shows it on a bill that is not stored. */
export function shownLine(context: Context, line: BillLine): Omit<LineItem, 'id'> {
  return {
    price_id: line.price.id,
    quantity: line.quantity,
    proration: line.proration,
    tax_rate: line.taxRate,
    unit_totals: toTotals(line.unit),
    totals: toTotals(line.sum),
    product: productOf(context, line.price),
  };
}

export function productOf({ catalogue }: Context, price: Price) {
  const product = catalogue.products[price.product_id];
  if (!product) throw new Error(`The catalogue has no product of ${price.id}.`);
  return product;
}

export function taxRatesUsed(lines: BillLine[]): { tax_rate: string; totals: Totals }[] {
  const rates = [...new Set(lines.map(({ taxRate }) => taxRate))];
  return rates.map((rate) => ({
    tax_rate: rate,
    totals: toTotals(sumOf(lines.filter(({ taxRate }) => taxRate === rate))),
  }));
}

/** Finds the prices of an order, and refuses quantities that they do not allow. */
export function pricedOf(context: Context, items: { price_id: string; quantity?: number }[]): Ordered[] {
  return items.map(({ price_id, quantity = 1 }) => {
    const price = context.catalogue.prices[price_id];
    if (!price) throw new PaddleError(400, 'transaction_price_not_found', `Price ${price_id} not found.`);
    if (quantity < price.quantity.minimum || quantity > price.quantity.maximum) {
      throw refused('transaction_item_quantity_out_of_range', `There can't be ${quantity} of ${price_id}.`);
    }
    return { price, quantity };
  });
}

/** An order that can be paid at once: all of it is billed in the same cycle. */
export function orderOf(context: Context, items: { price_id: string; quantity?: number }[]): Ordered[] {
  const ordered = pricedOf(context, items);
  const cycles = new Set(ordered.map(({ price }) => JSON.stringify(price.billing_cycle)));
  if (cycles.size > 1) {
    throw refused('transaction_price_different_billing_cycle', 'All prices must have the same billing cycle.');
  }
  return ordered;
}
