import { createCipheriv } from 'node:crypto';
import { hex, xor } from '../bytes.ts';
import type { Drill } from '../drill.ts';
import { toyEncrypt } from '../material/toy-cipher.ts';
import { normalizeHex, normalizeText } from '../normalize-answer.ts';
import type { Random } from '../random.ts';
import { letters, sentence } from '../words.ts';

/** Names of four letters, so that a field with one of them has a known length. */
const names = ['otto', 'ines', 'mara', 'nils', 'vera', 'hugo', 'emil', 'lena', 'jost', 'rosa'];
const roles = ['guest', 'deckhand', 'clerk', 'pilot', 'cook', 'keeper', 'lodger', 'captain'];
/** Texts of one block of the toy cipher. */
const eights = ['low tide', 'fog came', 'lamp lit', 'gull ate', 'bell ran', 'tug late'];

const fields = {
  to: names,
  for: ['four ropes', 'lamp oil', 'a bucket', 'fish soup', 'new oars', 'gull bait'],
  sum: ['0040 crown', '0125 crown', '0007 crown', '9900 crown', '0310 crown', '0088 crown'],
  by: ['low tide', 'friday', 'noon', 'the fog', 'lamp time', 'tuesday'],
} as const;

/** Returns one AES block: the name of a field, its value, and full stops as padding. */
const field = (name: string, value: string): string => `${name}=${value}`.padEnd(16, '.');
const crowns = (random: Random): string => String(random.int(1, 9999)).padStart(4, '0');
/** Normalizes a text without spaces, because a learner may have decrypted it block by block. */
const normalizePieces = (text: string): string => text.toLowerCase().replace(/\bb(?=["'])|["'`\s]/g, '');
const pieces = (text: string, size = 16): string[] => text.match(new RegExp(`.{1,${size}}`, 'g')) ?? [];

function aes(mode: 'aes-128-ecb' | 'aes-128-cbc', key: Buffer, iv: Buffer | null, data: Uint8Array): Buffer {
  const cipher = createCipheriv(mode, key, iv).setAutoPadding(false);
  return Buffer.concat([cipher.update(data), cipher.final()]);
}

export const cipherDrills = {
  /** Four Feistel rounds backwards, small enough for paper. */
  'cipher-feistel': {
    form: 'two bytes in hexadecimal',
    isDistinct: false,
    normalize: normalizeHex,
    make: (random) => {
      const block = random.bytes(2);
      const keys = [...random.bytes(4)];
      let [left, right] = [...block] as [number, number];
      const f = (half: number, key: number): number => (half * half + key) % 256;
      for (const key of keys) [left, right] = [right, left ^ f(right, key)];
      const cipher = hex(Buffer.of(right, left));
      const last = keys[3] ?? 0;
      return {
        given: [
          {
            label: 'The cipher, in Python',
            text: `def encrypt(L, R):\n    for k in (${keys.join(', ')}):\n        L, R = R, L ^ (R * R + k) % 256\n    return bytes([R, L])`,
          },
          { label: 'Result, in hexadecimal', text: cipher },
        ],
        answer: hex(block),
        solution: [
          `The round function here is a square plus a key, and it cannot be inverted: 3 and 253 have the same square modulo 256. You do not need its inverse, because the half that went into it is still there.`,
          `Start with the two bytes of the result, \`L, R = 0x${cipher.slice(0, 2)}, 0x${cipher.slice(2)}\`. The last round used the key ${last} on the half that is now R: the round function gives (${left} · ${left} + ${last}) mod 256 = ${f(left, last)}, and L XOR that is ${right ^ f(left, last)}.`,
          `All four rounds, with the keys backwards: \`for k in (${[...keys].reverse().join(', ')}): L, R = R, L ^ (R * R + k) % 256\``,
          'The halves are swapped once more at the end: `bytes([R, L]).hex()`',
        ],
      };
    },
  },
  /** Search through all two-byte keys. */
  'cipher-toy-key': {
    form: 'the text, 16 small letters',
    isDistinct: true,
    normalize: normalizePieces,
    make: (random) => {
      const key = random.bytes(2);
      const known = random.pick(eights);
      const text = letters(random, 16);
      const pair = hex(toyEncrypt(key, Buffer.from(known)));
      const blocks = pieces(text, 8).map((piece) => hex(toyEncrypt(key, Buffer.from(piece))));
      return {
        given: [
          { label: 'A block that you know', text: `${known} -> ${pair}` },
          { label: 'Two more blocks under the same key', text: blocks.join(' ') },
        ],
        answer: text,
        solution: [
          `There are 65,536 keys of two bytes, so try each on the known text: \`from toy import decrypt, encrypt\` and then \`key = next(k for k in (n.to_bytes(2, "big") for n in range(65536)) if encrypt(k, b"${known}").hex() == "${pair}")\`.`,
          `It is \`${hex(key)}\`. A wrong key gives the same eight bytes with a chance of 1 in 2^64, so the first key that matches is the right one.`,
          `\`"".join(decrypt(key, bytes.fromhex(b)).decode() for b in ("${blocks.join('", "')}"))\``,
        ],
      };
    },
  },
  /** An order assembled from blocks of three others. A fourth order has the same text, but not aligned to blocks. */
  'cipher-ecb-paste': {
    form: 'the whole ciphertext, 128 hexadecimal digits',
    isDistinct: true,
    normalize: normalizeHex,
    make: (random) => {
      const key = random.bytes(16);
      const titles = Object.keys(fields) as (keyof typeof fields)[];
      const columns = titles.map((name) => random.some(fields[name], 3).map((value) => field(name, value)));
      const orders = [0, 1, 2].map((row) => columns.map((column) => column[row] ?? '').join(''));
      // Every order uses at least one of the four fields.
      const rows = random.some([0, 1, 2, random.int(0, 2)], 4);
      const wish = columns.map((column, i) => column[rows[i] ?? 0] ?? '').join('');
      const urgent = `urgent;${wish}`.padEnd(80, '.');
      const seal = (text: string): string => hex(aes('aes-128-ecb', key, null, Buffer.from(text)));
      const found = pieces(wish).map((piece, i) => `\`${piece}\` in the ${ordinals[rows[i] ?? 0]}`);
      return {
        given: [
          ...orders.map((text, i) => ({ label: `The ${ordinals[i]} order`, text: `${text}\n${seal(text)}` })),
          { label: 'The fourth order', text: `${urgent}\n${seal(urgent)}` },
          { label: 'The text of your order', text: wish },
        ],
        answer: seal(wish),
        solution: [
          `Cut your text into blocks of sixteen letters, and find each block at a block boundary of another text: ${found.join(', ')}.`,
          'The fourth order contains all of the text, but does not help: its first seven letters shift everything, so its blocks contain the end of one field and the start of the next.',
          `Sixteen bytes are 32 digits. With the ciphertexts of the three orders as \`c = ["${orders.map(seal).join('", "')}"]\`, it is \`"".join(c[row][32 * i:32 * i + 32] for i, row in enumerate((${rows.join(', ')})))\`.`,
        ],
      };
    },
  },
  /** CBC decryption, with the output of the block cipher given. */
  'cipher-cbc-decrypt': {
    form: 'the text, 48 characters',
    isDistinct: true,
    normalize: normalizePieces,
    make: (random) => {
      const [key, iv] = [random.bytes(16), random.bytes(16)];
      const text = random
        .some(names, 3)
        .map((name) => `to=${name};amt=${crowns(random)}`)
        .join('');
      const cipher = aes('aes-128-cbc', key, iv, Buffer.from(text));
      const before = Buffer.concat([iv, cipher]).subarray(0, text.length);
      const middle = hex(xor(Buffer.from(text), before));
      const lines = (digits: string): string => pieces(digits, 32).join('\n');
      return {
        given: [
          { label: 'IV', text: hex(iv) },
          { label: 'Ciphertext, three blocks', text: lines(hex(cipher)) },
          { label: 'Output of the block cipher for each block, decrypted on its own', text: lines(middle) },
        ],
        answer: text,
        solution: [
          'The block cipher is undone, but the XOR before it is not. Each block of text is the output of the cipher XOR the previous ciphertext block: the IV for the first, the first block for the second, the second for the third. You do not need the third ciphertext block any more.',
          `In one line: \`bytes(x ^ y for x, y in zip(bytes.fromhex("${middle}"), bytes.fromhex("${hex(before)}"))).decode()\``,
        ],
      };
    },
  },
  /** Changes the first block by changing only the IV. */
  'cipher-cbc-iv': {
    form: 'the IV, 32 hexadecimal digits',
    isDistinct: true,
    normalize: normalizeHex,
    make: (random) => {
      const iv = random.bytes(16);
      const [from, to] = random.some(roles, 2).map((role) => `role=${role.padEnd(8, '.')};at`) as [string, string];
      const difference = xor(Buffer.from(from), Buffer.from(to));
      const at = difference.findIndex((byte) => byte !== 0);
      return {
        given: [
          { label: 'The IV of the ticket', text: hex(iv) },
          { label: 'Current text of the first block', text: from },
          { label: 'New text of the first block', text: to },
        ],
        answer: hex(xor(iv, difference)),
        solution: [
          'The first block of text is the output of the cipher XOR the IV. A change that you XOR into the IV is also XORed into the text, and the ciphertext stays the same.',
          `So the new IV is the old one XOR the old text XOR the new text. At position ${at}, for example, \`${from[at]}\` must become \`${to[at]}\`: their XOR is \`${hex(difference.subarray(at, at + 1))}\`.`,
          `\`bytes(i ^ x ^ y for i, x, y in zip(bytes.fromhex("${hex(iv)}"), b"${from}", b"${to}")).hex()\``,
        ],
      };
    },
  },
  /** PKCS#7. */
  'cipher-padding': {
    form: 'the last block, in hexadecimal',
    isDistinct: false,
    hasFewAnswers: true,
    normalize: normalizeHex,
    make: (random) => {
      const text = sentence(random);
      const size = random.pick([8, 16]);
      const missing = size - (text.length % size);
      const last = Buffer.concat([Buffer.from(text), Buffer.alloc(missing, missing)]).subarray(-size);
      return {
        given: [
          { label: 'Text', text },
          { label: 'Block', text: `${size} bytes` },
        ],
        answer: hex(last),
        solution: [
          `The text has ${text.length} bytes, and ${text.length} mod ${size} is ${text.length % size}. ${
            missing === size
              ? 'No byte is missing, so a whole block is added: there must always be padding for the receiver to remove.'
              : `So ${missing} ${missing === 1 ? 'byte is' : 'bytes are'} missing, and each padding byte contains this number.`
          }`,
          `\`t = b"${text}"; n = ${size} - len(t) % ${size}; (t + bytes([n]) * n)[-${size}:].hex()\``,
        ],
      };
    },
  },
  /** Answers of a padding oracle, already collected. */
  'cipher-padding-oracle': {
    form: 'the text of the block, eight small letters',
    isDistinct: true,
    normalize: normalizeText,
    make: (random) => {
      const [key, before] = [random.bytes(16), random.bytes(8)];
      const text = letters(random, 8);
      const middle = xor(Buffer.from(text), before);
      const accepted = Array.from({ length: 8 }, (_, i) => {
        const steered = xor(middle.subarray(7 - i), Buffer.of(i + 1));
        return hex(Buffer.concat([Buffer.alloc(7 - i), steered]));
      });
      const lastLine = accepted[7] ?? '';
      return {
        given: [
          { label: 'The block', text: hex(toyEncrypt(key, middle)) },
          { label: 'The real previous block', text: hex(before) },
          {
            label:
              'Blocks that the gate accepted in place of the previous block, for padding of one byte, of two, and so on',
            text: accepted.join('\n'),
          },
        ],
        answer: text,
        solution: [
          `With the first one, the gate saw \`01\` at the end, so the output of the cipher for that byte is \`${accepted[0]?.slice(-2)}\` XOR \`01\`, \`${hex(middle.subarray(7))}\`. XOR this with the last byte of the real previous block, \`${hex(before.subarray(7))}\`: \`${text[7]}\`.`,
          'The last accepted block is enough for all bytes: with it, the gate saw `08` eight times. That block XOR eight bytes `08` is the output of the cipher, and this XOR the real previous block is the text.',
          `\`bytes(x ^ 8 ^ y for x, y in zip(bytes.fromhex("${lastLine}"), bytes.fromhex("${hex(before)}"))).decode()\``,
        ],
      };
    },
  },
} as const satisfies Record<string, Drill>;

const ordinals = ['first', 'second', 'third'];
