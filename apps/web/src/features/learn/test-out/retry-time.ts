import { dateFormat } from '#lib/format.ts';

const weekday = dateFormat({ weekday: 'long' });
const clock = dateFormat({ hour: '2-digit', minute: '2-digit' });

/** Formats a time in the user's time zone: `on Tuesday at 14:05`. Use only in content that the server does not render. */
export const retryTimeText = (time: string): string => `on ${weekday(time)} at ${clock(time)}`;
