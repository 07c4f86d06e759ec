import { createHash, timingSafeEqual } from 'node:crypto';

/** The methods for storing passwords. Each was the newest once. */
export type Method = 'md5' | 'sha1' | 'sha256';

const hash = (method: Method, text: string) => createHash(method).update(text).digest('hex');

/**
 * Returns a password record: method and hash, or method, salt and hash, with `$` between them. The paper shows it in
 * this form.
 * @param salt a new one for every member; omitted for methods without one
 */
export function keep(method: Method, password: string, salt: string): string {
  // The hole: two of three have no salt, and all three are fast
  if (method === 'sha256') return `${method}$${salt}$${hash(method, salt + password)}`;
  return `${method}$${hash(method, password)}`;
}

/** Returns whether this is the stored password. */
export function fits(kept: string, password: string): boolean {
  const [method, ...rest] = kept.split('$');
  const again = Buffer.from(keep(method as Method, password, rest[0] ?? ''));
  return again.length === kept.length && timingSafeEqual(again, Buffer.from(kept));
}
