import { createHash } from 'node:crypto';
import { spaced } from '../bytes.ts';
import type { Drill } from '../drill.ts';
import { allocationTable, chained, directoryEntry, dosDate, dosTime } from '../material/fat.ts';
import { dump } from '../material/hex-dump.ts';
import { folded } from '../material/signals.ts';
import { formatTimestamp, normalizeTimestamp } from '../material/timestamps.ts';
import { normalizeExact, normalizeNumber, normalizeText, withoutUnit } from '../normalize-answer.ts';
import type { Random } from '../random.ts';
import { letters, nouns } from '../words.ts';

const hex = (value: number, digits = 4): string => value.toString(16).padStart(digits, '0');
const bits = (value: number, width: number): string => value.toString(2).padStart(width, '0');

/** Normalizes a list of numbers: separators and Python's brackets do not matter. */
const normalizeRow = (text: string): string => {
  const plain = normalizeExact(text).replace(/^\[|\]$/g, '');
  return /^\d{1,9}([\s,;>→-]+\d{1,9})*$/.test(plain) ? (plain.match(/\d+/g) ?? []).map(Number).join(' ') : plain;
};

/** Normalizes an offset in decimal and a byte in hexadecimal, such as `17-4f`. */
const normalizePlace = (text: string): string => {
  const [, at, value] = /^(\d{1,9})[\s:,-]+(?:0x)?([\da-f]{1,2})$/i.exec(normalizeExact(text)) ?? [];
  return at && value ? `${Number(at)}-${value.toLowerCase().padStart(2, '0')}` : normalizeExact(text).toLowerCase();
};

const name8 = (random: Random): string => random.pick(nouns).slice(0, 8).toUpperCase().padEnd(8);

/** Returns time and date of a day in March 2026, in FAT encoding. */
const stamp = (random: Random): readonly [number, number] => [
  dosTime(random.int(0, 23), random.int(0, 59), random.int(0, 29) * 2),
  dosDate(2026, 3, random.int(1, 14)),
];
const stamps = (random: Random) => {
  const [created, changed] = [stamp(random), stamp(random)];
  return { created, changed, accessed: dosDate(2026, 3, random.int(15, 28)) };
};

