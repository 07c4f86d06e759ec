import { randomInt } from 'node:crypto';
import { BLOCK, lock, unlock } from './cipher.ts';

const bench = 2 + randomInt(8);

/** Returns the text of a new card. Names cannot contain its special characters. */
export const textOf = (name: string): string =>
  `name=${name
    .replace(/[&=]/g, '-')
    .replace(/[^ -~]/g, '?')
    .slice(0, 60)}&bench=${bench}&grade=apprentice`;

/** Encrypts the text of a card, padded with blanks. */
export const write = (text: string): string =>
  lock(Buffer.from(text.padEnd(Math.ceil(text.length / BLOCK) * BLOCK))).toString('hex');

/** Why a card is not valid. */
export type Fault = 'not hexadecimal' | 'cannot be decrypted' | 'no grade';

/** Returns the entries of a card. */
export function read(card: string): Map<string, string> | Fault {
  const digits = card.replace(/\s+/g, '');
  if (!/^([0-9a-f]{2})+$/i.test(digits)) return 'not hexadecimal';
  const text = unlock(Buffer.from(digits, 'hex'))?.toString('latin1');
  if (!text) return 'cannot be decrypted';
  const entries = new Map<string, string>();
  for (const entry of text.split('&')) {
    const at = entry.indexOf('=');
    if (at > 0) entries.set(entry.slice(0, at).trim(), entry.slice(at + 1).trim());
  }
  return entries.has('grade') ? entries : 'no grade';
}
