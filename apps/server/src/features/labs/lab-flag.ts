import { createHmac } from 'node:crypto';

/** Raise it with the key or the format; instances keep the number that theirs was made with. */
export const flagKeyVersion = 1;

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

/**
 * The flag of one learner's instance: nobody can work out another's, and whose it is shows by its hash. 130 of the
 * 256 bits, in base32 (RFC 4648) with small letters.
 */
export function deriveFlag(
  key: Buffer,
  of: { lab: string; version: string; userPk: number; instancePk: number; flagId: string },
): string {
  const text = `v${flagKeyVersion}|${of.lab}|${of.version}|${of.userPk}|${of.instancePk}|${of.flagId}`;
  return `flag{${base32(createHmac('sha256', key).update(text).digest()).slice(0, 26)}}`;
}

function base32(bytes: Buffer): string {
  let bits = '';
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0');
  return (bits.match(/.{5}/g) ?? []).map((five) => alphabet[Number.parseInt(five, 2)]).join('');
}
