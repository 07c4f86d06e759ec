import { gzipSync } from 'node:zlib';
import type { Drill } from '../drill.ts';
import { dump } from '../material/hex-dump.ts';
import { normalizeExact, normalizeText } from '../normalize-answer.ts';
import type { Random } from '../random.ts';
import { nouns, passphrase } from '../words.ts';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const boats = ['Möwe', 'Bröderna', 'Pájaro', 'Fågel', 'Łódź', 'Чайка'];

/** An operation on bytes and its inverse, as lines of Python. */
interface Layer {
  does: string;
  undoes: string;
  run: (bytes: Buffer) => Buffer;
}

const each = (bytes: Buffer, change: (byte: number) => number): Buffer => Buffer.from([...bytes].map(change));

/** Returns three different operations on bytes. One of them always reverses the whole sequence. */
function layersOf(random: Random): Layer[] {
  const [add, mask] = [random.int(20, 230), random.int(17, 250)];
  const turned: Layer = {
    does: 'data[::-1]',
    undoes: 'data[::-1]',
    run: (bytes) => Buffer.from(bytes).reverse(),
  };
  const others: Layer[] = [
    {
      does: 'bytes(255 - b for b in data)',
      undoes: 'bytes(255 - b for b in data)',
      run: (bytes) => each(bytes, (byte) => 255 - byte),
    },
    {
      does: `bytes((b + ${add}) % 256 for b in data)`,
      undoes: `bytes((b - ${add}) % 256 for b in data)`,
      run: (bytes) => each(bytes, (byte) => (byte + add) % 256),
    },
    {
      does: `bytes(b ^ ${mask} for b in data)`,
      undoes: `bytes(b ^ ${mask} for b in data)`,
      run: (bytes) => each(bytes, (byte) => byte ^ mask),
    },
    {
      does: 'bytes((b + i) % 256 for i, b in enumerate(data))',
      undoes: 'bytes((b - i) % 256 for i, b in enumerate(data))',
      run: (bytes) => Buffer.from([...bytes].map((byte, i) => (byte + i) % 256)),
    },
    {
      does: 'data[::2] + data[1::2]',
      undoes: 'bytes(data[i // 2 if i % 2 == 0 else (len(data) + 1) // 2 + i // 2] for i in range(len(data)))',
      run: (bytes) => Buffer.concat([0, 1].map((odd) => Buffer.from([...bytes].filter((_, i) => i % 2 === odd)))),
    },
  ];
  return random.some([turned, ...random.some(others, 2)], 3);
}

/** Encodes a field of a record. */
const number = (value: number, size: 2 | 4, isLittle: boolean): Buffer => {
  const bytes = Buffer.alloc(size);
  if (size === 2) isLittle ? bytes.writeInt16LE(value) : bytes.writeInt16BE(value);
  else isLittle ? bytes.writeUInt32LE(value) : bytes.writeUInt32BE(value);
  return bytes;
};

/** Normalizes an integer with or without a sign. */
const normalizeSigned = (text: string): string => {
  const plain = normalizeExact(text)
    .replace(/[\s_]+/g, '')
    .replace(/^[−–]/, '-');
  return /^[-+]?\d{1,40}$/.test(plain) ? BigInt(plain.replace('+', '')).toString() : plain;
};

