import { createCipheriv, createHash, createHmac } from 'node:crypto';
import { hex } from '../bytes.ts';
import type { Drill } from '../drill.ts';
import { normalizeNumber, normalizeText, withoutUnit } from '../normalize-answer.ts';
import type { Random } from '../random.ts';
import { passphrase, sentence } from '../words.ts';

const people = ['ines', 'otto', 'mara', 'tomas', 'nils', 'vera'];
const places = ['first', 'second', 'third', 'fourth', 'fifth'];

function aes(name: string, key: Uint8Array, iv: Uint8Array, data: Uint8Array): Buffer {
  const cipher = createCipheriv(name, key, iv);
  return Buffer.concat([cipher.update(data), cipher.final()]);
}

const hmac = (key: Uint8Array, ...parts: Uint8Array[]): Buffer =>
  createHmac('sha256', key).update(Buffer.concat(parts)).digest();

/** Returns a counter block: twelve bytes of nonce, and a number of four bytes. */
function counterBlock(nonce: Uint8Array, number: number): Buffer {
  const counter = Buffer.alloc(4);
  counter.writeUInt32BE(number);
  return Buffer.concat([nonce, counter]);
}

/** Returns a box that `seal.py` of the lesson could have made, and boxes with wrong tags. */
function boxOf(random: Random, master: Buffer, header: string, text: string) {
  const [encrypting, sealing] = [hmac(master, Buffer.from('encrypt')), hmac(master, Buffer.from('authenticate'))];
  const nonce = random.bytes(16);
  const cipher = aes('aes-256-ctr', encrypting, nonce, Buffer.from(text));
  const body = Buffer.concat([nonce, cipher]);
  const head = (name: string): Buffer => {
    const length = Buffer.alloc(8);
    length.writeBigUInt64BE(BigInt(name.length));
    return Buffer.concat([length, Buffer.from(name)]);
  };
  const tags = {
    genuine: () => hmac(sealing, head(header), body),
    'authenticated with the encryption key': () => hmac(encrypting, head(header), body),
    'authenticated without the length of the header': () => hmac(sealing, Buffer.from(header), body),
    'authenticated without the nonce': () => hmac(sealing, head(header), cipher),
    'authenticated over the text instead of the ciphertext': () =>
      hmac(sealing, head(header), nonce, Buffer.from(text)),
    'authenticated with the header of another sender': () => hmac(sealing, head('from=mallory'), body),
  };
  return { tags, box: (kind: keyof typeof tags) => hex(Buffer.concat([body, tags[kind]()])) };
}

type Kind = keyof ReturnType<typeof boxOf>['tags'];
const faults: Kind[] = [
  'authenticated with the encryption key',
  'authenticated without the length of the header',
  'authenticated without the nonce',
  'authenticated over the text instead of the ciphertext',
  'authenticated with the header of another sender',
];

