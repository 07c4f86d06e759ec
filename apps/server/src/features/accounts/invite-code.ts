import { createHash, randomInt } from 'node:crypto';

/** Without what looks alike in print: 0 O, 1 I L. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

/** 16 characters, about 79 bits: nobody finds one by trying. */
export function makeInviteCode(): string {
  const group = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return [group(), group(), group(), group()].join('-');
}

/** How a code is kept. Case, hyphens and spaces do not count, for people type them from paper. */
export function hashInviteCode(code: string): Buffer {
  return createHash('sha256').update(code.toUpperCase().replace(/[\s-]/g, '')).digest();
}
