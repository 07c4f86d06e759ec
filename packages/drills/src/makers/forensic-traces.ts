import type { Drill } from '../drill.ts';
import { dump } from '../material/hex-dump.ts';
import { png, word16, word32, zip } from '../material/small-files.ts';
import { formatTimestamp, normalizeTimestamp } from '../material/timestamps.ts';
import { normalizeExact, normalizeHex, normalizeNumber, withoutUnit } from '../normalize-answer.ts';
import { letters } from '../words.ts';

/** Normalizes an offset and a length, in decimal or with `0x`, with or without Python's brackets. */
const normalizePair = (text: string): string => {
  const plain = withoutUnit(normalizeExact(text).replace(/^\(|\)$/g, ''));
  const [, at, length] =
    /^(0x[\da-f]{1,8}|\d{1,9})(?:[\s,;:/-]+|\s+and\s+)(0x[\da-f]{1,8}|\d{1,9})$/i.exec(plain) ?? [];
  return at && length ? `${normalizeNumber(at)} ${normalizeNumber(length)}` : normalizeExact(text);
};

/** Normalizes a decimal number: a comma counts as a point, and zeros at its end and a unit do not matter. */
const normalizeDecimal = (text: string): string => {
  const plain = withoutUnit(text).replace(',', '.');
  return /^\d{1,9}(\.\d{0,15})?$/.test(plain) ? String(Number(plain)) : plain;
};

/** Formats a timestamp as a web server does: `14/Mar/2026:21:32:20 +0100`. */
function webTime(seconds: number, minutes: number): string {
  const [date = '', time = ''] = formatTimestamp(seconds + minutes * 60).split(' ');
  const away = Math.abs(minutes);
  const zone = `${minutes < 0 ? '-' : '+'}${String(Math.floor(away / 60)).padStart(2, '0')}${String(away % 60).padStart(2, '0')}`;
  return `${date.slice(8)}/Mar/2026:${time} ${zone}`;
}

