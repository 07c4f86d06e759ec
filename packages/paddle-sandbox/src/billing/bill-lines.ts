import { amountIn } from '../catalogue.ts';
import type { Context } from '../context.ts';
import { priceOfRest, prorationOf } from '../money/proration.ts';
import { type TaxRegion, taxRegionOf } from '../money/tax-regions.ts';
import { add, type Sum, toTotals, withTax } from '../money/totals.ts';
import { PaddleError, refused } from '../paddle-error.ts';
import type { BillLine } from '../sandbox-state.ts';
import type { Currency, LineItem, Period, Price, Totals } from '../shapes.ts';

export interface OrderItem {
  price: Price;
  quantity: number;
}

/** Returns the tax region of a buyer with the currency of the bill. A subscription keeps its first currency. */
export function taxRegionWith(country: string, postalCode: string | null, currency?: Currency | null): TaxRegion {
  const region = taxRegionOf(country, postalCode);
  return { ...region, currency: currency ?? region.currency };
}

export function lineOf({ price, quantity }: OrderItem, region: TaxRegion): BillLine {
  const amount = amountIn(price, region.currency);
  return {
    price,
    quantity,
    taxRate: region.taxRate,
    unit: withTax(amount, region),
    sum: withTax(amount * quantity, region),
    proration: null,
  };
}

/** Returns the line for the rest of a period. */
export function prorated(line: BillLine, period: Period, at: Date): BillLine {
  return {
    ...line,
    unit: priceOfRest(line.unit, period, at),
    sum: priceOfRest(line.sum, period, at),
    proration: prorationOf(period, at),
  };
}

export const sumOf = (lines: BillLine[]): Sum => add(...lines.map(({ sum }) => sum));

/** Returns a line in Paddle's format for previews. */
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

/** Returns the prices of an order. Rejects quantities that a price does not allow. */
export function pricedOf(context: Context, items: { price_id: string; quantity?: number }[]): OrderItem[] {
  return items.map(({ price_id, quantity = 1 }) => {
    const price = context.catalogue.prices[price_id];
    if (!price) throw new PaddleError(400, 'transaction_price_not_found', `Price ${price_id} not found.`);
    if (quantity < price.quantity.minimum || quantity > price.quantity.maximum) {
      throw refused('transaction_item_quantity_out_of_range', `Quantity ${quantity} of ${price_id} is out of range.`);
    }
    return { price, quantity };
  });
}

/** Returns the prices of an order. Rejects prices with different billing cycles. */
export function orderOf(context: Context, items: { price_id: string; quantity?: number }[]): OrderItem[] {
  const ordered = pricedOf(context, items);
  const cycles = new Set(ordered.map(({ price }) => JSON.stringify(price.billing_cycle)));
  if (cycles.size > 1) {
    throw refused('transaction_price_different_billing_cycle', 'All prices must have the same billing cycle.');
  }
  return ordered;
}
