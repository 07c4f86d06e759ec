import { safeSessionStorage } from '#lib/safe-storage.ts';

/** Prefix of the code in a link's fragment. Browsers never send fragments, so no server or log sees the code. */
const mark = 'code=';
const key = 'voucher';

/** Extracts the code from user input: a bare code or a whole link. */
export function codeOf(text: string): string {
  const at = text.lastIndexOf(mark);
  return (at < 0 ? text : decode(text.slice(at + mark.length))).trim();
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export const linkOf = (code: string, origin: string): string => `${origin}/subscription/vouchers#${mark}${code}`;

/**
 * Returns the code of the link that led here, once; empty without one. The route keeps it in sessionStorage, because a
 * log-in in between drops the fragment.
 */
export function takeCode(): string {
  const hash = safeSessionStorage.getItem(key) ?? '';
  safeSessionStorage.removeItem(key);
  return hash.includes(mark) ? codeOf(hash) : '';
}