export const modeDrills = {
  /** Two messages with overlapping counters. */
  'cipher-ctr-overlap': {
    form: 'the second text',
    isDistinct: true,
    normalize: normalizeText,
    make: (random) => {
      const [key, nonce] = [random.bytes(16), random.bytes(12)];
      const start = random.int(1, 200);
      const shift = random.int(1, 4);
      const first = `${sentence(random)}, ${sentence(random)}, and ${sentence(random)}`;
      const second = `the word is ${passphrase(random)}`;
      const counters = [counterBlock(nonce, start), counterBlock(nonce, start + shift)] as const;
      const one = aes('aes-128-ctr', key, counters[0], Buffer.from(first));
      const two = aes('aes-128-ctr', key, counters[1], Buffer.from(second));
      return {
        given: [
          { label: 'First counter block of the first message', text: hex(counters[0]) },
          { label: 'First ciphertext', text: hex(one) },
          { label: 'First text', text: first },
          { label: 'First counter block of the second message', text: hex(counters[1]) },
          { label: 'Second ciphertext', text: hex(two) },
        ],
        answer: second,
        solution: [
          `The first message used ${Math.ceil(first.length / 16)} counter blocks, one after the other. The second began ${shift} later, at a block that was already used. So its stream is the stream of the first from byte ${16 * shift}.`,
          `First ciphertext XOR first text is the stream: \`s = bytes(x ^ y for x, y in zip(bytes.fromhex("${hex(one)}"), b"${first}"))\``,
          `\`bytes(x ^ y for x, y in zip(bytes.fromhex("${hex(two)}"), s[${16 * shift}:])).decode()\``,
        ],
      };
    },
  },
  /** Five boxes, of which one has a correct tag. */
  'cipher-genuine-box': {
    form: 'the text of the genuine box',
    isDistinct: true,
    normalize: normalizeText,
    make: (random) => {
      const master = random.bytes(32);
      const header = `from=${random.pick(people)}`;
      const kinds = random.some(['genuine' as Kind, ...random.some(faults, 4)], 5);
      const texts = kinds.map(() => passphrase(random));
      const boxes = kinds.map((kind, i) => boxOf(random, master, header, texts[i] ?? '').box(kind));
      const right = kinds.indexOf('genuine');
      const wrong = kinds.flatMap((kind, i) => (i === right ? [] : [`the ${places[i]} was ${kind}`]));
      return {
        given: [
          { label: 'Master key', text: hex(master) },
          { label: 'Header of all five', text: header },
          { label: 'Boxes', text: boxes.join('\n') },
        ],
        answer: texts[right] ?? '',
        solution: [
          `Call \`unseal\` of \`seal.py\` for each of the five. It checks the tag before it decrypts, and refuses four boxes. The ${places[right]} is genuine: \`import seal; seal.unseal(bytes.fromhex("${hex(master)}"), b"${header}", bytes.fromhex("${boxes[right]}")).decode()\``,
          `Of the others, ${wrong.join(', ')}. Each decrypts to a passphrase that looks just as plausible, so the texts do not show which boxes are forged.`,
        ],
      };
    },
  },
  /** A file of `openssl enc`, encrypted with a key from a short PIN. */
  'cipher-safe-pin': {
    form: 'the text',
    isDistinct: true,
    normalize: normalizeText,
    make: (random) => {
      const text = passphrase(random);
      const pin = String(random.int(0, 999)).padStart(3, '0');
      const salt = random.bytes(8);
      // Key and IV as `openssl enc` derives them with `-md sha256` and without `-pbkdf2`.
      const sha256 = (...parts: Uint8Array[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest();
      const key = sha256(Buffer.from(pin), salt);
      const iv = sha256(key, Buffer.from(pin), salt).subarray(0, 16);
      const file = Buffer.concat([
        ...[Buffer.from('Salted__'), salt, aes('aes-256-cbc', key, iv, Buffer.from(text))],
      ]).toString('base64');
      return {
        given: [
          { label: 'Backup of the safe, in base64', text: file },
          {
            label: 'How it was made',
            text: 'openssl enc -aes-256-cbc -md sha256 -a -A -pass pass:***\nThe PIN has three digits.',
          },
        ],
        answer: text,
        solution: [
          'There are a thousand PINs. Without a MAC, only the padding reveals a wrong PIN, and about four wrong PINs in a thousand pass. So keep the result that is readable.',
          `\`for pin in $(seq -w 0 999); do echo ${file} | openssl enc -d -a -A -aes-256-cbc -md sha256 -pass pass:$pin 2>/dev/null | grep -aE '^[a-z0-9-]{20,}$'; done\``,
          `It was ${pin}. The key had 256 bits, but the PIN from which it was derived had only ten.`,
        ],
      };
    },
  },
  /** Number of days for which random nonces can be used. */
  'cipher-nonce-days': {
    form: 'whole days, rounded down',
    isDistinct: false,
    hasFewAnswers: true,
    normalize: (text) => normalizeNumber(withoutUnit(text)),
    make: (random) => {
      for (;;) {
        const bits = random.pick([64, 72, 80, 96]);
        const chance = random.int(16, 40);
        const rate = random.int(2, 900) * random.pick([1, 10, 100]);
        const exponent = (bits + 1 - chance) / 2;
        const days = 2 ** exponent / (rate * 86_400);
        // The rounded result must not depend on the precision of the learner's computation.
        if (!Number.isInteger(exponent) || days < 2 || days > 9000 || Math.abs((days % 1) - 0.5) > 0.45) continue;
        return {
          given: [
            { label: 'Nonces', text: `${bits} bits, drawn at random` },
            { label: 'Messages', text: `${rate.toLocaleString('en')} per second under one key` },
            { label: 'Highest allowed chance of a repeat', text: `1 in 2^${chance}` },
          ],
          answer: String(Math.floor(days)),
          solution: [
            `A small chance is about n² / 2N for n messages and N possible nonces. So n² is at most 2 · 2^${bits} / 2^${chance} = 2^${bits + 1 - chance}, and n is 2^${exponent}.`,
            `A day has 86,400 seconds, so ${(rate * 86_400).toLocaleString('en')} messages: \`2 ** ${exponent} // (${rate} * 86400)\`. After that, the key must be replaced.`,
          ],
        };
      }
    },
  },
} as const satisfies Record<string, Drill>;
