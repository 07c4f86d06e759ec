import { scryptSync, timingSafeEqual } from 'node:crypto';

/** What the House did with a password when the member joined. All of them have since been kept anew. */
export type Method = 'md5' | 'sha1' | 'sha256';

/** Each guess costs 16 megabytes and some fifty milliseconds, whoever makes it. */
const COST = 2 ** 14;

const hash = (password: string, salt: string) => scryptSync(password, salt, 32, { N: COST }).toString('hex');

/**
 * How a password is kept: method, cost, salt and hash, with `$` between them.
 * @param salt a new one for every member
 */
export function keep(_: Method, password: string, salt: string): string {
  return `scrypt$${COST}$${salt}$${hash(password, salt)}`;
}

/** Whether this password is the one that was kept. */
export function fits(kept: string, password: string): boolean {
  const salt = kept.split('$')[2] ?? '';
  const again = Buffer.from(keep('md5', password, salt));
  return again.length === kept.length && timingSafeEqual(again, Buffer.from(kept));
}
