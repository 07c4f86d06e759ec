import { createHash, randomInt } from 'node:crypto';

/** Without characters that look alike in print: 0 O, 1 I L. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

/** 16 characters, about 79 bits: too many to guess. */
export function makeInviteCode(): string {
  const group = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return [group(), group(), group(), group()].join('-');
}

/** Hashes a code for storage. Case, hyphens and spaces are ignored, because people type codes from paper. */
export function hashInviteCode(code: string): Buffer {
  return createHash('sha256').update(code.toUpperCase().replace(/[\s-]/g, '')).digest();
}
