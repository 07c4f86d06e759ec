import { createHash, timingSafeEqual } from 'node:crypto';

export { awardFlag, recordForeign } from './flags.store.ts';

/** Trims what came along when the flag was copied: blanks, quotes and backticks around it. */
export function cleanFlag(text: string): string {
  return text
    .trim()
    .replace(/^["'`]+|["'`]+$/g, '')
    .trim();
}

/** SHA-256 over salt and flag; flags are long and random, or static and worth a few points. */
export function hashFlag(flag: string, salt: Buffer = Buffer.alloc(0)): Buffer {
  return createHash('sha256').update(salt).update(flag).digest();
}

export function sameHash(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
