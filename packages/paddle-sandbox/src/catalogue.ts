import { countriesOf } from './money/tax-regions.ts';
import type { Currency, Price, Product } from './shapes.ts';

/**
 * The catalogue of the shop. The shop identifies a product by `key` in its custom data, and a price also by `cycle`.
 */
const plans = [
  {
    key: 'foundational',
    name: 'Foundational',
    description: 'Opens the foundational trainings and their labs.',
    monthly: { USD: 1900, EUR: 1800, GBP: 1600, JPY: 2900, CHF: 1800 },
  },
  {
    key: 'specialization',
    name: 'Specialization',
    description: 'Opens every training and every lab.',
    monthly: { USD: 3900, EUR: 3700, GBP: 3300, JPY: 5900, CHF: 3700 },
  },
] as const;

const cycles = [
  { cycle: 'monthly', interval: 'month', months: 1 },
  // A year costs ten monthly prices.
  { cycle: 'yearly', interval: 'year', months: 10 },
] as const;

export interface Catalogue {
  products: Record<string, Product>;
  prices: Record<string, Price>;
}

/** Returns an id that is the same in every sandbox, so that the shop's tests can use it. */
const fixedId = (prefix: string, name: string) => `${prefix}_${`01${name}`.padEnd(26, '0')}`;

export function createCatalogue(now: Date): Catalogue {
  const dates = { created_at: now.toISOString(), updated_at: now.toISOString() };
  // No prototype, so that a lookup finds only own entries.
  const catalogue: Catalogue = { products: Object.create(null), prices: Object.create(null) };
  for (const { key, name, description, monthly } of plans) {
    const productId = fixedId('pro', key);
    catalogue.products[productId] = {
      id: productId,
      name,
      description,
      type: 'standard',
      tax_category: 'training-services',
      image_url: null,
      custom_data: { key },
      status: 'active',
      import_meta: null,
      ...dates,
    };
    for (const { cycle, interval, months } of cycles) {
      const amount = (currency: Currency) => ({ amount: String(monthly[currency] * months), currency_code: currency });
      const id = fixedId('pri', `${key}${interval}`);
      catalogue.prices[id] = {
        id,
        product_id: productId,
        description: `${name}, ${cycle}`,
        type: 'standard',
        name: `${name} ${cycle}`,
        billing_cycle: { interval, frequency: 1 },
        trial_period: null,
        tax_mode: 'account_setting',
        unit_price: amount('USD'),
        unit_price_overrides: (Object.keys(countriesOf) as (keyof typeof countriesOf)[]).map((currency) => ({
          country_codes: countriesOf[currency],
          unit_price: amount(currency),
        })),
        quantity: { minimum: 1, maximum: 100 },
        status: 'active',
        custom_data: { key, cycle },
        import_meta: null,
        ...dates,
      };
    }
  }
  return catalogue;
}

/** Returns a price in a currency, in the minor unit. */
export function amountIn(price: Price, currency: Currency): number {
  const override = price.unit_price_overrides.find(({ unit_price }) => unit_price.currency_code === currency);
  return Number((override?.unit_price ?? price.unit_price).amount);
}
