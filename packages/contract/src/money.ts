/* This file must not import Zod, because the browser imports it. */

/** Returns the English locale of the buyer's region, for the format of amounts and dates. */
const localeOf = (country: string | null): string => (country ? `en-${country}` : 'en');

/**
 * Formats an amount.
 * @param minor amount in the currency's minor unit, as Paddle uses it: euro cents, whole yen
 * @param currency ISO 4217, such as EUR
 * @param country ISO 3166, such as DE; null if unknown
 */
export function formatMoney(minor: number, currency: string, country: string | null): string {
  const format = new Intl.NumberFormat(localeOf(country), { style: 'currency', currency });
  return format.format(minor / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

/** Returns the number of decimal digits of a currency: two for euro, none for yen. */
export const minorDigits = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;

/** Formats a day for the buyer's region. @param time ISO 8601 */
export const formatDay = (time: string | Date, country: string | null): string =>
  new Intl.DateTimeFormat(localeOf(country), { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(time));

/** Returns a country's name in English. @param country ISO 3166, such as DE */
export const countryName = (country: string): string =>
  new Intl.DisplayNames('en', { type: 'region' }).of(country) ?? country;
