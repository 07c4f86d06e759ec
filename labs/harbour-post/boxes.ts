import { constants, createPublicKey, publicEncrypt, randomBytes, randomInt } from 'node:crypto';
import { readFlag } from '@hexpedition/lab-runtime/kit';
import { flagged, letters, notice, owners } from './letters.ts';
import { switchOn } from './machine.ts';

export const E = 65537n;
const COUNT = 96;

export interface Box {
  number: number;
  owner: string;
  /** The modulus of its key. Its owner has taken the card with the primes home. */
  n: bigint;
  /** A letter for its owner, in hexadecimal. */
  letter?: string;
}

export interface Wall {
  boxes: Box[];
  /** The box whose owner has a parcel at the counter. */
  parcel: Box;
  /** The text that the owner must sign, in hexadecimal. */
  slip: string;
}

function shuffle<T>(list: T[]): T[] {
  for (let i = list.length - 1; i > 0; i--) {
    const k = randomInt(i + 1);
    [list[i], list[k]] = [list[k] as T, list[i] as T];
  }
  return list;
}

function encrypt(text: string, n: bigint): string {
  const hex = (x: bigint) => x.toString(16).padStart(x.toString(16).length + (x.toString(16).length % 2), '0');
  const part = (x: bigint) => Buffer.from(hex(x), 'hex').toString('base64url');
  const key = createPublicKey({ format: 'jwk', key: { kty: 'RSA', n: part(n), e: part(E) } });
  return publicEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, Buffer.from(text)).toString('hex');
}

/** Number of keys made so far. */
let painted = 0;
export const progress = (): string => `${painted} of ${COUNT}`;

/** Makes the keys of all boxes, and stores the letters. */
async function build(): Promise<Wall> {
  const numbers = shuffle(Array.from({ length: COUNT }, (_, i) => i + 1));
  const names = shuffle([...owners]);
  const onFirstDay = randomInt(COUNT / 4, (COUNT * 3) / 4);
  const boxes: Box[] = [];
  let machine = switchOn();
  for (const number of numbers) {
    if (boxes.length === onFirstDay) machine = switchOn();
    const p = await machine.prime();
    boxes.push({ number, owner: names.pop() ?? '', n: p * (await machine.prime()) });
    painted++;
  }
  const first = boxes[0] as Box;
  const morning = boxes[onFirstDay] as Box;
  const [reader, parcel] = randomInt(2) ? [first, morning] : [morning, first];
  reader.letter = encrypt(flagged(readFlag('letter')), reader.n);
  parcel.letter = encrypt(notice, parcel.n);
  const others = shuffle(boxes.filter((box) => box !== reader && box !== parcel));
  for (const [i, text] of letters.entries()) {
    const box = others[i];
    if (box) box.letter = encrypt(text, box.n);
  }
  boxes.sort((a, b) => a.number - b.number);
  return { boxes, parcel, slip: `5${randomBytes(32).toString('hex').slice(1)}` };
}

/** Ready some seconds after the start, because there are many primes to find. */
export const wall: Promise<Wall> = build();

/** Returns whether this is the slip, signed with the key of the box. */
export function isSignature(signature: bigint, slip: string, { n }: Box): boolean {
  if (signature < 2n || signature >= n) return false;
  let power = 1n;
  let square = signature;
  for (let e = E; e > 0n; e >>= 1n) {
    if (e & 1n) power = (power * square) % n;
    square = (square * square) % n;
  }
  return power === BigInt(`0x${slip}`);
}