export const forensicTraceDrills = {
  'trace-carve': {
    form: 'offset and length in decimal, such as 4711 173',
    isDistinct: false,
    normalize: normalizePair,
    make: (random) => {
      const isZip = random.int(0, 1) === 1;
      const comment = letters(random, random.int(3, 12));
      const file = isZip ? zip(random, comment) : png(random);
      // Before it: a random file header, and the end of another file.
      const chance = Buffer.concat([Buffer.of(0xff, 0xd8, 0xff), random.bytes(random.int(9, 30))]);
      const tail = Buffer.concat([Buffer.from(isZip ? 'PK\x05\x06' : 'IEND'), random.bytes(random.int(12, 30))]);
      const before = [random.bytes(random.int(5, 25)), ...random.some([chance, tail], 2)];
      const after = isZip ? Buffer.from(letters(random, random.int(20, 40))) : random.bytes(random.int(30, 60));
      const start = 512 * random.int(20, 120);
      const at = start + Buffer.concat(before).length;
      const end = at + file.length;
      return {
        given: [
          {
            label: 'A piece from the middle of a swap file, where data is not aligned to sectors',
            text: dump(Buffer.concat([...before, file, after]), start),
          },
          {
            label: 'Find',
            text: 'the offset of the first byte and the length in bytes of the one complete ZIP or PNG',
          },
        ],
        answer: `${at} ${file.length}`,
        solution: [
          isZip
            ? `\`50 4b 03 04\` begins a ZIP, at \`0x${at.toString(16)}\`. \`ff d8 ff\` is a coincidence, and the \`50 4b 05 06\` before it is the end of a file that no longer exists.`
            : `\`89 50 4e 47 0d 0a 1a 0a\` begins a PNG, at \`0x${at.toString(16)}\`. \`ff d8 ff\` is a coincidence, and the first \`IEND\` is the end of a file that no longer exists.`,
          isZip
            ? `The marker \`50 4b 05 06\` after it is at \`0x${(end - comment.length - 22).toString(16)}\`. 18 bytes follow, and the last two of them are the length of the comment: \`${word16(comment.length).toString('hex').replace(/../, '$& ')}\`, ${comment.length}. The letters after the comment belong to another file.`
            : `Its \`IEND\` is at \`0x${(end - 8).toString(16)}\`, and after these four letters come four bytes of CRC, \`ae 42 60 82\` in every PNG.`,
          `So it ends before \`0x${end.toString(16)}\`. \`(0x${at.toString(16)}, 0x${end.toString(16)} - 0x${at.toString(16)})\` in Python gives \`(${at}, ${file.length})\`.`,
        ],
      };
    },
  },
  'trace-exif': {
    form: 'date and time in UTC, such as 2026-01-31 21:41:10',
    isDistinct: false,
    normalize: normalizeTimestamp,
    make: (random) => {
      const isLittle = random.int(0, 1) === 1;
      const [u16, u32] = isLittle
        ? [word16, word32]
        : [(value: number) => word16(value).reverse(), (value: number) => word32(value).reverse()];
      const zones = ['-08:00', '-03:30', '+02:00', '+05:30', '+09:00', '+12:45'];
      const [zone = '', laterZone = ''] = random.some(zones, 2);
      const minutes = Number(`${zone[0]}1`) * (Number(zone.slice(1, 3)) * 60 + Number(zone.slice(4)));
      const taken = Date.UTC(2026, 2, random.int(2, 27)) / 1000 + random.int(0, 86_399);
      const local = (seconds: number): string => formatTimestamp(seconds).replaceAll('-', ':');
      const text = (value: string): Buffer => Buffer.from(`${value}\0${value.length % 2 ? '' : '\0'}`);
      const wall = local(taken + minutes * 60);
      const values = {
        model: text(`${random.pick(['Albatross', 'Petrel', 'Gannet'])} ${random.int(2, 90)}`),
        edited: text(local(taken + random.int(90_000, 400_000))),
        taken: text(wall),
        scanned: text(local(taken + random.int(4_000, 80_000))),
        editedZone: text(laterZone),
        takenZone: text(zone),
      };
      // The position of each part: the directories and the values follow the header in any order.
      const sizes = {
        first: 2 + 3 * 12 + 4,
        exif: 2 + 4 * 12 + 4,
        ...Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.length])),
      } as Record<'first' | 'exif' | keyof typeof values, number>;
      const names = random.some(Object.keys(sizes) as (keyof typeof sizes)[], 8);
      const places = {} as Record<keyof typeof sizes, number>;
      let end = 8;
      for (const name of names) {
        places[name] = end;
        end += sizes[name];
      }
      const tag = (number: number, name: keyof typeof values): Buffer => {
        const { length } = values[name].toString('latin1').replace(/\0+$/, '\0');
        return Buffer.concat([u16(number), u16(2), u32(length), u32(places[name])]);
      };
      const pieces = {
        ...values,
        first: Buffer.concat([
          ...[u16(3), tag(0x0110, 'model'), tag(0x0132, 'edited')],
          ...[u16(0x8769), u16(4), u32(1), u32(places.exif), u32(0)],
        ]),
        exif: Buffer.concat([
          ...[u16(4), tag(0x9003, 'taken'), tag(0x9004, 'scanned')],
          ...[tag(0x9010, 'editedZone'), tag(0x9011, 'takenZone'), u32(0)],
        ]),
      };
      const tiff = Buffer.concat([
        ...[Buffer.from(isLittle ? 'II' : 'MM'), u16(42), u32(places.first)],
        ...names.map((name) => pieces[name]),
      ]);
      const offset = (name: keyof typeof sizes): string => `0x${places[name].toString(16).padStart(2, '0')}`;
      return {
        given: [
          { label: 'The TIFF part of a picture’s EXIF segment; offsets in it count from here', text: dump(tiff) },
          { label: 'Find', text: 'when the picture was taken (tag 9003, zone in tag 9011), in UTC' },
        ],
        answer: formatTimestamp(taken),
        solution: [
          `It begins with \`${isLittle ? 'II' : 'MM'}\`, so numbers are ${isLittle ? 'little' : 'big'} endian. The first directory is at ${offset('first')}; its tag 8769 leads to the EXIF directory at ${offset('exif')}.`,
          `Each entry there has twelve bytes: tag 9003 has its text at ${offset('taken')}, \`${wall}\`, and tag 9011 at ${offset('takenZone')}, \`${zone}\`. The other dates are from the program that edited the picture (0132) and from the digitising (9004).`,
          `${zone[0] === '-' ? 'The clock is behind UTC, so add' : 'The clock is ahead of UTC, so subtract'} ${zone.slice(1)}: ${formatTimestamp(taken)} UTC.`,
        ],
      };
    },
  },
  'trace-clocks': {
    form: 'fourteen hexadecimal digits',
    isDistinct: true,
    normalize: (text) => normalizeHex(text).replace(/[^\da-z]/g, ''),
    make: (random) => {
      const evening = Date.UTC(2026, 2, random.int(3, 27), random.int(17, 22), 15) / 1000;
      const [web, desk, door] = ['web', 'desk', 'door'] as const;
      const rest = random.some([web, web, web, desk, desk], 5);
      const sources = [rest[0], door, rest[1], rest[2], door, rest[3], rest[4]] as const;
      let now = evening + random.int(0, 600);
      const events = sources.map((source) => {
        now += random.int(15, 70);
        return { source, when: now, ref: random.bytes(1).toString('hex') };
      });
      const offset = random.pick([60, 120, -210, 330, -480]);
      const wrong = random.int(80, 300) * random.pick([1, -1]);
      const tested = evening - random.int(1200, 2400);
      const doorLine = (seconds: number, rest: string): string => `{"t": ${(seconds + wrong) * 1000}, ${rest}}`;
      const lines = (wanted: string, line: (when: number, ref: string) => string): string =>
        events.flatMap(({ source, when, ref }) => (source === wanted ? [line(when, ref)] : [])).join('\n');
      const page = (): string => random.pick(['/berths', '/login', '/tides', '/fees']);
      const deskTime = (when: number): string => `Mar ${formatTimestamp(when).slice(8).replace(/^0/, ' ')}`;
      const answer = events.map(({ ref }) => ref).join('');
      return {
        given: [
          {
            label: 'access.log',
            text: lines(web, (when, ref) => `[${webTime(when, offset)}] "GET ${page()}" ref=${ref}`),
          },
          {
            label: 'auth.log (the desk’s clock is right, and set to UTC)',
            text: lines(desk, (when, ref) => `${deskTime(when)} desk login: moonraker ref=${ref}`),
          },
          {
            label: 'door.jsonl',
            text: [
              doorLine(tested, '"badge": "TEST"'),
              lines(door, (when, ref) => doorLine(when, `"badge": "31-M", "ref": "${ref}"`)),
            ].join('\n'),
          },
          {
            label: 'A notebook',
            text: `tested the door with the TEST badge, ${formatTimestamp(tested)} UTC by the radio clock`,
          },
          { label: 'Find', text: 'the seven refs, one after the other, in the order of the events' },
        ],
        answer,
        solution: [
          `Convert all times to UTC. The web server states its offset: ${offset > 0 ? 'subtract' : 'add'} ${Math.abs(offset)} minutes. The door log counts milliseconds since 1970: \`date -u -d @${tested + wrong}\` is the time of its first line.`,
          `The notebook has ${formatTimestamp(tested)} for the same event, so the door is ${Math.abs(wrong)} seconds ${wrong > 0 ? 'fast: subtract them from' : 'slow: add them to'} every time of the door log, but not the other logs.`,
          `In UTC: ${events.map(({ when, ref, source }) => `${formatTimestamp(when).slice(11)} ${source} ${ref}`).join(', ')}.`,
        ],
      };
    },
  },
  'trace-entropy': {
    form: 'a decimal number, exact',
    isDistinct: false,
    hasFewAnswers: true,
    normalize: normalizeDecimal,
    make: (random) => {
      // Each step halves one of the counts, so all counts stay powers of two and the sum is exact.
      const counts = [64];
      for (let splits = random.int(5, 14); splits > 0; splits--) {
        const i = random.pick([...counts.keys()].filter((at) => (counts[at] ?? 0) > 1));
        const half = (counts[i] ?? 0) / 2;
        counts.splice(i, 1, half, half);
      }
      counts.sort((a, b) => b - a);
      const values = random.some(
        Array.from({ length: 256 }, (_, i) => i),
        counts.length,
      );
      const block = Buffer.from(
        random.some(
          counts.flatMap((count, i) => Array(count).fill(values[i]) as number[]),
          64,
        ),
      );
      const entropy = counts.reduce((sum, count) => sum + (count / 64) * Math.log2(64 / count), 0);
      const ways = [...new Set(counts)].map((count) => {
        const times = counts.filter((other) => other === count).length;
        return `${times} · ${count}/64 · ${Math.log2(64 / count)}`;
      });
      return {
        given: [
          { label: 'A block of 64 bytes', text: dump(block) },
          { label: 'Find', text: 'its entropy, in bits per byte' },
        ],
        answer: String(entropy),
        solution: [
          `Count each value. There are ${counts.length} different values, and the most frequent ${counts[0] === counts[1] ? 'ones' : 'one'} ${counts[0]} times.`,
          `A value that appears n times adds n/64 · log2(64/n). Here all counts are powers of two, so the sum is exact: ${ways.join(' + ')} = ${entropy}.`,
          `In Python: \`from collections import Counter; from math import log2; print(sum(n / 64 * log2(64 / n) for n in Counter(bytes.fromhex("${block.toString('hex')}")).values()))\`.`,
          'Noise has an entropy of almost 6 here, and not 8, because 64 bytes can contain at most 64 different values.',
        ],
      };
    },
  },
} as const satisfies Record<string, Drill>;
