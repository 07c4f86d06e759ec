import { createHash, randomInt } from 'node:crypto';

// Without letters and digits that look alike.
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
const groups = 4;
const groupLength = 4;
const codeCount = 10;

/** Creates ten codes of about 79 bits each, for example `k7mq-2xhd-9ewp-c4tn`. */
export function makeRecoveryCodes(): string[] {
  const group = () => Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join('');
  return Array.from({ length: codeCount }, () => Array.from({ length: groups }, group).join('-'));
}

/** Normalises a typed code: people omit hyphens, add spaces and use capitals. */
export const plainCode = (code: string): string => code.replace(/[\s-]/g, '').toLowerCase();

/**
 * Hashes a code for storage. Codes are too long to guess, so a plain hash is sufficient. The user is part of the hash,
 * so that equal codes of two users have different hashes.
 */
export function hashRecoveryCode(userPk: number, code: string): Buffer {
  return createHash('sha256')
    .update(`${userPk}:${plainCode(code)}`)
    .digest();
}
