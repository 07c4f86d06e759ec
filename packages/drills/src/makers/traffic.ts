import { createHash } from 'node:crypto';
import type { Drill } from '../drill.ts';
import { dump } from '../material/hex-dump.ts';
import { zip } from '../material/small-files.ts';
import { formatTimestamp } from '../material/timestamps.ts';
import { normalizeExact, normalizeHex, withoutUnit } from '../normalize-answer.ts';
import type { Random } from '../random.ts';
import { letters, nouns } from '../words.ts';

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const clock = (seconds: number): string => formatTimestamp(seconds).slice(11);

/** Normalizes words such as `tides staff`: separators, slashes and a unit at the end do not matter. */
const normalizeRow = (text: string): string =>
  withoutUnit(normalizeExact(text))
    .toLowerCase()
    .split(/[\s,;/>→]+/)
    .filter(Boolean)
    .join(' ');

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Returns two different addresses of RFC 5737, which are reserved for documentation. */
const strangers = (random: Random): string[] =>
  random
    .some(
      Array.from({ length: 200 }, (_, i) => i + 20),
      5,
    )
    .map((last) => `198.51.100.${last}`);
const desksOf = (random: Random): string[] => random.some([14, 15, 21, 22, 27], 4).map((last) => `192.168.20.${last}`);

