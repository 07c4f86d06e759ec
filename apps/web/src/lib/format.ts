import { type TierCode, tierNames } from '@hexpedition/contract/tiers';

/** `1 flag`, `3 flags`. */
export const plural = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

export const tierName = (tier: TierCode): string => tierNames[tier];

/** `50 min`, `1 h`, `1 h 20 min`. */
export function duration(minutes: number): string {
  if (minutes < 60) return `${minutes} min`;
  const rest = minutes % 60;
  return `${Math.floor(minutes / 60)} h${rest ? ` ${rest} min` : ''}`;
}

/**
 * Writes times. The browser reads its language data for the first one, which takes a slow phone 100 ms, so that nothing
 * is made before there is a time to write.
 */
export function dateFormat(options: Intl.DateTimeFormatOptions): (time: Date | number | string) => string {
  let format: Intl.DateTimeFormat | undefined;
  return (time) => {
    format ??= new Intl.DateTimeFormat('en-GB', options);
    return format.format(new Date(time));
  };
}

/** One zone and one language for everybody, so that the server's page and the browser's agree. */
export const day = dateFormat({ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

const clock = dateFormat({ hour: '2-digit', minute: '2-digit' });
const localDay = dateFormat({ day: 'numeric', month: 'short', year: 'numeric' });

/** `at 12:42` today, and `3 Nov 2026` on another day: in the reader's own time, so for what the browser alone shows. */
export function when(time: string): string {
  const at = new Date(time);
  return at.toDateString() === new Date().toDateString() ? `at ${clock(at)}` : localDay(at);
}

/** `1,240`. */
export const number = (value: number) => value.toLocaleString('en-GB');
