import { createHash } from 'node:crypto';
import { xor } from '../bytes.ts';

const ROUNDS = 8;

/** The round function `f` of the lessons: a hash of the key, the round number and half a block. */
const roundFunction = (key: Uint8Array, number: number, half: Uint8Array): Buffer =>
  createHash('sha256').update(key).update(Buffer.of(number)).update(half).digest().subarray(0, 4);

/** Encrypts eight bytes as `toy.py` of the lessons on block ciphers does. */
export function toyEncrypt(key: Uint8Array, block: Uint8Array): Buffer {
  let left: Buffer = Buffer.from(block.subarray(0, 4));
  let right: Buffer = Buffer.from(block.subarray(4));
  for (let number = 0; number < ROUNDS; number++) [left, right] = [right, xor(left, roundFunction(key, number, right))];
  return Buffer.concat([right, left]);
}
