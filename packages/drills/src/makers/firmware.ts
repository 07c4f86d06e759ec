import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import type { Drill } from '../drill.ts';
import { dump } from '../material/hex-dump.ts';
import { normalizeHex, normalizeText } from '../normalize-answer.ts';
import type { Random } from '../random.ts';
import { nouns, passphrase } from '../words.ts';

const HEADER = 20;

/**
 * A small image: header, erased flash, the start of a stream that cannot be unpacked, an old part that no header refers
 * to, and the current part.
 */
function image(random: Random, text: string) {
  const order = random.pick(['little', 'big'] as const);
  // Both parts have the same text, so only the header shows which of the two keys is current.
  const lamp = random.int(2, 9);
  const packed = (key: string): Buffer =>
    deflateSync(Buffer.from(`port ostrel, lamp ${lamp}, the key of the lamp: ${key}`), { level: 9 });
  const part = packed(text);
  const old = packed(passphrase(random));
  const stray = Buffer.concat([Buffer.of(0x78, 0xda), random.bytes(random.int(6, 12))]);
  const erased = (): Buffer => Buffer.alloc(random.int(5, 13), 0xff);
  const before = random.some([Buffer.concat([stray, erased()]), Buffer.concat([old, erased()])], 2);
  const body = Buffer.concat([erased(), ...before, part, erased()]);
  const at = HEADER + body.indexOf(part);
  const head = Buffer.concat([Buffer.from('LMP1'), Buffer.alloc(HEADER - 4)]);
  for (const [place, value, size] of [
    [4, HEADER, 2],
    [6, random.int(0x0101, 0x0409), 2],
    [8, at, 4],
    [12, part.length, 4],
    [16, crc32(part), 4],
  ] as const) {
    if (order === 'little') head.writeUIntLE(value, place, size);
    else head.writeUIntBE(value, place, size);
  }
  return { bytes: Buffer.concat([head, body]), order, at, length: part.length };
}

const algorithms = ['md5', 'sha1', 'sha256'] as const;
const spellings = [
  { code: 'mac.lower().replace(":", "")', of: (mac: string) => mac.replaceAll(':', '') },
  { code: 'mac.upper().replace(":", "")', of: (mac: string) => mac.toUpperCase().replaceAll(':', '') },
  { code: 'mac.lower().replace(":", "-")', of: (mac: string) => mac.replaceAll(':', '-') },
  { code: '"".join(reversed(mac.lower().split(":")))', of: (mac: string) => mac.split(':').reverse().join('') },
] as const;

export const firmwareDrills = {
  'wire-firmware': {
    form: 'the key, exactly as in the image',
    isDistinct: true,
    normalize: normalizeText,
    make: (random) => {
      const text = passphrase(random);
      const { bytes, order, at, length } = image(random, text);
      return {
        given: [
          { label: 'The whole image', text: dump(bytes) },
          {
            label: 'Its header, according to a note of the maker',
            text: 'magic (4 bytes), size of the header (2), version (2),\nwhere the part begins (4), its length (4), its CRC-32 (4)\nthe part is compressed with zlib; find out the byte order yourself',
          },
          { label: 'Find', text: 'the key of the lamp' },
        ],
        answer: text,
        solution: [
          `The size of the header is \`${bytes.subarray(4, 6).toString('hex')}\`, and ${HEADER} makes sense only if it is ${order}-endian. So the part begins at ${at} and has ${length} bytes.`,
          'Copy the dump into a file `dump.txt`, and `xxd -r dump.txt image.bin` makes an image of it.',
          `\`python3 -c "import zlib; p = open('image.bin', 'rb').read()[${at}:${at + length}]; print(hex(zlib.crc32(p)), zlib.decompress(p).decode())"\` prints the CRC of the header, \`0x${crc32(bytes.subarray(at, at + length)).toString(16)}\`, and the text.`,
          'There are two other occurrences of `78 da`. One cannot be unpacked at all. The other is a key from an older release, which the header no longer refers to.',
        ],
      };
    },
  },
  'wire-password': {
    form: 'the password, ten characters',
    isDistinct: true,
    normalize: normalizeHex,
    make: (random) => {
      const device = Buffer.concat([Buffer.of(0x02, 0x00, 0x5e), random.bytes(3)]);
      const mac = (device.toString('hex').match(/../g) ?? []).join(':');
      const [algorithm, spelling, from] = [random.pick(algorithms), random.pick(spellings), random.int(0, 20)];
      const salt = `${random.pick(nouns)}-works-${random.int(1950, 2019)}`;
      const address = Buffer.of(10, random.int(1, 250), random.int(1, 250), random.int(2, 250));
      const target = Buffer.of(...address.subarray(0, 3), 1);
      // An ARP request for the address of the gateway (RFC 826).
      const question = Buffer.concat([
        ...[Buffer.alloc(6, 0xff), device, Buffer.from('0806000108000604', 'hex'), Buffer.of(0, 1)],
        ...[device, address, Buffer.alloc(6), target],
      ]);
      const digest = createHash(algorithm)
        .update(salt + spelling.of(mac))
        .digest('hex');
      const answer = digest.slice(from, from + 10);
      return {
        given: [
          {
            label: 'bin/setpw, the same in every image',
            text: `import hashlib\n\ndef default_password(mac):\n    word = ${spelling.code}\n    return hashlib.${algorithm}(b"${salt}" + word.encode()).hexdigest()[${from}:${from + 10}]`,
          },
          { label: 'A broadcast frame of the neighbour’s lamp', text: dump(question) },
          { label: 'Find', text: 'the default password of that lamp' },
        ],
        answer,
        solution: [
          `A frame begins with six bytes for the receiver, here the broadcast address, and then six for the sender: \`${mac}\`. It is not encrypted, and it is the same as on the label.`,
          `The input of the hash is \`${salt}${spelling.of(mac)}\`. Call \`default_password("${mac}")\`, or \`printf '%s' '${salt}${spelling.of(mac)}' | ${algorithm}sum | cut -c${from + 1}-${from + 10}\`.`,
        ],
      };
    },
  },
} as const satisfies Record<string, Drill>;
