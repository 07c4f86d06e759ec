import type { Drill } from '../drill.ts';
import { bitsOf, folded } from '../material/signals.ts';
import { normalizeExact, normalizeHex, normalizeText, normalizeWords } from '../normalize-answer.ts';
import type { Random } from '../random.ts';
import { nouns, passphrase } from '../words.ts';

/** The CRC of the lesson: 8 bits, polynomial 0x31, initial value 0. */
export function crc8(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let i = 0; i < 8; i++) crc = ((crc << 1) ^ (crc & 0x80 ? 0x31 : 0)) & 0xff;
  }
  return crc;
}

/** Returns two chips for each bit. The two conventions differ in which pair means 1. */
const manchester = (bytes: Uint8Array, one: '10' | '01' = '10'): string =>
  bitsOf(bytes)
    .map((bit) => ((bit === 1) === (one === '10') ? '10' : '01'))
    .join('');
const coin = (random: Random): number => random.int(0, 1);

const SYNC = Buffer.of(0x2d, 0xd4);

/** Returns a packet's chips as a receiver records them: without the first ones, and with noise at the end. */
function recordedChips(random: Random, packet: Buffer): string {
  const kept = manchester(Buffer.concat([Buffer.of(0xaa), SYNC, packet])).slice(random.int(1, 7));
  const chips = kept + Array.from({ length: 8 - (kept.length % 4) }, () => coin(random)).join('');
  return (chips.match(/.{4}/g) ?? []).map((four) => Number.parseInt(four, 2).toString(16)).join('');
}

/**
 * Returns the packet with two or three wrong bits in its payload, one of them at `hit`. An 8-bit CRC detects all such
 * errors.
 */
function damaged(random: Random, packet: Buffer, hit: number): Buffer {
  const wrong = Buffer.from(packet);
  const others = Array.from({ length: 40 }, (_, i) => i).filter((place) => place !== hit);
  for (const place of [hit, ...random.some(others, random.int(1, 2))])
    wrong[2 + (place >> 3)] = (wrong[2 + (place >> 3)] ?? 0) ^ (1 << (place & 7));
  return wrong;
}

const EMPTY = '(empty)';

interface Frame {
  time: number;
  address: string;
  sequence: number;
  tags: string;
  name: string;
}

const local = (random: Random): string => {
  const bytes = random.bytes(6);
  bytes[0] = ((bytes[0] ?? 0) & 0xfc) | 2;
  return (bytes.toString('hex').match(/../g) ?? []).join(':');
};

/** Returns the probe requests of one phone, with three addresses one after the other. */
function phone(random: Random, tags: string, first: number, names: string[]): Frame[] {
  let sequence = first;
  let time = random.int(2, 30);
  let frames: Frame[] = [];
  for (let part = 0; part < 3; part++) {
    const address = local(random);
    const count = random.int(2, 3);
    const own = Array.from({ length: count }, (_, i) => {
      time += random.int(4, 15);
      sequence = (sequence + random.int(1, 3)) % 4096;
      const name = i === 0 && part < 2 ? EMPTY : (names.pop() ?? EMPTY);
      return { time, address, sequence, tags, name };
    });
    frames = [...frames, ...own];
    time = (part + 1) * 100 + random.int(2, 30);
  }
  return frames;
}

