const format = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', weekday: 'long' });

/** `on Tuesday at 14:05`, in the reader's own time. Only for what is shown in the browser alone. */
export function until(time: string): string {
  const parts = format.formatToParts(new Date(time));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? '';
  return `on ${part('weekday')} at ${part('hour')}:${part('minute')}`;
}
