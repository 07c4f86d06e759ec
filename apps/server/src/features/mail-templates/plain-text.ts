/**
 * Sanitises a name for mails: keeps letters, digits and harmless characters. Mail programs cannot turn the result into a
 * link, and it contains no line breaks and no text direction marks. A dot stays only inside a number.
 */
export function sanitizeName(text: string): string {
  const kept = text
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}_. -]+/gu, ' ')
    .replace(/(?<!\p{N})\.|\.(?!\p{N})/gu, ' ')
    // Four numbers with dots are an IP address.
    .replace(/\d+(?:\.\d+){2,}/g, (version) => version.split('.')[0] ?? '')
    .replace(/\s+/g, ' ')
    .trim();
  return [...kept].slice(0, 40).join('') || 'somebody';
}

/** Formats a time as `21 November 2026, 14:05 UTC`. Returns an empty string for an invalid time. */
export function formatUtcTime(time: string): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return '';
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(date);
  return `${day}, ${date.toISOString().slice(11, 16)} UTC`;
}
