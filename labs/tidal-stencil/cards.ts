import { randomInt } from 'node:crypto';
import { BLOCK, lock, unlock } from './cipher.ts';

const bench = 2 + randomInt(8);

/** What a new card says. Names bring no signs that would mean something in it. */
export const textOf = (name: string): string =>
  `name=${name
    .replace(/[&=]/g, '-')
    .replace(/[^ -~]/g, '?')
    .slice(0, 60)}&bench=${bench}&grade=apprentice`;

/** Locks the text of a card, filled up with blanks. */
export const write = (text: string): string =>
  lock(Buffer.from(text.padEnd(Math.ceil(text.length / BLOCK) * BLOCK))).toString('hex');

/** Why something is no card. */
export type Fault = 'not hexadecimal' | 'cannot be unlocked' | 'no grade';

/** What a card says, entry by entry. */
export function read(card: string): Map<string, string> | Fault {
  const digits = card.replace(/\s+/g, '');
  if (!/^([0-9a-f]{2})+$/i.test(digits)) return 'not hexadecimal';
  const text = unlock(Buffer.from(digits, 'hex'))?.toString('latin1');
  if (!text) return 'cannot be unlocked';
  const entries = new Map<string, string>();
  for (const entry of text.split('&')) {
    const at = entry.indexOf('=');
    if (at > 0) entries.set(entry.slice(0, at).trim(), entry.slice(at + 1).trim());
  }
  return entries.has('grade') ? entries : 'no grade';
}