export const scriptDrills = {
  'py-layers': {
    form: 'the text',
    isDistinct: true,
    normalize: normalizeText,
    make: (random) => {
      const text = `${random.pick(boats)} ${passphrase(random)}`.toLowerCase();
      const encoding = random.pick(['utf-8', 'utf-16-le', 'utf-16-be'] as const);
      const plain = Buffer.from(text, encoding === 'utf-8' ? 'utf8' : 'utf16le');
      const layers = layersOf(random);
      const start = encoding === 'utf-16-be' ? plain.swap16() : plain;
      const out = layers.reduce<Buffer>((bytes, { run }) => run(bytes), start);
      const back = [...layers].reverse().map(({ undoes }) => `data = ${undoes}`);
      return {
        given: [
          {
            label: 'How it was made',
            text: [
              `data = note.encode("${encoding}")`,
              ...layers.map(({ does }) => `data = ${does}`),
              'print(data.hex())',
            ].join('\n'),
          },
          { label: 'Output', text: hex(out) },
        ],
        answer: text,
        solution: [
          'Begin with the last step: `bytes.fromhex("…")` reverses the output, and then reverse each line from the bottom to the top.',
          `In this order: ${back.map((line) => `\`${line}\``).join(', then ')}.`,
          `At the end: \`data.decode("${encoding}")\`.`,
        ],
      };
    },
  },
  'py-carve': {
    form: 'the text',
    isDistinct: true,
    normalize: normalizeText,
    make: (random) => {
      const text = `The ${random.pick(nouns)} says ${passphrase(random)}`.toLowerCase();
      const packed = gzipSync(text);
      // The operating system byte in a header depends on the platform, so it is set to a fixed value.
      packed[9] = 3;
      const noise = (size: number): Buffer =>
        Buffer.from(random.bytes(size).map((byte) => (byte === 0x1f ? 0x1e : byte)));
      const decoy = (): Buffer =>
        Buffer.concat([Buffer.of(0x1f, 0x8b, random.pick([0x00, 0x1c, 0x80, 0xd0])), noise(6)]);
      const before = [noise(random.int(3, 18)), ...(random.int(0, 1) ? [decoy()] : []), noise(random.int(2, 14))];
      const after = [noise(random.int(3, 12)), decoy(), noise(random.int(4, 20))];
      const inside = Buffer.concat([...before, packed, ...after]);
      const head = Buffer.concat([Buffer.from('HOLDIMG2'), number(12 + inside.length, 4, true)]);
      const file = Buffer.concat([head, inside]);
      const at = head.length + Buffer.concat(before).length;
      const hits = [...file.keys()].filter((i) => file[i] === 0x1f && file[i + 1] === 0x8b);
      return {
        given: [
          { label: `A file of ${file.length} bytes`, text: dump(file) },
          { label: 'The same, to copy', text: hex(file) },
        ],
        answer: text,
        solution: [
          `\`1f 8b\` is there ${hits.length} times, at ${hits.join(', ')}. Only at ${at}, the method after it is \`08\`, so that one is gzip.`,
          'The decompressor finds the end itself: `zlib.decompressobj(31).decompress(data[at:])` uses the bytes of the stream and leaves the rest.',
          `\`python3 -c "import zlib; print(zlib.decompressobj(31).decompress(bytes.fromhex('${hex(packed)}')))"\``,
        ],
      };
    },
  },
  'py-records': {
    form: 'a whole number, with a minus sign if it is negative',
    isDistinct: false,
    normalize: normalizeSigned,
    make: (random) => {
      const [isStationLittle, isTideLittle] = random.pick([
        [true, false],
        [false, true],
        [false, false],
        [true, true],
      ] as const);
      const names = random.some(nouns, 3);
      const wanted = random.pick(names);
      const records = Array.from({ length: 8 }, () => {
        const name = random.pick([wanted, ...names]);
        const tide = random.pick([-1, -1, 1]) * random.int(3, 2_900);
        const body = Buffer.concat([
          Buffer.of(name.length),
          Buffer.from(name),
          number(random.int(1_792_000_000, 1_792_900_000), 4, isStationLittle),
          number(tide, 2, isTideLittle),
        ]);
        return { name, tide, body };
      });
      const sum = records.filter(({ name }) => name === wanted).reduce((all, { tide }) => all + tide, 0);
      const file = Buffer.concat([Buffer.from('TIDE'), Buffer.of(records.length), ...records.map(({ body }) => body)]);
      const [time, tide] = [isStationLittle ? '<I' : '>I', isTideLittle ? '<h' : '>h'];
      const [first] = records as [(typeof records)[number]];
      const end = (isLittle: boolean): string => (isLittle ? 'the little end first' : 'the big end first');
      const own = records.filter(({ name }) => name === wanted).map((record) => record.tide);
      return {
        given: [
          {
            label: 'The format',
            text: [
              'TIDE, then the number of records in one byte; for each record:',
              '- length of the name, 1 byte, and the name',
              `- time, 4 bytes, ${end(isStationLittle)}`,
              `- height in millimetres, 2 bytes, with sign, ${end(isTideLittle)}`,
            ].join('\n'),
          },
          { label: 'The file, in hexadecimal', text: hex(file) },
          { label: 'Find', text: `the sum of the heights of all records of ${wanted}` },
        ],
        answer: String(sum),
        solution: [
          `The first record begins at byte 5 with a length of ${first.name.length}, so its name is \`data[6:${6 + first.name.length}]\`, its time \`struct.unpack_from("${time}", data, ${6 + first.name.length})\` and its height \`struct.unpack_from("${tide}", data, ${10 + first.name.length})\`, which is ${first.tide}.`,
          'The next record begins after it, at the old offset plus the length of the name plus 7. Go through all records in this way.',
          `The heights of ${wanted} are ${own.join(', ') || 'none'}, in total ${sum}.`,
        ],
      };
    },
  },
} as const satisfies Record<string, Drill>;
