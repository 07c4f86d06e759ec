import type { Drill } from '../drill.ts';
import { readHex, readText } from '../read.ts';
import { letters, passphrase, sentence } from '../words.ts';

/** `a` XOR `b`, with `b` repeated for as long as `a` is. */
export function xor(a: Uint8Array, b: Uint8Array): Buffer {
  return Buffer.from(a.map((byte, i) => byte ^ (b[i % b.length] ?? 0)));
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const byteName = (byte: number): string => `0x${byte.toString(16).padStart(2, '0')}`;
const bits = (byte: number): string => byte.toString(2).padStart(8, '0');

/** How messages of the harbour begin: whoever knows it knows the first bytes of each. */
const HEADER = 'weather report: ';

export const xorDrills = {
  /** Two rows of four bytes. */
  'xor-bytes': {
    form: 'four bytes in hexadecimal',
    isDistinct: false,
    read: readHex,
    make: (random) => {
      const [a, b] = [random.bytes(4), random.bytes(4)];
      const [first, second] = [a[0] ?? 0, b[0] ?? 0];
      return {
        given: [
          { label: 'First', text: hex(a) },
          { label: 'Second', text: hex(b) },
        ],
        answer: hex(xor(a, b)),
        solution: [
          `Write the first byte of each in bits: \`${bits(first)}\` and \`${bits(second)}\`. Where they differ there is a 1, where they are the same a 0: \`${bits(first ^ second)}\`, which is \`${byteName(first ^ second)}\`.`,
          `The other three go the same way. In Python: \`bytes(x ^ y for x, y in zip(bytes.fromhex("${hex(a)}"), bytes.fromhex("${hex(b)}"))).hex()\``,
        ],
      };
    },
  },
  /** A sentence under one byte that is known. */
  'xor-known-byte': {
    form: 'the text',
    isDistinct: false,
    read: readText,
    make: (random) => {
      const text = sentence(random);
      const key = random.int(0x80, 0xfe);
      const cipher = hex(xor(Buffer.from(text), Buffer.of(key)));
      return {
        given: [
          { label: 'Ciphertext, in hexadecimal', text: cipher },
          { label: 'Key', text: byteName(key) },
        ],
        answer: text,
        solution: [
          'XOR undoes itself: every byte of the ciphertext XOR the key is a byte of the text.',
          `\`bytes(c ^ ${byteName(key)} for c in bytes.fromhex("${cipher}")).decode()\``,
        ],
      };
    },
  },
  /** A sentence under one byte that is to be found. */
  'xor-find-byte': {
    form: 'the text',
    isDistinct: true,
    read: readText,
    make: (random) => {
      const text = `${sentence(random)} ${passphrase(random)}`;
      const key = random.int(0x80, 0xfe);
      const cipher = hex(xor(Buffer.from(text), Buffer.of(key)));
      const [space] = Buffer.from(' ');
      return {
        given: [{ label: 'Ciphertext, in hexadecimal', text: cipher }],
        answer: text,
        solution: [
          'A byte has 256 values, so try every one. Keep the result in which all bytes are small letters, digits, blanks and hyphens.',
          `\`c = bytes.fromhex("${cipher}")\` and then \`[t for k in range(256) if all(97 <= x < 123 or x in b" -0123456789" for x in (t := bytes(x ^ k for x in c)))]\``,
          `Or count: the byte that comes most often in a sentence is often the blank. Here the key is \`${byteName(key)}\`, and the blank became \`${byteName((space ?? 0) ^ key)}\`.`,
        ],
      };
    },
  },
  /** The key that repeats, from the beginning of the text. */
  'xor-known-start': {
    form: 'the key, eight small letters',
    isDistinct: true,
    read: readText,
    make: (random) => {
      const key = letters(random, 8);
      const cipher = hex(xor(Buffer.from(HEADER + sentence(random)), Buffer.from(key)));
      return {
        given: [
          { label: 'Ciphertext, in hexadecimal', text: cipher },
          { label: 'The text begins with', text: HEADER },
        ],
        answer: key,
        solution: [
          'Ciphertext XOR text is the key. You know the first 16 bytes of the text, and the key has eight.',
          `\`bytes(x ^ y for x, y in zip(bytes.fromhex("${cipher.slice(0, 32)}"), b"${HEADER}"))\` gives the key twice in a row, \`${key}${key}\`, which shows that it is right.`,
        ],
      };
    },
  },
  /** The whole text under a key that repeats, with the beginning known. */
  'xor-repeating-key': {
    form: 'the rest of the text, without its beginning',
    isDistinct: true,
    read: readText,
    make: (random) => {
      const rest = `${sentence(random)} ${passphrase(random)}`;
      const key = random.bytes(random.int(5, 9));
      const cipher = hex(xor(Buffer.from(HEADER + rest), key));
      return {
        given: [
          { label: 'Ciphertext, in hexadecimal', text: cipher },
          { label: 'The text begins with', text: HEADER },
          { label: 'The key', text: 'is 5 to 9 bytes long, any bytes, and repeats' },
        ],
        answer: rest,
        solution: [
          `XOR the first 16 bytes with the beginning: \`${hex(xor(Buffer.from(cipher, 'hex').subarray(0, 16), Buffer.from(HEADER)))}\`. This is the key and the start of its repetition.`,
          `After ${key.length} bytes it begins again, so the key is \`${hex(key)}\`.`,
          'XOR the whole ciphertext with the key, repeated, and take away the beginning.',
        ],
      };
    },
  },
  /** A pad that was used twice, with one of the texts known. */
  'xor-pad-twice': {
    form: 'the second text',
    isDistinct: true,
    read: readText,
    make: (random) => {
      const second = `${sentence(random)} ${passphrase(random)}`;
      const first = `${sentence(random)}, and nothing else has happened here since the morning, says the keeper`;
      const pad = random.bytes(Math.max(first.length, second.length));
      const [one, two] = [first, second].map((text) => hex(xor(Buffer.from(text), pad))) as [string, string];
      return {
        given: [
          { label: 'First ciphertext', text: one },
          { label: 'First text', text: first },
          { label: 'Second ciphertext, under the same pad', text: two },
        ],
        answer: second,
        solution: [
          'First ciphertext XOR first text is the pad.',
          'Second ciphertext XOR pad is the second text. Nothing has to be guessed: a pad that is used twice is no longer secret as soon as one of the texts is known.',
          '`p = bytes(x ^ y for x, y in zip(c1, t1))` and then `bytes(x ^ y for x, y in zip(c2, p))`',
        ],
      };
    },
  },
} as const satisfies Record<string, Drill>;
