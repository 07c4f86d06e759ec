import { hex, xor } from '../bytes.ts';
import type { Drill } from '../drill.ts';
import { normalizeHex, normalizeText } from '../normalize-answer.ts';
import { letters, nouns, passphrase, sentence } from '../words.ts';

const byteName = (byte: number): string => `0x${byte.toString(16).padStart(2, '0')}`;
const bits = (byte: number): string => byte.toString(2).padStart(8, '0');

/** The known beginning of all messages of the harbour. */
const HEADER = 'weather report: ';

/** Roles of five letters. */
const roles = ['guest', 'pilot', 'clerk', 'owner', 'baker', 'smith', 'diver'];

export const xorDrills = {
  /** Two sequences of four bytes. */
  'xor-bytes': {
    form: 'four bytes in hexadecimal',
    isDistinct: false,
    normalize: normalizeHex,
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
          `Write the first byte of each in bits: \`${bits(first)}\` and \`${bits(second)}\`. If two bits differ, the result is 1, and if they are equal, it is 0: \`${bits(first ^ second)}\`, which is \`${byteName(first ^ second)}\`.`,
          `Do the same for the other three. In Python: \`bytes(x ^ y for x, y in zip(bytes.fromhex("${hex(a)}"), bytes.fromhex("${hex(b)}"))).hex()\``,
        ],
      };
    },
  },
  /** A sentence encrypted with one known byte. */
  'xor-known-byte': {
    form: 'the text',
    isDistinct: false,
    normalize: normalizeText,
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
  /** A sentence encrypted with one unknown byte. */
  'xor-find-byte': {
    form: 'the text',
    isDistinct: true,
    normalize: normalizeText,
    make: (random) => {
      const text = `${sentence(random)} ${passphrase(random)}`;
      const key = random.int(0x80, 0xfe);
      const cipher = hex(xor(Buffer.from(text), Buffer.of(key)));
      const [space] = Buffer.from(' ');
      return {
        given: [{ label: 'Ciphertext, in hexadecimal', text: cipher }],
        answer: text,
        solution: [
          'A byte has 256 values, so try every one. Keep the result in which all bytes are small letters, digits, spaces and hyphens.',
          `\`c = bytes.fromhex("${cipher}")\` and then \`[t for k in range(256) if all(97 <= x < 123 or x in b" -0123456789" for x in (t := bytes(x ^ k for x in c)))]\``,
          `Or count: the most frequent byte in a sentence is often the space. Here the key is \`${byteName(key)}\`, and the space became \`${byteName((space ?? 0) ^ key)}\`.`,
        ],
      };
    },
  },
  /** The repeating key, from the beginning of the text. */
  'xor-known-start': {
    form: 'the key, eight small letters',
    isDistinct: true,
    normalize: normalizeText,
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
  /** The whole text under a repeating key, with the beginning known. */
  'xor-repeating-key': {
    form: 'the rest of the text, without its beginning',
    isDistinct: true,
    normalize: normalizeText,
    make: (random) => {
      const rest = `${sentence(random)} ${passphrase(random)}`;
      const key = random.bytes(random.int(5, 9));
      const cipher = hex(xor(Buffer.from(HEADER + rest), key));
      return {
        given: [
          { label: 'Ciphertext, in hexadecimal', text: cipher },
          { label: 'The text begins with', text: HEADER },
          { label: 'The key', text: 'is 5 to 9 bytes long, with any values, and repeats' },
        ],
        answer: rest,
        solution: [
          `XOR the first 16 bytes with the known beginning: \`${hex(xor(Buffer.from(cipher, 'hex').subarray(0, 16), Buffer.from(HEADER)))}\`. This is the key and the start of its repetition.`,
          `After ${key.length} bytes, it repeats, so the key is \`${hex(key)}\`.`,
          'XOR the whole ciphertext with the repeated key, and remove the beginning.',
        ],
      };
    },
  },
  /** A one-time pad that was used twice, with one of the texts known. */
  'xor-pad-twice': {
    form: 'the second text',
    isDistinct: true,
    normalize: normalizeText,
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
          'Second ciphertext XOR pad is the second text. You do not have to guess: a pad that is used twice is no longer secret when one of the texts is known.',
          '`p = bytes(x ^ y for x, y in zip(c1, t1))` and then `bytes(x ^ y for x, y in zip(c2, p))`',
        ],
      };
    },
  },
  /** Changes one word inside a ciphertext to another. */
  'xor-flip': {
    form: 'the whole ciphertext, in hexadecimal',
    isDistinct: true,
    normalize: normalizeHex,
    make: (random) => {
      const [role, other] = random.some(roles, 2) as [string, string];
      const before = `berth=${random.int(1, 140)};name=${random.pick(nouns)};role=`;
      const after = `;fee=${random.int(10, 990)}`;
      const stream = random.bytes(before.length + role.length + after.length);
      const cipher = xor(Buffer.from(before + role + after), stream);
      const forged = hex(xor(Buffer.from(before + other + after), stream));
      const at = before.length;
      const piece = cipher.subarray(at, at + role.length);
      return {
        given: [
          { label: 'Ciphertext, in hexadecimal', text: hex(cipher) },
          { label: 'Decrypted text', text: before + role + after },
          { label: 'The new role', text: other },
        ],
        answer: forged,
        solution: [
          `The role begins at byte ${at}, counted from 0, where the ciphertext has \`${hex(piece)}\`. The difference is \`${role}\` XOR \`${other}\`, which is \`${hex(xor(Buffer.from(role), Buffer.from(other)))}\`.`,
          `XOR it into these five bytes and do not change the others: \`c = bytes.fromhex("${hex(cipher)}")\` and then \`(c[:${at}] + bytes(x ^ y ^ z for x, y, z in zip(c[${at}:], b"${role}", b"${other}")) + c[${at + role.length}:]).hex()\``,
        ],
      };
    },
  },
  /** Changes text and checksum inside a ciphertext without knowing the text. */
  'xor-flip-crc': {
    form: 'the whole ciphertext, in hexadecimal',
    isDistinct: true,
    normalize: normalizeHex,
    make: (random) => {
      const [old, wanted] = [`0${random.int(100, 999)}`, `9${random.int(100, 999)}`];
      const before = `to=${random.pick(nouns)};amount=`;
      const after = `;for=${random.pick(nouns)}`;
      const at = before.length;
      const size = at + old.length + after.length;
      const sealed = (amount: string): Buffer => withCrc(Buffer.from(before + amount + after));
      const stream = random.bytes(size + 4);
      const cipher = hex(xor(sealed(old), stream));
      return {
        given: [
          { label: 'Ciphertext, in hexadecimal', text: cipher },
          {
            label: 'Known parts of the text',
            text: `Bytes ${at} to ${at + 3}, counted from 0, say ${old}.\nThe last four bytes are the CRC-32 of the ${size} before them, big-endian.\nThe rest is not known.`,
          },
          { label: 'New value of the four bytes', text: wanted },
        ],
        answer: hex(xor(sealed(wanted), stream)),
        solution: [
          `Write the change as a sequence of ${size} bytes, with zeros where nothing changes: \`import zlib; d = bytes(${at}) + bytes(x ^ y for x, y in zip(b"${old}", b"${wanted}")) + bytes(${after.length})\``,
          `CRC-32 only XORs and shifts. So the CRC of the text XOR \`d\` is the CRC of the text, XOR a value that depends only on \`d\`. This value is the CRC of \`d\`, XOR the CRC of the same number of zeros, because CRC-32 begins and ends with an inversion that would otherwise count twice. \`k = zlib.crc32(d) ^ zlib.crc32(bytes(${size}))\``,
          `XOR both into the ciphertext: \`bytes(x ^ y for x, y in zip(bytes.fromhex("${cipher}"), d + k.to_bytes(4, "big"))).hex()\`. You did this without reading a single letter.`,
        ],
      };
    },
  },
} as const satisfies Record<string, Drill>;

/** Appends the CRC-32 of bytes, as `zlib.crc32` computes it. */
function withCrc(bytes: Buffer): Buffer {
  let crc = 0xffff_ffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb8_8320 : 0);
  }
  const end = Buffer.alloc(4);
  end.writeUInt32BE(~crc >>> 0);
  return Buffer.concat([bytes, end]);
}
