import { createHash } from 'node:crypto';
import type { Drill } from '../drill.ts';
import { normalizeHex, normalizeNumber, normalizeText } from '../normalize-answer.ts';
import { letters, passphrase, sentence } from '../words.ts';

/** Characters of one to four bytes in UTF-8. */
const characters = ['ñ', 'ß', 'é', 'Ω', 'Ж', '€', '→', '≠', '⚓', '☂', '𝄞', '🦜', '⛵', '🌊', '🔑', '🐙'];

export const encodingDrills = {
  'enc-hex': {
    form: 'the text',
    isDistinct: true,
    normalize: normalizeText,
    make: (random) => {
      const text = passphrase(random);
      const hex = Buffer.from(text).toString('hex');
      return {
        given: [{ label: 'In hexadecimal', text: hex }],
        answer: text,
        solution: [
          `Two digits are one byte, and each byte is a character of ASCII: \`${hex.slice(0, 2)}\` is \`${text[0]}\`, \`${hex.slice(2, 4)}\` is \`${text[1]}\`.`,
          `In Python \`bytes.fromhex("${hex}").decode()\`, in a shell \`echo ${hex} | xxd -r -p\`.`,
        ],
      };
    },
  },
  'enc-base64': {
    form: 'the text',
    isDistinct: true,
    normalize: normalizeText,
    make: (random) => {
      const text = passphrase(random);
      const base64 = Buffer.from(text).toString('base64');
      return {
        given: [{ label: 'In base64', text: base64 }],
        answer: text,
        solution: [
          `Four characters are three bytes: \`${base64.slice(0, 4)}\` is \`${text.slice(0, 3)}\`.`,
          `\`echo ${base64} | base64 -d\`, or \`atob('${base64}')\` in the browser's console.`,
        ],
      };
    },
  },
  'enc-url': {
    form: 'the text',
    isDistinct: true,
    normalize: normalizeText,
    make: (random) => {
      const text = `${sentence(random)}? ${passphrase(random)}`;
      const all = [...Buffer.from(text)];
      const encoded = all
        .map((byte) => {
          const character = String.fromCharCode(byte);
          const isPlain = /[a-z0-9]/.test(character) && random.int(0, 1) === 0;
          return isPlain ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
        })
        .join('');
      return {
        given: [{ label: 'As written in an address', text: encoded }],
        answer: text,
        solution: [
          'A percent sign and two hexadecimal digits stand for one byte; every other character stands for itself. A letter can be written this way too, and many filters do not consider this.',
          'Paste it between the quotes of `decodeURIComponent("…")` in the console, or of `urllib.parse.unquote("…")` in Python.',
        ],
      };
    },
  },
  'enc-bits': {
    form: 'the word, six small letters',
    isDistinct: false,
    normalize: normalizeText,
    make: (random) => {
      const word = letters(random, 6);
      const bytes = [...Buffer.from(word)].map((byte) => byte.toString(2).padStart(8, '0'));
      return {
        given: [{ label: 'In bits, one byte per group', text: bytes.join(' ') }],
        answer: word,
        solution: [
          `\`${bytes[0]}\` is ${Number.parseInt(bytes[0] ?? '', 2)}, and this is the code of \`${word[0]}\`. Small letters begin with \`011\`; the other five bits are the number of the letter, counted from 1.`,
          '`"".join(chr(int(b, 2)) for b in bits.split())`',
        ],
      };
    },
  },
  'enc-layers': {
    form: 'the text',
    isDistinct: true,
    normalize: normalizeText,
    make: (random) => {
      const text = passphrase(random);
      const layers = random.some(['hex', 'base64', 'url'] as const, 3);
      const wrap = { hex: toHex, base64: toBase64, url: toUrl };
      const inside = layers.reduce((layer, name) => wrap[name](layer), text);
      return {
        given: [{ label: 'Wrapped three times', text: inside }],
        answer: text,
        solution: [
          'Percent signs mean an address, only digits and the letters a to f mean hexadecimal, and capitals with an `=` at the end mean base64. Undo the outer layer first, then look at the result.',
          `The layers, from the outside: ${[...layers].reverse().join(', ')}.`,
        ],
      };
    },
  },
  'enc-endian': {
    form: 'the number, in decimal',
    isDistinct: false,
    normalize: normalizeNumber,
    make: (random) => {
      const number = random.int(100_000, 0xffff_ffff);
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32LE(number);
      const hex = bytes.toString('hex');
      return {
        given: [
          { label: 'Four bytes of a file, in hexadecimal, little-endian', text: (hex.match(/../g) ?? []).join(' ') },
        ],
        answer: String(number),
        mistakes: { [bytes.readUInt32BE()]: 'This is the big-endian number.' },
        solution: [
          `Little-endian puts the smallest part first, so reverse the bytes: \`0x${Buffer.from(bytes).reverse().toString('hex')}\`.`,
          `\`int.from_bytes(bytes.fromhex("${hex}"), "little")\``,
        ],
      };
    },
  },
  'enc-utf8': {
    form: 'the bytes, in hexadecimal',
    isDistinct: false,
    normalize: normalizeHex,
    make: (random) => {
      const chosen = random.some(characters, 3).join('');
      const bytes = Buffer.from(chosen).toString('hex');
      const first = [...chosen][0] ?? '';
      return {
        given: [{ label: 'Three characters', text: chosen }],
        answer: bytes,
        solution: [
          `\`${first}\` has the number U+${(first.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}. UTF-8 spreads its bits over ${Buffer.from(first).length} bytes: \`${Buffer.from(first).toString('hex')}\`.`,
          `\`"${chosen}".encode().hex()\``,
        ],
      };
    },
  },
  'hash-text': {
    form: 'the first ten hexadecimal digits of the hash',
    isDistinct: true,
    normalize: normalizeHex,
    make: (random) => {
      const text = `${sentence(random)} ${passphrase(random)}`;
      const digest = createHash('sha256').update(text).digest('hex');
      const withLineEnd = createHash('sha256').update(`${text}\n`).digest('hex');
      return {
        given: [{ label: 'Hash this with SHA-256, without a line break', text }],
        answer: digest.slice(0, 10),
        solution: [
          `\`printf '%s' '${text}' | sha256sum\``,
          `With \`echo\`, a line break is hashed as well, and one more byte gives a completely different hash: \`${withLineEnd.slice(0, 10)}…\`.`,
        ],
      };
    },
  },
} as const satisfies Record<string, Drill>;

const toHex = (text: string): string => Buffer.from(text).toString('hex');
const toBase64 = (text: string): string => Buffer.from(text).toString('base64');
const toUrl = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