export const radioMessageDrills = {
  'radio-manchester': {
    form: 'the text',
    isDistinct: true,
    normalize: normalizeText,
    make: (random) => {
      const text = passphrase(random);
      const one = random.pick(['10', '01'] as const);
      const isLate = coin(random) === 1;
      const chips = `${isLate ? coin(random) : ''}${manchester(Buffer.from(text), one)}`;
      return {
        given: [{ label: 'Chips, from the moment when the receiver woke up', text: folded(chips) }],
        answer: text,
        solution: [
          isLate
            ? 'If you cut it into pairs from the first chip, there is soon a `00` or a `11`, which cannot be a bit. So the first chip is the second half of a bit that the receiver missed: leave it out.'
            : 'Cut it into pairs from the first chip: there is no `00` and no `11`, so the pairs are aligned.',
          `There are two conventions. With \`10\` as 1, the first byte is \`${Number.parseInt(bitsOf(Buffer.from(text.slice(0, 1))).join(''), 2) ^ (one === '10' ? 0 : 255)}\`, ${one === '10' ? 'which is a letter' : 'which is above 127 and not a letter, so 1 is `01` here'}.`,
          `With \`c\` as the sequence of chips: \`"".join("${one === '10' ? '01' : '10'}"[c[i] == "1"] for i in range(${isLate ? 1 : 0}, len(c), 2))\`, eight bits per byte, highest first. The text begins with \`${text.slice(0, 4)}\`.`,
        ],
      };
    },
  },
  'radio-packet': {
    form: 'five bytes in hexadecimal',
    isDistinct: true,
    normalize: normalizeHex,
    make: (random) => {
      const body = Buffer.concat([Buffer.of(random.int(0x10, 0xef), random.int(1, 0xfe)), random.bytes(5)]);
      const packet = Buffer.concat([body, Buffer.of(crc8(body))]);
      // All three have the same wrong bit, so a majority vote of the four fails and only the CRC shows the right one.
      const hit = random.int(0, 39);
      const copies = random.some([packet, ...Array.from({ length: 3 }, () => damaged(random, packet, hit))], 4);
      const lines = copies.map((copy) => recordedChips(random, copy));
      const right = copies.indexOf(packet);
      const chips = [...(lines[right] ?? '')].map((digit) => Number.parseInt(digit, 16).toString(2).padStart(4, '0'));
      const at = chips.join('').indexOf(manchester(SYNC));
      const payload = body.subarray(2).toString('hex');
      return {
        given: [
          { label: 'The same packet four times, Manchester chips in hexadecimal', text: lines.join('\n') },
          {
            label: 'How the packet is built',
            text: '1 is 10. Preamble, sync word 2dd4, address, number, five bytes of payload, CRC-8 (polynomial 0x31) from the address on.\nThe rest is noise.',
          },
          { label: 'Find', text: 'the payload of the one packet that arrived without errors' },
        ],
        answer: payload,
        solution: [
          `Each receiver woke up at another chip, so find the chips of the sync word: \`c = "".join(f"{int(h, 16):04b}" for h in line)\` and \`at = c.find("${manchester(SYNC)}") + 32\`.`,
          'With `10` as 1 the first chip of each pair is the bit itself: `d = int(c[at:at + 128:2], 2).to_bytes(8, "big")`. Then check if `crc8(d[:-1]) == d[-1]`, with `crc8` from the lesson.',
          `Only line ${right + 1} passes; its sync word begins at chip ${at}. The packet is \`${packet.toString('hex')}\`: two bytes of address and number, the payload \`${payload}\`, and the CRC.`,
        ],
      };
    },
  },
  'radio-window': {
    form: 'the numbers of the presses, separated by spaces',
    isDistinct: false,
    hasFewAnswers: true,
    normalize: normalizeWords,
    make: (random) => {
      for (;;) {
        const width = random.pick([8, 12, 16, 24]);
        const start = random.int(40, 900);
        let last = start;
        const opened: number[] = [];
        const presses = Array.from({ length: 8 }, (_, i) => {
          const jump = random.pick([0, -random.int(1, 9), random.int(1, 5), random.int(1, width), width, width + 1]);
          const counter = last + jump;
          if (counter > last && counter <= last + width) {
            last = counter;
            opened.push(i + 1);
          }
          return counter;
        });
        if (opened.length < 2 || opened.length > 6) continue;
        return {
          given: [
            { label: 'The receiver', text: `last accepted: ${start}\nwindow: ${width} codes` },
            {
              label: 'It receives the codes of these counters, one after the other',
              text: presses.map((counter, i) => `${i + 1}.  ${counter}`).join('\n'),
            },
            { label: 'Find', text: 'the presses that open it, of the eight' },
          ],
          answer: opened.join(' '),
          solution: [
            `At the beginning, the window is from ${start + 1} to ${start + width}. Each accepted code becomes the last one, and the window then starts right after it.`,
            `It opens for ${opened.map((i) => `${presses[i - 1]} (number ${i})`).join(', ')}. At the end, the last accepted counter is ${last}.`,
            'A counter that is not above the last accepted one is a replay, or a press that arrived too late. A counter beyond the window is refused and does not move the window.',
          ],
        };
      }
    },
  },
  'radio-rolling-next': {
    form: 'twelve hexadecimal digits',
    isDistinct: true,
    normalize: normalizeHex,
    make: (random) => {
      const modulus = 1n << 48n;
      const drawn = (): bigint => BigInt(`0x${random.bytes(6).toString('hex')}`);
      // An odd factor and an odd constant: consecutive codes differ by an odd number.
      const [a, c] = [drawn() | 1n, drawn() | 1n];
      const codes = [drawn()];
      while (codes.length < 5) codes.push((a * (codes.at(-1) ?? 0n) + c) % modulus);
      const [one = '', two = '', three = '', four = '', answer = ''] = codes.map((code) =>
        code.toString(16).padStart(12, '0'),
      );
      return {
        given: [
          { label: 'The maker’s leaflet', text: 'next = (A * code + C) mod 2^48\n“now with three times as many bits”' },
          { label: 'Heard at the gate, one after the other', text: [one, two, three, four].join('\n') },
        ],
        answer,
        solution: [
          `\`M = 1 << 48; x = [0x${one}, 0x${two}, 0x${three}, 0x${four}]\``,
          'C cancels out in the differences: `A = (x[2] - x[1]) * pow(x[1] - x[0], -1, M) % M`. The first difference is odd, so it has an inverse.',
          `\`C = (x[1] - A * x[0]) % M\`, and the fourth code confirms both. A is \`${a.toString(16)}\`, C is \`${c.toString(16)}\`.`,
          '`f"{(A * x[3] + C) % M:012x}"`. More bits make the numbers longer, but the attack no harder.',
        ],
      };
    },
  },
  'radio-follow': {
    form: 'the name of the network',
    isDistinct: false,
    normalize: (text) => normalizeExact(text).toLowerCase(),
    make: (random) => {
      const names = random.some(nouns, 16).map((noun) => `${noun}-${random.int(10, 99)}`);
      const common = '1,45,221';
      const other = random.pick(['1,45,127', '1,50,45', '1,45,191']);
      const first = random.int(0, 3) === 0 ? random.int(4078, 4090) : random.int(200, 3900);
      const wanted = phone(random, common, first, names.slice(0, 7));
      const others = [
        ...phone(random, common, (first + random.int(600, 2500)) % 4096, names.slice(5, 11)),
        ...phone(random, other, (first + random.int(2, 9)) % 4096, names.slice(9, 16)),
      ];
      const asked = wanted.at(-1)?.name ?? '';
      const addresses = [...new Set(wanted.map(({ address }) => address))];
      const rows = [...wanted, ...others].sort((a, b) => a.time - b.time);
      return {
        given: [
          {
            label: 'Probe requests: second, address, sequence number, tags, name',
            text: rows
              .map(
                (row) =>
                  `${String(row.time).padStart(3)} ${row.address} ${String(row.sequence).padStart(4)} ${row.tags} ${row.name}`,
              )
              .join('\n'),
          },
          {
            label: 'Find',
            text: `the phone that begins as ${addresses[0]} changes its address twice: the network that it asks for last`,
          },
        ],
        answer: asked,
        solution: [
          `Its frames have the tags \`${common}\`. One other phone has different tags, so you can exclude its frames, even if their numbers are close.`,
          `The counter continues although the address changes: ${wanted.map(({ sequence }) => sequence).join(', ')}${first > 4077 ? ', because after 4095 it begins again at 0' : ''}.`,
          `So it is \`${addresses[1]}\` and then \`${addresses[2]}\`, and asks for \`${asked}\` last.`,
        ],
      };
    },
  },
} as const satisfies Record<string, Drill>;
