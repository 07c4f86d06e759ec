/**
 * A name as it may stand in a mail: letters, digits and what is harmless between them. No mail program makes a link of
 * it, it cannot begin a line of its own, and it cannot turn the direction of the text. A dot stays only inside a number.
 */
export function sanitizeName(text: string): string {
  const kept = text
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}_. -]+/gu, ' ')
    .replace(/(?<!\p{N})\.|\.(?!\p{N})/gu, ' ')
    // Four numbers with dots are an address of the network.
    .replace(/\d+(?:\.\d+){2,}/g, (version) => version.split('.')[0] ?? '')
    .replace(/\s+/g, ' ')
    .trim();
  return [...kept].slice(0, 40).join('') || 'somebody';
}

/** `21 November 2026, 14:05 UTC`; empty where the value is not a time. */
export function formatUtcTime(time: string): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return '';
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(date);
  return `${day}, ${date.toISOString().slice(11, 16)} UTC`;
}
