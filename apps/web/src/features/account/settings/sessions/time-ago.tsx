import { timeAgo } from '../words.ts';

const exact = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short' });

/** A time in words; the exact one shows on hover. */
export const TimeAgo = ({ time, now }: { time: string; now: number }) => (
  <time dateTime={time} title={exact.format(new Date(time))}>
    {timeAgo(time, now)}
  </time>
);