export const diskDrills = {
  'disk-sealed-copy': {
    form: 'the offset in decimal and the byte in hexadecimal, such as 17-4f',
    isDistinct: false,
    normalize: normalizePlace,
    make: (random) => {
      const sealed = random.bytes(48);
      const [first = 0, second = 0] = random.some([...sealed.keys()], 2).sort((a, b) => a - b);
      // In most rounds both other copies contain the first change, so a majority vote contradicts the sealed copy.
      const isShared = random.int(0, 2) > 0;
      const once = Buffer.from(sealed);
      once[first] = (sealed[first] ?? 0) ^ random.int(1, 255);
      const other = Buffer.from(isShared ? once : sealed);
      other[second] = (sealed[second] ?? 0) ^ random.int(1, 255);
      const copies = random.some([sealed, once, other], 3);
      const letter = 'ABC'[copies.indexOf(sealed)] ?? '';
      const value = hex(sealed[first] ?? 0, 2);
      return {
        given: [
          { label: 'SHA-256 on the form', text: createHash('sha256').update(sealed).digest('hex') },
          ...copies.map((copy, i) => ({ label: `Copy ${'ABC'[i]}, complete`, text: folded(copy.toString('hex')) })),
          {
            label: 'Find',
            text: 'the first offset, counted from 0, at which not all copies are equal, and the byte of the sealed copy at this offset',
          },
        ],
        answer: `${first}-${value}`,
        solution: [
          `Hash each copy: \`echo ${sealed.toString('hex')} | xxd -r -p | sha256sum\` gives the hash on the form, so copy ${letter} is the sealed one.`,
          isShared
            ? `The other two differ from it at offset ${first}, and both have \`${hex(once[first] ?? 0, 2)}\` there: one was made from the other after the change. A majority of two proves nothing, but the hash does.`
            : `At offset ${first} another copy has \`${hex(once[first] ?? 0, 2)}\`, and the third has the same byte as the sealed one. Here the majority would have been right, but you cannot know that without the hash.`,
          `The sealed copy has \`${value}\` at offset ${first}. The other difference is later, at ${second}.`,
        ],
      };
    },
  },
  'disk-cluster-offset': {
    form: 'a number, in decimal',
    isDistinct: false,
    normalize: (text) => normalizeNumber(withoutUnit(text)),
    make: (random) => {
      const sector = random.pick([512, 512, 1024, 2048]);
      const [perCluster, reserved, fats] = [random.pick([1, 2, 4, 8]), random.int(1, 8), random.int(1, 2)];
      const roots = (sector / 32) * random.int(1, 6);
      const clusters = random.int(300, 2000);
      const fatLength = Math.ceil(((clusters + 2) * 1.5) / sector);
      const [root, size] = [(reserved + fats * fatLength) * sector, perCluster * sector];
      const data = root + roots * 32;
      const total = data / sector + clusters * perCluster;
      const boot = Buffer.concat([Buffer.of(0xeb, 0x3c, 0x90), Buffer.from('HARBOUR '), Buffer.alloc(21)]);
      boot.writeUInt16LE(sector, 11);
      boot.writeUInt8(perCluster, 13);
      boot.writeUInt16LE(reserved, 14);
      boot.writeUInt8(fats, 16);
      boot.writeUInt16LE(roots, 17);
      boot.writeUInt16LE(total, 19);
      boot.writeUInt8(0xf8, 21);
      boot.writeUInt16LE(fatLength, 22);
      boot.writeUInt16LE(32, 24);
      boot.writeUInt16LE(2, 26);
      const cluster = random.int(20, clusters + 1);
      return {
        given: [
          { label: 'The beginning of an image (FAT12, no partitions)', text: dump(boot) },
          { label: 'Find', text: `the byte offset in the image at which cluster ${cluster} begins` },
        ],
        answer: String(data + (cluster - 2) * size),
        solution: [
          `Little endian throughout. Bytes in a sector \`${spaced(boot.subarray(11, 13))}\`: ${sector}. Sectors in a cluster \`${hex(perCluster, 2)}\`: ${perCluster}. Reserved sectors \`${spaced(boot.subarray(14, 16))}\`: ${reserved}. FATs: ${fats}, of \`${spaced(boot.subarray(22, 24))}\`: ${fatLength} sectors each. Root entries \`${spaced(boot.subarray(17, 19))}\`: ${roots}.`,
          `The root directory begins at (${reserved} + ${fats} · ${fatLength}) · ${sector} = ${root} and takes ${roots} · 32 = ${roots * 32} bytes, so the data begins at ${data}. A cluster has ${perCluster} · ${sector} = ${size} bytes.`,
          `The first cluster is number 2: \`${data} + (${cluster} - 2) * ${size}\` is ${data + (cluster - 2) * size}.`,
        ],
      };
    },
  },
  'disk-fat-chain': {
    form: 'the numbers of the clusters in order, such as 5 12 7',
    isDistinct: false,
    normalize: normalizeRow,
    make: (random) => {
      const shuffled = random.some(
        Array.from({ length: 19 }, (_, i) => i + 2),
        19,
      );
      const count = random.int(4, 5);
      const chain = shuffled.slice(0, count);
      const others = [shuffled.slice(count, count + 4), shuffled.slice(count + 4, count + 6)];
      const fat = allocationTable(new Map([chain, ...others].flatMap(chained)), 32);
      const [first = 0, second = 0] = chain;
      const size = (count - 1) * 1024 + random.int(1, 1024);
      const entry = directoryEntry({ name: `${name8(random)}TXT`, first, size, ...stamps(random) });
      const at = (first * 3) >> 1;
      const two = fat.readUInt16LE(at);
      return {
        given: [
          { label: 'The entry of a file in the directory', text: dump(entry, 0x600 + 32 * random.int(1, 40)) },
          { label: 'The FAT (FAT12), from its first byte', text: dump(fat) },
          { label: 'Find', text: 'all clusters of this file, in reading order' },
        ],
        answer: chain.join(' '),
        solution: [
          `Offset 26 of the entry: \`${spaced(entry.subarray(26, 28))}\`, so the file begins in cluster ${first}.`,
          `Entry ${first} of the table: \`${first} * 3 // 2\` is ${at}. The bytes there are \`${spaced(fat.subarray(at, at + 2))}\`, as a number ${hex(two)}. ${first} is ${first % 2 ? 'odd, so keep the upper' : 'even, so keep the lower'} 12 bits: \`${hex(second, 3)}\`, cluster ${second}.`,
          `Continue in the same way until an entry is \`fff\`: ${chain.join(', ')}. The size confirms it: ${size} bytes need ${count} clusters of 1024.`,
        ],
      };
    },
  },
  'disk-dos-time': {
    form: 'date and time, such as 2026-01-31 21:41:10',
    isDistinct: false,
    normalize: normalizeTimestamp,
    make: (random) => {
      const seconds = Date.UTC(random.int(1995, 2035), random.int(0, 11), random.int(1, 28)) / 1000;
      const [hour, minute, second] = [random.int(0, 23), random.int(0, 59), random.int(0, 29) * 2];
      const day = new Date(seconds * 1000);
      const date = dosDate(day.getUTCFullYear(), day.getUTCMonth() + 1, day.getUTCDate());
      const time = dosTime(hour, minute, second);
      const answer = formatTimestamp(seconds + hour * 3600 + minute * 60 + second);
      const entry = directoryEntry({
        ...{ name: `${name8(random)}LOG`, first: random.int(2, 200), size: random.int(100, 90_000), isDeleted: true },
        ...{ ...stamps(random), changed: [time, date] as const },
      });
      const [year, month, date5] = [date >> 9, (date >> 5) & 15, date & 31];
      return {
        given: [
          { label: 'A deleted entry of a FAT directory', text: dump(entry, 0x600 + 32 * random.int(1, 40)) },
          { label: 'Find', text: 'when the file was last changed, according to the clock that wrote it' },
        ],
        answer,
        solution: [
          `Time and date of the last change are at offsets 22 and 24: \`${spaced(entry.subarray(22, 24))}\` and \`${spaced(entry.subarray(24, 26))}\`, which is ${hex(time)} and ${hex(date)}. The deletion has not changed them.`,
          `The date in bits: \`${bits(year, 7)} ${bits(month, 4)} ${bits(date5, 5)}\`, so 1980 + ${year}, month ${month}, day ${date5}.`,
          `The time in bits: \`${bits(hour, 5)} ${bits(minute, 6)} ${bits(second / 2, 5)}\`, so ${hour} hours, ${minute} minutes and 2 · ${second / 2} seconds: ${answer}. No zone is recorded.`,
        ],
      };
    },
  },
  'disk-undelete': {
    form: 'the contents, small letters without spaces',
    isDistinct: true,
    normalize: (text) => normalizeText(text).replaceAll(' ', ''),
    make: (random) => {
      const clusters = Array.from({ length: 12 }, (_, i) => i + 2);
      const run = (from: number): number[] => [from, from + 1, from + 2];
      const whole = run(random.int(2, 11));
      const starts = clusters.filter((from) => from <= 11 && !run(from).some((cluster) => whole.includes(cluster)));
      const spoiled = run(random.pick(starts));
      const reused = random.pick(spoiled);
      const free = clusters.filter((cluster) => ![...whole, ...spoiled].includes(cluster));
      const living = random.some([reused, ...random.some(free, 2)], 3);
      const fat = allocationTable(new Map(chained(living)), 24);
      const data = letters(random, 12 * 16);
      const sizes = [33, 33, 33].map((least) => least + random.int(0, 13)) as [number, number, number];
      const names = random.some(nouns, 3).map((noun) => `${noun.slice(0, 8).toUpperCase().padEnd(8)}TXT`);
      const [wholeName = '', spoiledName = '', livingName = ''] = names;
      const entries = [
        { name: wholeName, first: whole[0] ?? 0, size: sizes[0], isDeleted: true },
        { name: spoiledName, first: spoiled[0] ?? 0, size: sizes[1], isDeleted: true },
        { name: livingName, first: living[0] ?? 0, size: sizes[2] },
      ].map((entry) => directoryEntry({ ...entry, ...stamps(random) }));
      const at = ((whole[0] ?? 0) - 2) * 16;
      const shown = (name: string): string => `?${name.slice(1, 8).trim()}.TXT`;
      return {
        given: [
          { label: 'The directory', text: dump(Buffer.concat(random.some(entries, 3)), 0x20) },
          { label: 'The FAT (FAT12), from its first byte', text: dump(fat) },
          {
            label: 'The data, from cluster 2 on. It is a very small disk: a cluster has 16 bytes, one row',
            text: dump(Buffer.from(data)),
          },
          {
            label: 'Find',
            text: 'the contents of the deleted file that can still be complete, if both were stored in consecutive clusters. The watch writes in code',
          },
        ],
        answer: data.slice(at, at + sizes[0]),
        solution: [
          `Two entries begin with \`e5\`. ${shown(wholeName)} began in cluster ${whole[0]} and has ${sizes[0]} bytes, ${shown(spoiledName)} began in cluster ${spoiled[0]} and has ${sizes[1]}. Each needs three clusters of 16.`,
          `If they were stored in consecutive clusters, they had the clusters ${whole.join(', ')} and ${spoiled.join(', ')}. According to the table, ${reused} now belongs to an existing file; ${whole.join(', ')} are all \`000\`, free.`,
          `Cluster ${whole[0]} begins at \`(${whole[0]} - 2) * 16\`, in the dump \`${hex(at)}\`. Read the three rows from there and stop after ${sizes[0]} bytes: the rest of the last row is slack.`,
        ],
      };
    },
  },
} as const satisfies Record<string, Drill>;
