/** The part of a voucher's link behind the `#`: browsers never send it, so no server and no log learns the code. */
const mark = 'code=';
const key = 'voucher';

/** The code in what somebody typed or pasted: a code, or a whole link. */
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
 * The code of the link that led here, once; empty where there is none. The route has kept it in this tab, because whoever
 * has to log in first comes back without it.
 */
export function takeCode(): string {
  const hash = sessionStorage.getItem(key) ?? '';
  sessionStorage.removeItem(key);
  return hash.includes(mark) ? codeOf(hash) : '';
}
