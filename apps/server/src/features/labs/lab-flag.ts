import { createHmac } from 'node:crypto';

/** Version of key and format. Increase it when either changes; each instance stores the version of its flags. */
export const flagKeyVersion = 1;

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

/**
 * Derives the flag of one learner's instance: an HMAC, of which 130 of 256 bits are encoded in lower-case base32 (RFC 4648).
 * A learner cannot compute another learner's flag, and the stored hash identifies the owner.
 */
export function deriveFlag(
  key: Buffer,
  facts: { lab: string; version: string; userPk: number; instancePk: number; flagId: string },
): string {
  const text = `v${flagKeyVersion}|${facts.lab}|${facts.version}|${facts.userPk}|${facts.instancePk}|${facts.flagId}`;
  return `flag{${base32(createHmac('sha256', key).update(text).digest()).slice(0, 26)}}`;
}

function base32(bytes: Buffer): string {
  let bits = '';
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0');
  return (bits.match(/.{5}/g) ?? []).map((five) => alphabet[Number.parseInt(five, 2)]).join('');
}
