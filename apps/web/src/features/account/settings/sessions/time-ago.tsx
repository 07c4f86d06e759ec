import { dateFormat, day, plural } from '#lib/format.ts';

const minute = 60_000;
const hour = 60 * minute;
const dayMs = 24 * hour;

/** Returns `just now`, `3 minutes ago`, `yesterday` or `12 days ago`; after 30 days the date. */
export function timeAgo(time: string, now: number): string {
  const passed = now - Date.parse(time);
  if (passed < minute) return 'just now';
  if (passed < hour) return `${plural(Math.floor(passed / minute), 'minute')} ago`;
  if (passed < dayMs) return `${plural(Math.floor(passed / hour), 'hour')} ago`;
  if (passed < 2 * dayMs) return 'yesterday';
  if (passed < 30 * dayMs) return `${Math.floor(passed / dayMs)} days ago`;
  return `on ${day(time)}`;
}

const exact = dateFormat({ dateStyle: 'full', timeStyle: 'short' });

/** Relative time; the tooltip shows the exact time. */
export const TimeAgo = ({ time, now }: { time: string; now: number }) => (
  <time dateTime={time} title={exact(time)}>
    {timeAgo(time, now)}
  </time>
);
