import { createHash } from 'node:crypto';
import { hex } from '../bytes.ts';
import type { Drill } from '../drill.ts';
import { normalizeExact, normalizeHex } from '../normalize-answer.ts';
import type { Random } from '../random.ts';
import { nouns } from '../words.ts';

const sha256 = (...parts: (string | Uint8Array)[]): string =>
  createHash('sha256')
    .update(Buffer.concat(parts.map((part) => Buffer.from(part as Uint8Array))))
    .digest('hex');

/** Returns the padding of SHA-256 for a length: 80, zeros, and the length in bits. */
function padding(length: number): Buffer {
  const bits = Buffer.alloc(8);
  bits.writeBigUInt64BE(8n * BigInt(length));
  // 55 - length modulo 64, made non-negative.
  return Buffer.concat([Buffer.of(0x80), Buffer.alloc((119 - (length % 64)) % 64), bits]);
}

const crew = ['mara', 'otto', 'ines', 'tomas', 'the-cook', 'vera', 'hugo'];
const message = (random: Random): string => {
  const rest = random.pick(['', '&pier=north', '&until=high-water', '&cargo=parrots&permit=none']);
  return `crew=${random.pick(crew)}&berth=${random.int(1, 140)}${rest}`;
};

export const hashDrills = {
  /** One line of a table with salt. */
  'hash-salted-word': {
    form: 'the password, with its capital if it has one',
    isDistinct: false,
    normalize: normalizeExact,
    make: (random) => {
      const words = random.some(nouns, 10);
      const word = random.pick(words);
      const base = random.pick([word, word[0]?.toUpperCase() + word.slice(1)]);
      const password = base + String(random.int(0, 99)).padStart(2, '0');
      const salt = random.bytes(8);
      const digest = sha256(salt, password);
      return {
        given: [
          {
            label: 'User, salt, SHA-256 of the eight salt bytes and the password',
            text: `bosun:${hex(salt)}:${digest}`,
          },
          { label: 'Words that the bosun likes', text: words.join(' ') },
          { label: 'How the bosun makes a password', text: 'a word, perhaps with a capital, and two digits' },
        ],
        answer: password,
        solution: [
          'Ten words, each in two forms with a hundred endings, are 2,000 candidates. The salt does not make them harder to try: you only hash it in front of each. But hashes that were computed for another user are of no use here.',
          `\`import hashlib; salt = bytes.fromhex("${hex(salt)}")\` and then \`[p for w in "${words.join(' ')}".split() for b in (w, w.capitalize()) for n in range(100) if hashlib.sha256(salt + (p := f"{b}{n:02d}").encode()).hexdigest() == "${digest}"]\``,
        ],
      };
    },
  },
  /** The padding between a message and its extension. */
  'hash-glue': {
    form: 'the bytes, in hexadecimal',
    isDistinct: false,
    hasFewAnswers: true,
    normalize: normalizeHex,
    make: (random) => {
      const secret = random.int(8, 48);
      const text = message(random);
      const length = secret + text.length;
      const glue = padding(length);
      return {
        given: [
          { label: 'Length of the secret', text: `${secret} bytes` },
          { label: 'Message', text },
        ],
        answer: hex(glue),
        solution: [
          `Secret and message have ${secret} + ${text.length} = ${length} bytes, which is ${8 * length} bits: \`0x${(8 * length).toString(16)}\`. Only the number of bytes matters, not their values.`,
          `The glue is the byte \`80\`, then zeros, then the number of bits in eight bytes. The zeros fill up to a multiple of 64: ${length} + 1 + ${glue.length - 9} + 8 = ${length + glue.length}.`,
          `\`(b"\\x80" + bytes((55 - ${length}) % 64) + (8 * ${length}).to_bytes(8, "big")).hex()\``,
        ],
      };
    },
  },
  /** The forged tag. */
  'hash-extend': {
    form: 'the tag, 64 hexadecimal digits',
    isDistinct: true,
    normalize: normalizeHex,
    make: (random) => {
      const secret = random.bytes(random.int(12, 40));
      const text = message(random);
      const extra = `&role=${random.pick(['captain', 'pilot', 'harbour-master', 'owner'])}`;
      const tag = sha256(secret, text);
      const glue = padding(secret.length + text.length);
      return {
        given: [
          { label: 'Message', text },
          { label: 'Its tag, SHA-256 of secret and message', text: tag },
          { label: 'Length of the secret', text: `${secret.length} bytes` },
          { label: 'Text to append after the glue', text: extra },
        ],
        answer: sha256(secret, text, glue, extra),
        solution: [
          `The tag is the state of SHA-256 after secret, message and glue, which are ${secret.length} + ${text.length} + ${glue.length} = ${secret.length + text.length + glue.length} bytes, which are whole blocks of 64.`,
          `Cut it into eight words, load them, and feed one more block: \`${extra}\` and the padding for ${secret.length + text.length + glue.length + extra.length} bytes in all. Do not forget that the length counts everything from the beginning.`,
          `With \`extend.py\` of this lesson: \`from extend import extend; extend("${tag}", ${secret.length + text.length}, b"${extra}")[1]\``,
        ],
      };
    },
  },
} as const satisfies Record<string, Drill>;
