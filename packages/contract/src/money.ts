/* This file must not import Zod, because the browser imports it. */

/** Returns the English locale of the buyer's region, for the format of amounts and dates. */
const localeOf = (country: string | null): string => (country ? `en-${country}` : 'en');

/**
 * Decimal digits of the currencies that do not have two (ISO 4217). Intl cannot be asked: it has the digits that people
 * write, which are none for HUF and COP, whereas Paddle counts these in hundredths, as ISO 4217 does.
 */
const digitsByCurrency: Readonly<Record<string, number>> = {
  ...{ BIF: 0, CLP: 0, DJF: 0, GNF: 0, ISK: 0, JPY: 0, KMF: 0, KRW: 0, PYG: 0, RWF: 0, UGX: 0, VND: 0, VUV: 0 },
  ...{ XAF: 0, XOF: 0, XPF: 0, BHD: 3, IQD: 3, JOD: 3, KWD: 3, LYD: 3, OMR: 3, TND: 3 },
};

/** Returns the number of decimal digits of a currency: two for euro, none for yen. */
export const minorDigits = (currency: string): number => digitsByCurrency[currency] ?? 2;

/**
 * Formats an amount.
 * @param minor amount in the currency's minor unit, as Paddle uses it: euro cents, whole yen
 * @param currency ISO 4217, such as EUR
 * @param country ISO 3166, such as DE; null if unknown
 */
export function formatMoney(minor: number, currency: string, country: string | null): string {
  const digits = minorDigits(currency);
  const amount = minor / 10 ** digits;
  // A whole amount has the digits that people write. Other amounts are never rounded.
  const exact = Number.isInteger(amount) ? {} : { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat(localeOf(country), { style: 'currency', currency, ...exact }).format(amount);
}

type Interval = 'day' | 'week' | 'month' | 'year';

/** Formats a duration, such as `7 days`. */
export const formatDuration = ({ interval, frequency }: { interval: Interval; frequency: number }): string =>
  `${frequency} ${interval}${frequency === 1 ? '' : 's'}`;

const cycleNames = { day: 'daily', week: 'weekly', month: 'monthly', year: 'yearly' };

/** Formats a billing cycle, such as `monthly` or `every 3 months`. */
export const formatCycle = (cycle: { interval: Interval; frequency: number }): string =>
  cycle.frequency === 1 ? cycleNames[cycle.interval] : `every ${formatDuration(cycle)}`;

/** Formats a day for the buyer's region. @param time ISO 8601 */
export const formatDay = (time: string | Date, country: string | null): string =>
  new Intl.DateTimeFormat(localeOf(country), { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(time));

/** Returns a country's name in English. @param country ISO 3166, such as DE */
export const countryName = (country: string): string =>
  new Intl.DisplayNames('en', { type: 'region' }).of(country) ?? country;
