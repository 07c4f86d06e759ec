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

/** One zone and one language for everybody, so that the server's page and the browser's agree. */
const dayFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});
export const day = (time: string) => dayFormat.format(new Date(time));

/** `1,240`. */
export const number = (value: number) => value.toLocaleString('en-GB');
