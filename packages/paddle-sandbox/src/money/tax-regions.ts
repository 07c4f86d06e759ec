import type { Currency } from '../shapes.ts';

/** Standard VAT rates of the countries of the European Union. */
const euVatRates: Record<string, string> = {
  AT: '0.2',
  BE: '0.21',
  BG: '0.2',
  CY: '0.19',
  CZ: '0.21',
  DE: '0.19',
  DK: '0.25',
  EE: '0.24',
  ES: '0.21',
  FI: '0.255',
  FR: '0.2',
  GR: '0.24',
  HR: '0.25',
  HU: '0.27',
  IE: '0.23',
  IT: '0.22',
  LT: '0.21',
  LU: '0.17',
  LV: '0.21',
  MT: '0.18',
  NL: '0.21',
  PL: '0.23',
  PT: '0.23',
  RO: '0.21',
  SE: '0.25',
  SI: '0.22',
  SK: '0.23',
};

/** Currency and tax of a buyer's country and postal code. */
export interface TaxRegion {
  currency: Currency;
  /** Decimal fraction, such as 0.19. */
  taxRate: string;
  /** Whether prices in this region include tax. */
  taxIncluded: boolean;
}

/** Countries whose prices are in this currency instead of US dollars. */
export const countriesOf: Record<Exclude<Currency, 'USD'>, string[]> = {
  EUR: Object.keys(euVatRates),
  GBP: ['GB'],
  JPY: ['JP'],
  CHF: ['CH'],
};

const otherTaxes: Record<string, Omit<TaxRegion, 'currency'>> = {
  GB: { taxRate: '0.2', taxIncluded: true },
  JP: { taxRate: '0.1', taxIncluded: true },
  CH: { taxRate: '0.081', taxIncluded: true },
  AU: { taxRate: '0.1', taxIncluded: true },
  CA: { taxRate: '0.05', taxIncluded: false },
};

/** Sales tax in the United States by the first digits of the ZIP code. Other ZIP codes have no tax. */
const salesTax: [zip: RegExp, rate: string][] = [
  [/^10\d/, '0.08875'],
  [/^9[0-6]/, '0.0725'],
];

export function taxRegionOf(country: string, postalCode: string | null): TaxRegion {
  const vat = euVatRates[country];
  if (vat) return { currency: 'EUR', taxRate: vat, taxIncluded: true };
  if (country === 'US') {
    const rate = salesTax.find(([zip]) => zip.test(postalCode ?? ''))?.[1] ?? '0';
    return { currency: 'USD', taxRate: rate, taxIncluded: false };
  }
  const currency = Object.entries(countriesOf).find(([, countries]) => countries.includes(country))?.[0];
  const tax = otherTaxes[country] ?? { taxRate: '0', taxIncluded: false };
  return { currency: (currency as Currency | undefined) ?? 'USD', ...tax };
}

const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
/** Countries in which Paddle does not sell. */
const unsupported = new Set([
  'BY',
  'CD',
  'CF',
  'CU',
  'HT',
  'IR',
  'IQ',
  'KP',
  'LY',
  'ML',
  'NI',
  'RU',
  'SD',
  'SO',
  'SS',
  'SY',
]);

export function isCountry(code: string): boolean {
  return /^[A-Z]{2}$/.test(code) && !unsupported.has(code) && names.of(code) !== undefined;
}

const offered =
  `US GB CA AU JP CH ${Object.keys(euVatRates).join(' ')} AR BR CL CO CR EG GE HK ID IL IN IS KE KR MA MX MY NG NO NZ PE PH ` +
  'PK RS SA SG TH TR TW UA UY VN ZA';

/** Countries of the checkout page, sorted by name. */
export const countryChoices: { code: string; name: string }[] = offered
  .split(' ')
  .map((code) => ({ code, name: names.of(code) ?? code }))
  .sort((a, b) => a.name.localeCompare(b.name, 'en'));

/** Number of decimal digits of a currency. */
export const minorDigits = (currency: Currency): number => (currency === 'JPY' ? 0 : 2);

/** Formats an amount, such as €29.00. */
export function formatAmount(amount: string | number, currency: Currency): string {
  const value = Number(amount) / 10 ** minorDigits(currency);
  return new Intl.NumberFormat('en', { style: 'currency', currency }).format(value);
}
