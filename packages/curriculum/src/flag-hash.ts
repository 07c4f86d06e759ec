import { createHash, timingSafeEqual } from 'node:crypto';

/** Removes blanks, quotes and backticks that were copied together with a flag. */
export function cleanFlag(text: string): string {
  return text
    .trim()
    .replace(/^["'`]+|["'`]+$/g, '')
    .trim();
}

/** Returns the SHA-256 of salt and flag. A fast hash suffices: flags are long and random, or static and worth few points. */
export function hashFlag(flag: string, salt: Buffer = Buffer.alloc(0)): Buffer {
  return createHash('sha256').update(salt).update(flag).digest();
}

export function sameHash(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
