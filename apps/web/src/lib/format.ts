import { type TierCode, tierNames } from '@hexpedition/contract/tiers';

/** Formats a count: `1 flag`, `3 flags`. */
export const plural = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

export const tierName = (tier: TierCode): string => tierNames[tier];

/** Formats minutes: `50 min`, `1 h`, `1 h 20 min`. */
export function duration(minutes: number): string {
  if (minutes < 60) return `${minutes} min`;
  const rest = minutes % 60;
  return `${Math.floor(minutes / 60)} h${rest ? ` ${rest} min` : ''}`;
}

/**
 * Creates a date formatter. The Intl formatter is created on first use, because loading the locale data takes 100 ms on
 * a slow phone.
 */
export function dateFormat(options: Intl.DateTimeFormatOptions): (time: Date | number | string) => string {
  let format: Intl.DateTimeFormat | undefined;
  return (time) => {
    format ??= new Intl.DateTimeFormat('en-GB', options);
    return format.format(new Date(time));
  };
}

/** Formats a day in UTC and one locale, so that server and browser render the same. */
export const day = dateFormat({ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

const clock = dateFormat({ hour: '2-digit', minute: '2-digit' });
const localDay = dateFormat({ day: 'numeric', month: 'short', year: 'numeric' });

/** Formats `at 12:42` for today, otherwise `3 Nov 2026`, in the user's time zone. Use in the browser only. */
export function when(time: string): string {
  const at = new Date(time);
  return at.toDateString() === new Date().toDateString() ? `at ${clock(at)}` : localDay(at);
}

/** Formats `1,240`. */
export const number = (value: number) => value.toLocaleString('en-GB');
