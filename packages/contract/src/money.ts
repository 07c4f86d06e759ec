/* No Zod here: the browser imports this. */

/** English words, with the way to write money and dates of the buyer's region. */
const localeOf = (country: string | null): string => (country ? `en-${country}` : 'en');

/**
 * An amount as people write it.
 * @param minor in the currency's minor unit, as Paddle counts: cents of a euro, whole yen
 * @param currency ISO 4217, such as EUR
 * @param country ISO 3166, such as DE; null where it is not known
 */
export function formatMoney(minor: number, currency: string, country: string | null): string {
  const format = new Intl.NumberFormat(localeOf(country), { style: 'currency', currency });
  return format.format(minor / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

/** How many digits of a sum in the minor unit stand behind the point: two of a euro's cents, none of a yen. */
export const minorDigits = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;

/** A day as people write it where the buyer lives. @param time ISO 8601 */
export const formatDay = (time: string | Date, country: string | null): string =>
  new Intl.DateTimeFormat(localeOf(country), { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(time));

/** A country's name in English. @param country ISO 3166, such as DE */
export const countryName = (country: string): string =>
  new Intl.DisplayNames('en', { type: 'region' }).of(country) ?? country;
