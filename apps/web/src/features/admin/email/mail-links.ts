import { dateFormat } from '#lib/format.ts';

export interface MailPart {
  text: string;
  /** Set for a URL of this site. Other URLs stay text. */
  href?: string;
}

/**
 * Splits a mail's text at its URLs. Only URLs of this site become links, so that the page never leads to another site.
 */
export function splitAtLinks(text: string, origin: string): MailPart[] {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .filter((part) => part !== '')
    .map((part) => (isSameOrigin(part, origin) ? { text: part, href: part } : { text: part }));
}

function isSameOrigin(part: string, origin: string): boolean {
  return /^https?:\/\//.test(part) && URL.canParse(part) && new URL(part).origin === origin;
}

/** Returns the first URL in a mail's text, of any site, for copying. */
export const firstLink = (text: string): string | undefined => /https?:\/\/[^\s<>"]+/.exec(text)?.[0];

/** Formats a time in UTC: `21 Nov, 14:05`. Mails are kept for a week, so the year is left out. */
export const formatMailTime = dateFormat({
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
});
