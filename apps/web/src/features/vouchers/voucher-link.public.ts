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
 * Keeps the code of a link in this tab until the page takes it: whoever has to log in first comes back without it.
 * @param hash of the address
 */
export function keepCode(hash: string): void {
  const code = hash.includes(mark) ? codeOf(hash) : '';
  // No code is as long; what is longer is no link of ours.
  if (code !== '' && code.length <= 100) sessionStorage.setItem(key, code);
}

/** The code that was kept, once; empty where there is none. */
export function takeCode(): string {
  const code = sessionStorage.getItem(key) ?? '';
  sessionStorage.removeItem(key);
  return code;
}
