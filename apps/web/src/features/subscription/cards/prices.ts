import type { Cycle, PaddleSubscription, Plan } from '@hexpedition/contract';
import { countryName, formatMoney } from '@hexpedition/contract/money';
import type { PricePreviewResponse } from '@paddle/paddle-js';

/** Price of one period of a plan. */
export interface Price {
  /** In the minor unit of the currency. */
  amount: number;
  currency: string;
}

/** Prices by price id, with their country and tax treatment. */
export interface Prices {
  byId: ReadonlyMap<string, Price>;
  country: string | null;
  tax: 'included' | 'added';
}

/** The list prices, used until Paddle returns the prices for the buyer's country. */
export function listPrices(offer: PaddleSubscription): Prices {
  const known = offersOf(offer).flatMap(({ price_id, details, currency }): [string, Price][] =>
    details && currency ? [[price_id, { amount: details.amount, currency }]] : [],
  );
  return { byId: new Map(known), country: null, tax: 'added' };
}

export const offersOf = ({ products }: PaddleSubscription): Plan['monthly'][] =>
  Object.values(products).flatMap(({ monthly, yearly }: Plan) => [monthly, yearly]);

/** Converts Paddle's price preview for the buyer's country. */
export function localPrices({ data }: PricePreviewResponse, country: string | null): Prices {
  const { currencyCode: currency, details, address } = data;
  const lines = details.lineItems;
  return {
    byId: new Map(lines.map(({ price, totals }) => [price.id, { amount: Number(totals.total), currency }])),
    country: address?.countryCode ?? country,
    tax: lines.some(({ totals }) => Number(totals.tax) > 0) ? 'included' : 'added',
  };
}

export const priceText = ({ amount, currency }: Price, country: string | null): string =>
  formatMoney(amount, currency, country);

/** Describes currency, country and tax: `In EUR, for Germany, tax included.` */
export function noteOf({ byId, country, tax }: Prices): string {
  const [price] = byId.values();
  if (!price) return '';
  const where = country ? `, for ${countryName(country)}` : '';
  return `In ${price.currency}${where}${tax === 'included' ? ', tax included.' : '. Local tax is added at checkout.'}`;
}

/** Number of free months in a yearly plan compared to monthly payment; the minimum over all plans. */
export function freeMonths(plans: readonly Plan[], { byId }: Prices): number {
  const months = plans.map(({ monthly, yearly }) => {
    const [month, year] = [byId.get(monthly.price_id), byId.get(yearly.price_id)];
    return month && year && month.amount > 0 ? Math.floor((12 * month.amount - year.amount) / month.amount) : 0;
  });
  return Math.max(0, Math.min(...months));
}

/** Converts a price to the other cycle: a yearly price per month, a monthly price per year. */
export const inOtherCycle = ({ amount, currency }: Price, cycle: Cycle): Price => ({
  amount: cycle === 'yearly' ? Math.round(amount / 12) : amount * 12,
  currency,
});
