import { createHash, randomBytes } from 'node:crypto';
import { codeAlphabet, groupCode, plainCode, withCheck } from '@hexpedition/contract/voucher-code';

/** Creates a code: 128 random bits, in groups that people can type. */
export function makeCode(): string {
  let bits = BigInt(`0x${randomBytes(16).toString('hex')}`);
  let data = '';
  for (let place = 0; place < 26; place++) {
    data = `${codeAlphabet[Number(bits & 31n)]}${data}`;
    bits >>= 5n;
  }
  return groupCode(withCheck(data));
}

/** Hashes a code for storage, ignoring its spelling. 128 bits cannot be guessed, so the hash need not be slow. */
export const hashCode = (code: string): Buffer => createHash('sha256').update(plainCode(code)).digest();
