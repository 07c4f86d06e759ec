import { createHmac, createVerify, timingSafeEqual } from 'node:crypto';
import type { Key } from './keys.ts';

/** The claims of a badge or a day pass. */
export interface Claims {
  sub: string;
  name: string;
  /** `guest`, `apprentice`, `foreman` or `harbour-master`. */
  role: string;
  /** The engraving on the back; a day pass has none. */
  serial?: string;
  /** Seconds since 1970. */
  exp: number;
}

/** Why a badge is rejected, in the words of the gate. */
export class Refused extends Error {}

const seals = new Map<unknown, (message: string, seal: Buffer, key: string) => boolean>([
  ['RS256', (message, seal, key) => createVerify('RSA-SHA256').update(message).verify(key, seal)],
  [
    'HS256',
    (message, seal, key) => {
      const own = createHmac('sha256', key).update(message).digest();
      return own.length === seal.length && timingSafeEqual(own, seal);
    },
  ],
]);

/**
 * Checks a badge or a day pass and returns its claims.
 * @param ring `kid` → key: the public one of the brass badges, and the secret one of the day passes
 * @param now seconds since 1970
 * @throws Refused
 */
export function check(paper: string, ring: ReadonlyMap<string, Key>, now: number): Claims {
  const pieces = paper.split('.');
  const [head = '', body = '', seal = ''] = pieces;
  if (pieces.length !== 3) throw new Refused('A badge has three parts. This one does not.');

  const { alg, kid } = read(head);
  const isSealed = seals.get(alg);
  if (!isSealed) throw new Refused('The gate knows RS256 and HS256. Without a signature, a badge is a piece of metal.');
  const key = ring.get(String(kid));
  if (!key) throw new Refused('The gatehouse has no key with this kid.');
  if (!holds(() => isSealed(`${head}.${body}`, Buffer.from(seal, 'base64url'), key.text))) {
    throw new Refused('The signature does not match these claims.');
  }

  const { sub, name, role, serial, exp } = read(body);
  if (typeof sub !== 'string' || typeof name !== 'string' || typeof role !== 'string') {
    throw new Refused('The signature is right, but the contents are not a badge.');
  }
  if (typeof exp !== 'number' || exp <= now) throw new Refused('This badge has expired.');
  return { sub, name, role, exp, ...(typeof serial === 'string' ? { serial } : {}) };
}

function read(piece: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(Buffer.from(piece, 'base64url').toString('utf8'));
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    // Reported below
  }
  throw new Refused('The badge cannot be read.');
}

/** A key that does not fit makes the check throw, which also means no */
function holds(test: () => boolean): boolean {
  try {
    return test();
  } catch {
    return false;
  }
}
