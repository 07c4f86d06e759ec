import { dateFormat } from '#lib/format.ts';

const weekday = dateFormat({ weekday: 'long' });
const clock = dateFormat({ hour: '2-digit', minute: '2-digit' });

/** `on Tuesday at 14:05`, in the reader's own time. Only for what is shown in the browser alone. */
export const until = (time: string): string => `on ${weekday(time)} at ${clock(time)}`;
