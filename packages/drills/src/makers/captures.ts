import { spaced } from '../bytes.ts';
import type { Drill } from '../drill.ts';
import { dump } from '../material/hex-dump.ts';
import { checksum, datagram, dotted, frame, macsOf, parts } from '../material/network-frames.ts';
import { normalizeExact, normalizeHex, normalizeText, withoutUnit } from '../normalize-answer.ts';
import { nouns, passphrase, sentence } from '../words.ts';

const desks = ['192.168.20.14', '192.168.20.15', '192.168.20.21', '192.168.20.22'];

/** RFC 4648, in small letters and without padding. */
function base32(bytes: Uint8Array): string {
  const row = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = row.match(/.{1,5}/g) ?? [];
  return groups.map((bits) => 'abcdefghijklmnopqrstuvwxyz234567'[Number.parseInt(bits.padEnd(5, '0'), 2)]).join('');
}

/** Splits a text into pieces, each with its offset. */
function cut(text: string, length: () => number): { at: number; piece: string }[] {
  const pieces = [];
  for (let at = 0; at < text.length; ) {
    const piece = text.slice(at, at + length());
    pieces.push({ at, piece });
    at += piece.length;
  }
  return pieces;
}

export const captureDrills = {
  'capture-time': {
    form: 'seconds since 1970, a dot, and six digits',
    isDistinct: true,
    normalize: (text) =>
      withoutUnit(normalizeExact(text))
        .replace(',', '.')
        .replace(/(?<=^\d+\.)\d{1,6}$/, (digits) => digits.padEnd(6, '0')),
    make: (random) => {
      const isLittle = random.int(0, 1) === 1;
      const u32 = (value: number): Buffer => {
        const bytes = Buffer.alloc(4);
        if (isLittle) bytes.writeUInt32LE(value);
        else bytes.writeUInt32BE(value);
        return bytes;
      };
      const u16 = (value: number): Buffer => (isLittle ? u32(value).subarray(0, 2) : u32(value).subarray(2));
      const kept = random.int(36, 44);
      const record = (seconds: number, micros: number): Buffer => {
        const data = random.bytes(random.int(8, 60));
        const whole = frame(
          random,
          macsOf(random),
          parts(random, 17),
          datagram([random.int(40_000, 60_000), 7010], data),
        );
        const head = Buffer.concat([u32(seconds), u32(micros), u32(kept), u32(whole.length)]);
        return Buffer.concat([head, whole.subarray(0, kept)]);
      };
      const first = random.int(1_500_000_000, 2_000_000_000);
      const second = first + random.int(1, 40);
      // Half of the fractions begin with zeros, which learners easily lose.
      const micros = random.int(0, 1) ? random.int(1, 99_999) : random.int(100_000, 999_999);
      const header = Buffer.concat([u32(0xa1b2c3d4), u16(2), u16(4), Buffer.alloc(8), u32(kept), u32(1)]);
      const file = Buffer.concat([header, record(first, random.int(0, 999_999)), record(second, micros)]);
      const at = 24 + 16 + kept;
      const here = file.subarray(at, at + 8);
      return {
        given: [
          { label: 'The beginning of a pcap file', text: dump(file.subarray(0, at + 30)) },
          { label: 'Find', text: 'the time of the second packet' },
        ],
        answer: `${second}.${String(micros).padStart(6, '0')}`,
        solution: [
          `The magic number in the file is \`${spaced(file.subarray(0, 4))}\`, so the numbers of the file are ${isLittle ? 'little' : 'big'} endian. (This does not apply to the numbers inside the packets, which are always big endian.)`,
          `The first record has its header at 24. The captured length is at its offset 8: \`${spaced(file.subarray(32, 36))}\`, ${kept} bytes. The length after it is the original length of the packet, before it was cut off. So the second record begins at 24 + 16 + ${kept} = ${at}, \`0x${at.toString(16)}\`.`,
          `Seconds \`${spaced(here.subarray(0, 4))}\` and microseconds \`${spaced(here.subarray(4))}\`: ${second} and ${micros}. Microseconds have six digits, with leading zeros if necessary.`,
          `\`import struct; print("%d.%06d" % struct.unpack("${isLittle ? '<' : '>'}II", bytes.fromhex("${here.toString('hex')}")))\``,
        ],
      };
    },
  },
  'capture-checksum': {
    form: 'four hexadecimal digits',
    isDistinct: false,
    // Python's hex() omits leading zeros.
    normalize: (text) => normalizeHex(text).replace(/^[\da-f]{1,3}$/, (digits) => digits.padStart(4, '0')),
    make: (random) => {
      const headers = Array.from({ length: 4 }, () =>
        frame(random, macsOf(random), parts(random, random.pick([6, 17])), random.bytes(random.int(20, 90))).subarray(
          14,
          34,
        ),
      );
      const number = random.int(0, 3);
      const forged = headers[number] ?? Buffer.alloc(20);
      // The forger replaced the sender's address but kept the checksum.
      const old = forged.readUInt16BE(10);
      const honest = Buffer.from(forged);
      honest.writeUInt16BE(0, 10);
      do parts(random, 17).source.copy(honest, 12);
      while (checksum(honest) === old);
      honest.copy(forged, 12, 12, 16);
      const right = checksum(honest);
      const words = Array.from({ length: 10 }, (_, i) => honest.readUInt16BE(2 * i));
      const sum = words.reduce((total, word) => total + word, 0);
      return {
        given: [
          { label: 'Four IPv4 headers, one per line', text: headers.map(spaced).join('\n') },
          {
            label: 'Find',
            text: 'the correct checksum of the one header that was forged (the forger did not change its checksum)',
          },
        ],
        answer: right.toString(16).padStart(4, '0'),
        solution: [
          `Add up the ten words of 16 bits of each header, and add the overflow to the lowest bits: three headers give \`ffff\`, and line ${number + 1} does not. Its sender is ${dotted(forged.subarray(12, 16))} now.`,
          `With zero in place of its checksum, \`${old.toString(16).padStart(4, '0')}\`, its words make \`0x${sum.toString(16)}\`. Add the overflow: \`hex((0x${sum.toString(16)} & 0xffff) + (0x${sum.toString(16)} >> 16))\` is \`0x${(~right & 0xffff).toString(16)}\`.`,
          `Flip all bits: \`hex(0x${(~right & 0xffff).toString(16)} ^ 0xffff)\` gives \`0x${right.toString(16)}\`${right < 0x1000 ? ', with a leading zero to make four digits' : ''}.`,
        ],
      };
    },
  },
  'capture-stream': {
    form: 'the text',
    isDistinct: true,
    normalize: normalizeText,
    make: (random) => {
      const ports = random.some([50_210, 50_214, 50_233, 50_261], 2);
      const conversations = ports.map((port) => {
        const text = passphrase(random);
        // Half of the sequence numbers wrap around at 2^32.
        const syn = random.int(0, 1) ? 2 ** 32 - random.int(2, 20) : random.int(1, 2 ** 32 - 100);
        const pieces = cut(text, () => random.int(3, 5));
        const again = random.pick(pieces);
        const from = random.int(1, text.length - 6);
        const sent = [...pieces, again, { at: from, piece: text.slice(from, from + 5) }];
        const line = (at: number, what: string): string =>
          `server > ${port}  seq ${String((syn + 1 + at) % 2 ** 32).padEnd(10)}  ${what}`;
        return {
          port,
          text,
          syn,
          pieces,
          syns: line(-1, 'SYN'),
          lines: sent.map(({ at, piece }) => line(at, `"${piece}"`)),
        };
      });
      const [asked] = conversations;
      const lines = conversations.flatMap((conversation) => conversation.lines);
      const { port = 0, text = '', syn = 0, pieces = [] } = asked ?? {};
      const runsOver = syn + 1 + text.length > 2 ** 32;
      return {
        given: [
          {
            label: 'Data from the server, as recorded',
            text: [
              ...random.some(
                conversations.map(({ syns }) => syns),
                2,
              ),
              ...random.some(lines, lines.length),
            ].join('\n'),
          },
          { label: 'Find', text: `the text that the server sent to port ${port}` },
        ],
        answer: text,
        solution: [
          `Take the lines of port ${port} only. The SYN has sequence number ${syn} and counts as one byte, so the text begins at number ${(syn + 1) % 2 ** 32}.`,
          `The offset of a piece is its number minus that${runsOver ? ', modulo 2^32: the numbers wrap around here, and begin again at 0' : ''}. In order: ${pieces.map(({ at, piece }) => `${at} “${piece}”`).join(', ')}.`,
          'One piece arrived twice, and one overlaps with its neighbours. They contain no new text.',
        ],
      };
    },
  },
  'capture-tunnel': {
    form: 'the text',
    isDistinct: true,
    normalize: normalizeText,
    make: (random) => {
      const text = `${sentence(random)}: ${passphrase(random)}`;
      const cargo = base32(Buffer.from(text));
      const [zone = '', ...ordinary] = random.some(nouns, 4);
      const desk = random.pick(desks);
      const parcels = cut(cargo, () => random.int(18, 24)).map(
        ({ piece }, i) => `${desk}  TXT   ${String(i).padStart(2, '0')}.${piece}.${zone}.example`,
      );
      const usual = Array.from({ length: 6 }, () => {
        const host = random.pick(['www', 'mail', 'news', 'img']);
        return `${random.pick(desks)}  ${random.pick(['A   ', 'AAAA', 'TXT '])}  ${host}.${random.pick(ordinary)}.example`;
      });
      const lines = [...parcels, random.pick(parcels), ...usual];
      return {
        given: [
          {
            label: 'Queries to the resolver, in the order of arrival',
            text: random.some(lines, lines.length).join('\n'),
          },
          { label: 'Find', text: 'the text that was exfiltrated' },
        ],
        answer: text,
        solution: [
          `${zone}.example has long names, all different, and all from ${desk}. The other queries are normal.`,
          `Take each number once, from 00 to ${String(parcels.length - 1).padStart(2, '0')}, and join the labels after the numbers: ${cargo.length} characters. Base32 uses groups of eight, so ${-cargo.length & 7 ? `append ${-cargo.length & 7} characters \`=\`` : 'nothing is missing'}.`,
          `\`import base64; s = "${cargo}"; print(base64.b32decode(s.upper() + "=" * (-len(s) % 8)).decode())\``,
        ],
      };
    },
  },
} as const satisfies Record<string, Drill>;