export const trafficDrills = {
  'traffic-chunked': {
    form: 'twelve hexadecimal digits',
    isDistinct: true,
    // The full hash of 64 digits is accepted too.
    normalize: (text) => normalizeHex(text).replace(/^([\da-f]{12})[\da-f]{52}$/, '$1'),
    make: (random) => {
      const file = zip(random, letters(random, 8));
      const at = random
        .some(
          Array.from({ length: file.length - 20 }, (_, i) => i + 10),
          2,
        )
        .sort((a, b) => a - b);
      const pieces = [file.subarray(0, at[0]), file.subarray(at[0], at[1]), file.subarray(at[1])];
      const chunk = (piece: Buffer): Buffer =>
        Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')]);
      const head = 'HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nTransfer-Encoding: chunked\r\n\r\n';
      const next = 'HTTP/1.1 404 Not Found\r\nContent-Length: 4\r\n\r\nfog\n';
      const wrapped = Buffer.concat([...pieces.map(chunk), Buffer.from('0\r\n\r\n')]);
      const digest = sha256(file);
      const lengths = pieces.map(({ length }) => `\`${length.toString(16)}\` (${length})`);
      return {
        given: [
          {
            label: 'One direction of an HTTP connection, reassembled',
            text: dump(Buffer.concat([Buffer.from(head), wrapped, Buffer.from(next)])),
          },
          { label: 'Find', text: 'the first twelve digits of the SHA-256 of the file in the first answer' },
        ],
        answer: digest.slice(0, 12),
        solution: [
          `The header ends with an empty line at offset ${head.length - 4}, and the body is chunked. The lengths before the chunks are hexadecimal: ${lengths.join(', ')}, then \`0\`, the end. After it comes the next answer.`,
          `Without lengths and line breaks, ${file.length} bytes are left. They begin with \`50 4b\`: a ZIP, although the header says something else.`,
          'To get the bytes, save the dump as `dump.txt`, run `xxd -r dump.txt answer.bin`, and pass its contents to `bodies` from this page.',
          `\`echo ${file.toString('hex')} | xxd -r -p | sha256sum\` begins with \`${digest.slice(0, 12)}\`. If you leave the lengths in, it is \`${sha256(wrapped).slice(0, 12)}\`.`,
        ],
      };
    },
  },
  'traffic-lengths': {
    form: 'four names in order, separated by spaces',
    isDistinct: false,
    normalize: (text) => normalizeRow(text.replaceAll('-', ' ')),
    make: (random) => {
      const names = random.some(nouns, 6);
      const base = random.int(1500, 4000);
      // The second page has the length of a record of the first one. The last page needs more than one record.
      const sizes = [
        base,
        base + 17,
        ...random.some(
          Array.from({ length: 60 }, (_, i) => 4200 + 61 * i),
          3,
        ),
      ];
      const rest = random.int(150, 900);
      sizes.push(16_384 + rest);
      const pages = names.map((name, i) => ({ name, size: sizes[i] ?? 0 }));
      const visits = random.some(
        [pages[5], random.pick(pages.slice(0, 2)), random.pick(pages.slice(0, 5)), random.pick(pages.slice(2, 5))],
        4,
      ) as typeof pages;
      const records = visits.flatMap(({ size }) => (size > 16_384 ? [16_384, size - 16_384] : [size]));
      const header = (size: number): string =>
        `17 03 03 ${(size + 17)
          .toString(16)
          .padStart(4, '0')
          .replace(/..(?=.)/, '$& ')}`;
      const [first = 0] = records;
      return {
        given: [
          {
            label: 'The harbour’s pages, in bytes',
            text: random
              .some(pages, 6)
              .map(({ name, size }) => `/${name.padEnd(9)} ${String(size).padStart(5)}`)
              .join('\n'),
          },
          {
            label: 'The first five bytes of each TLS 1.3 record of the server, after the handshake',
            text: records.map(header).join('\n'),
          },
          {
            label: 'Find',
            text: 'the four pages that were sent, in order. A record holds at most 16384 bytes of a page',
          },
        ],
        answer: visits.map(({ name }) => name).join(' '),
        solution: [
          'The last two of the five bytes are the length, big endian. It includes 16 bytes for the authentication tag and one byte for the real type.',
          `The first record: \`0x${(first + 17).toString(16)} - 17\` is ${first}. All of them in the same way: ${records.join(', ')}.`,
          `16384 is a full record, so the page continues in the next one: 16384 + ${rest} = ${16_384 + rest}, \`/${pages[5]?.name}\`. If you forget the 17, you mistake \`/${pages[0]?.name}\` for \`/${pages[1]?.name}\`.`,
        ],
      };
    },
  },
  'traffic-beacon': {
    form: 'the address and the median in seconds, such as 198.51.100.7 90',
    isDistinct: false,
    normalize: (text) => normalizeRow(text).replace(/(?<= \d+)\.0+$/, ''),
    make: (random) => {
      const [one = '', two = '', three = ''] = desksOf(random);
      const [beacon = '', updates = '', siteA = '', siteB = ''] = strangers(random);
      const start = Date.UTC(2026, 2, 15, random.int(0, 4), random.int(0, 30)) / 1000;
      const period = random.int(50, 200);
      const starts: { when: number; line: string }[] = [];
      const open = (when: number, from: string, to: string): void => {
        starts.push({ when, line: `${clock(when)}  ${from}  ${to}` });
      };
      let now = start + random.int(100, 400);
      const times = [now];
      for (let i = 1; i < 12; i++) {
        // The desk sleeps once, and makes no other connection in that time.
        now +=
          i === 6 ? random.int(1500, 2400) : period + random.int(-Math.floor(period / 12), Math.floor(period / 12));
        times.push(now);
      }
      for (const when of times) open(when, one, beacon);
      const gaps = times.slice(1).map((when, i) => when - (times[i] ?? 0));
      for (const desk of [two, three]) {
        const first = start + random.int(0, 200);
        for (let i = 0; i < 6; i++) open(first + 600 * i, desk, updates);
      }
      for (const [desk, site] of [
        [one, siteA],
        [two, siteB],
        [three, siteA],
      ] as const) {
        let at = desk === one ? (times[6] ?? 0) + random.int(5, 200) : start + random.int(0, 1500);
        const pauses = [...random.some([1, 2, 4, 9, 17, 33, 58], 5), random.int(600, 1500)];
        for (const pause of [0, ...random.some(pauses, pauses.length)]) {
          at += pause;
          open(at, desk, site);
        }
      }
      starts.sort((a, b) => a.when - b.when);
      const mean = Math.round(gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length);
      return {
        given: [
          { label: 'New connections: UTC, from, to', text: starts.map(({ line }) => line).join('\n') },
          {
            label: 'Find',
            text: 'the address that only one desk calls at regular intervals, and the median of the gaps between its calls',
          },
        ],
        answer: `${beacon} ${median(gaps)}`,
        solution: [
          `${updates} is called exactly every 600 seconds by two desks, most likely for updates. ${siteA} and ${siteB} are called in bursts with long pauses, which is typical of people.`,
          `${one} calls ${beacon} with gaps of ${gaps.join(', ')} seconds. All but one are nearly equal.`,
          `In Python: \`from statistics import median; print(median([${gaps.join(', ')}]))\` gives ${median(gaps)}. The mean would be ${mean}, because of the one gap in which the desk slept, so it is not useful here.`,
        ],
      };
    },
  },
  'traffic-story': {
    form: 'the name and the number of bytes, such as tide.example 4711',
    isDistinct: false,
    // The name may be defanged so that it is not clickable, and the number may have commas between thousands.
    normalize: (text) => normalizeRow(text.replaceAll('[.]', '.').replace(/(?<=\d),(?=\d{3}\b)/, '')),
    make: (random) => {
      const [desk = '', other = '', third = ''] = desksOf(random);
      const [source = '', control = '', harmless = ''] = strangers(random);
      const [a = '', b = '', c = '', d = '', usual = ''] = random.some(nouns, 5);
      const [sourceName, controlName, harmlessName] = [`${a}-${b}.example`, `${c}.example`, `${d}.example`];
      const events: { when: number; line: string }[] = [];
      const note = (when: number, from: string, what: string): void => {
        events.push({ when, line: `${clock(when)}  ${from}  ${what}` });
      };
      const start = Date.UTC(2026, 2, random.int(10, 20), random.int(0, 4), random.int(0, 40)) / 1000;
      const asks = (when: number, from: string, name: string, answer: string): void =>
        note(when, from, `DNS ${name} = ${answer}`);
      for (const [i, from] of [other, desk, third].entries()) {
        asks(start + 40 * i + random.int(0, 30), from, `${usual}.example`, '203.0.113.80');
      }
      // Another desk also has a rare name and a download, and there is a backup in the night.
      asks(start + 130, other, harmlessName, harmless);
      note(start + 131, other, `GET ${harmless}/tides.pdf, ${random.int(9_000, 20_000)} bytes came`);
      const fetched = start + random.int(150, 200);
      asks(fetched, desk, sourceName, source);
      note(fetched + 1, desk, `GET ${source}/lamp.zip, ${random.int(1_500, 4_000)} bytes came`);
      const first = fetched + random.int(25, 45);
      asks(first - 1, desk, controlName, control);
      note(first + 8, desk, `PUT ${control}/d, ${random.int(200, 900)} bytes sent`);
      const order = random.int(3, 5);
      let ordered = 0;
      for (let i = 0; i < 8; i++) {
        const when = first + 60 * i + random.int(-3, 3);
        note(when + (i === 0 ? 3 : 0), desk, `POST ${control}/t, 5 bytes sent, ${i === order ? 9 : 4} came`);
        if (i === order) ordered = when;
      }
      const uploads = Array.from({ length: 3 }, () => random.int(5_000, 16_000));
      for (const [i, bytes] of uploads.entries())
        note(ordered + 4 + 5 * i, desk, `PUT ${control}/d, ${bytes} bytes sent`);
      for (const i of [0, 1]) {
        note(ordered + 6 + 9 * i, third, `PUT 192.168.20.5/backup, ${random.int(20_000, 60_000)} bytes sent`);
      }
      events.sort((x, y) => x.when - y.when);
      const sum = uploads.reduce((total, bytes) => total + bytes, 0);
      return {
        given: [
          {
            label: 'Summary of the capture: UTC, source, action',
            text: events.map(({ line }) => line).join('\n'),
          },
          {
            label: 'Find',
            text: 'the name of the server that a program came from, and the number of bytes that the program uploaded (PUT) after it got its order',
          },
        ],
        answer: `${sourceName} ${sum}`,
        solution: [
          `One desk has a regular interval: ${desk} sends a \`POST\` to ${control} once a minute. It began half a minute after the same desk fetched \`lamp.zip\` from ${source}, and this is the address of ${sourceName}. No other desk asked for that name.`,
          `All answers have 4 bytes, except the one at ${clock(ordered)} with 9 bytes: the order.`,
          `Right after it, three uploads go to the same address: \`${uploads.join(' + ')}\` is ${sum}. The small one at the beginning was before the order, and the backup belongs to ${third} and does not leave the network.`,
        ],
      };
    },
  },
} as const satisfies Record<string, Drill>;
