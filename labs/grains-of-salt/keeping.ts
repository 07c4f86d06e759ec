import { createHash, timingSafeEqual } from 'node:crypto';

/** What the House does with a password. Each has been the newest once. */
export type Method = 'md5' | 'sha1' | 'sha256';

const hash = (method: Method, text: string) => createHash(method).update(text).digest('hex');

/**
 * How a password is kept: method and hash, or method, salt and hash, with `$` between them. It goes out on the paper like this.
 * @param salt a new one for every member; left out by the methods that had none
 */
export function keep(method: Method, password: string, salt: string): string {
  // The hole: two of three have no salt, and all three are as fast as can be
  if (method === 'sha256') return `${method}$${salt}$${hash(method, salt + password)}`;
  return `${method}$${hash(method, password)}`;
}

/** Whether this password is the one that was kept. */
export function fits(kept: string, password: string): boolean {
  const [method, ...rest] = kept.split('$');
  const again = Buffer.from(keep(method as Method, password, rest[0] ?? ''));
  return again.length === kept.length && timingSafeEqual(again, Buffer.from(kept));
}
