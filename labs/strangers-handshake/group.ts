import { getDiffieHellman, randomBytes } from 'node:crypto';

/** The 2048-bit prime of RFC 3526, and the generator 2. */
export const prime = BigInt(`0x${getDiffieHellman('modp14').getPrime('hex')}`);
export const generator = 2n;

export const secretNumber = () => BigInt(`0x${randomBytes(32).toString('hex')}`);

export function power(base: bigint, exponent: bigint): bigint {
  let [result, square] = [1n, base % prime];
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % prime;
    square = (square * square) % prime;
  }
  return result;
}

export const toHex = (number: bigint) => number.toString(16);

const DIGITS = 1024;

/** Parses hexadecimal digits; undefined if the text is not a number of the group. */
export function numberIn(text: unknown): bigint | undefined {
  if (typeof text !== 'string' || text.length > DIGITS || !/^[0-9a-f]+$/i.test(text)) return undefined;
  return BigInt(`0x${text}`);
}
