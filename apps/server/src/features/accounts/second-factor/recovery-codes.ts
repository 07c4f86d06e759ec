import { createHash, randomInt } from 'node:crypto';

// Without letters and digits that look alike.
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
const groups = 4;
const groupLength = 4;
const howMany = 10;

/** Ten of about 79 bits each, such as `k7mq-2xhd-9ewp-c4tn`. */
export function makeRecoveryCodes(): string[] {
  const group = () => Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join('');
  return Array.from({ length: howMany }, () => Array.from({ length: groups }, group).join('-'));
}

/** A code as it is compared: people leave hyphens out, put spaces in and write capitals. */
export const plainCode = (code: string): string => code.replace(/[\s-]/g, '').toLowerCase();

/**
 * All that is stored of a code. Codes are too long to be guessed, so a plain hash will do; the user is hashed too, so
 * no two users share one.
 */
export function hashRecoveryCode(userPk: number, code: string): Buffer {
  return createHash('sha256')
    .update(`${userPk}:${plainCode(code)}`)
    .digest();
}
