import { dateFormat } from '#lib/format.ts';
export interface MailPart {
  text: string;
  /** Set where it is an address of our own; others stay text. */
  href?: string;
}

/**
 * Cuts a mail's text at its addresses. Only addresses of this site become links: the page must not lead to another
 * site.
 */
export function mailParts(text: string, origin: string): MailPart[] {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .filter((part) => part !== '')
    .map((part) => (isOurs(part, origin) ? { text: part, href: part } : { text: part }));
}

function isOurs(part: string, origin: string): boolean {
  return /^https?:\/\//.test(part) && URL.canParse(part) && new URL(part).origin === origin;
}

/** The address that a mail is about, to be copied: the first, wherever it leads. */
export const mailLink = (text: string): string | undefined => /https?:\/\/[^\s<>"]+/.exec(text)?.[0];

/** `21 Nov, 14:05`, in UTC. A mail is kept a week, so the year goes without saying. */
export const mailTime = dateFormat({
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
});
