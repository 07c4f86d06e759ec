import type { Drill } from '../drill.ts';
import { lettered, lettersOf, normalizeLetters, shuffled } from '../lists.ts';
import { normalizeExact, normalizeNumber } from '../normalize-answer.ts';
import type { Random } from '../random.ts';
import { nouns } from '../words.ts';

type Four = [number, number, number, number];

const insides: readonly ((random: Random) => Four)[] = [
  (random) => [10, random.int(0, 255), random.int(0, 255), random.int(1, 254)],
  (random) => [172, random.int(16, 31), random.int(0, 255), random.int(1, 254)],
  (random) => [192, 168, random.int(0, 255), random.int(1, 254)],
  (random) => [127, random.int(0, 255), random.int(0, 255), random.int(1, 254)],
  (random) => [169, 254, random.int(1, 254), random.int(1, 254)],
];
/** Addresses just outside of the ranges. */
const outsides: readonly ((random: Random) => Four)[] = [
  (random) => [11, random.int(0, 255), random.int(0, 255), random.int(1, 254)],
  (random) => [172, random.pick([13, 15, 32, 33, 48]), random.int(0, 255), random.int(1, 254)],
  (random) => [192, random.pick([16, 166, 169]), random.int(1, 255), random.int(1, 254)],
  (random) => [128, random.int(0, 255), random.int(0, 255), random.int(1, 254)],
  (random) => [169, random.pick([253, 255]), random.int(1, 254), random.int(1, 254)],
  (random) => [random.pick([203, 198, 91]), random.int(1, 250), random.int(0, 255), random.int(1, 254)],
];

const part = (random: Random, value: number): string =>
  random.pick([String(value), `0x${value.toString(16)}`, `0${value.toString(8)}`]);

/** Notations of an IPv4 address that `inet_aton` and browsers accept. */
const spellings: readonly ((random: Random, four: Four) => string)[] = [
  (_, four) => String(four.reduce((sum, byte) => sum * 256 + byte, 0)),
  (_, four) => `0x${Buffer.from(four).toString('hex')}`,
  (random, [a, b, c, d]) => [`0${a.toString(8)}`, ...[b, c, d].map((byte) => part(random, byte))].join('.'),
  (random, [a, b, c, d]) => `${part(random, a)}.${part(random, b)}.${c * 256 + d}`,
  (random, [a, b, c, d]) => `${part(random, a)}.${(b * 256 + c) * 256 + d}`,
  (_, [a, b, c, d]) => `[::ffff:${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}]`,
];

const publics = (random: Random): string =>
  random.int(0, 2) === 0 ? `2001:db8:1::${random.int(1, 99)}` : `203.0.113.${random.int(1, 254)}`;
const privates = (random: Random): string =>
  random.pick([
    ...[`10.0.${random.int(0, 9)}.7`, '127.0.0.1', '169.254.169.254', `::ffff:10.0.0.${random.int(1, 99)}`],
    ...[`fd00::${random.int(1, 99)}`, `100.64.1.${random.int(1, 99)}`, `2001:db8:2::${random.int(1, 99)}`],
  ]);
const isOutside = (address: string): boolean => /^(203\.0\.113\.|2001:db8:1:)/.test(address);

/** URLs, with the error of each apart from the addresses of its name. */
const shapes: readonly ((host: string, random: Random) => { url: string; fault?: string })[] = [
  (host) => ({ url: `http://${host}/bay` }),
  (host) => ({ url: `https://${host}/` }),
  (host) => ({ url: `https://${host}:443/tides?day=3` }),
  (host) => ({ url: `http://${host.toUpperCase()}:80/` }),
  (host) => ({ url: `ftp://${host}/bay`, fault: 'the scheme' }),
  (host, random) => ({ url: `http://${host}:${random.pick([8080, 9000, 8443])}/`, fault: 'the port' }),
  (host, random) => ({ url: `https://${random.pick(nouns)}@${host}/`, fault: 'a user name' }),
  (host) => ({ url: `http://${host}%2f@${host}/`, fault: 'a user name' }),
];

export const requestDrills = {
  'ssrf-address': {
    form: 'the address in the usual form, four numbers with dots',
    isDistinct: false,
    normalize: normalizeExact,
    make: (random) => {
      const inside = random.pick(insides)(random);
      const all = shuffled(random, [inside, ...random.some(outsides, 5).map((one) => one(random))]);
      const forms = shuffled(random, spellings);
      const shown = all.map((four, i) => forms[i]?.(random, four) ?? '');
      const wanted = shown[all.indexOf(inside)] ?? '';
      const answer = inside.join('.');
      const line = wanted.startsWith('[')
        ? `import ipaddress; print(ipaddress.ip_address("${wanted.slice(1, -1)}").ipv4_mapped)`
        : `import socket; print(socket.inet_ntoa(socket.inet_aton("${wanted}")))`;
      return {
        given: [
          { label: 'Six links; one leads to the inside', text: shown.map((host) => `http://${host}/`).join('\n') },
          {
            label: 'Inside addresses',
            text: '127.0.0.0 to 127.255.255.255\n10.0.0.0 to 10.255.255.255\n172.16.0.0 to 172.31.255.255\n192.168.0.0 to 192.168.255.255\n169.254.0.0 to 169.254.255.255',
          },
        ],
        answer,
        solution: [
          'An address has 32 bits. `0x` begins a hexadecimal number, a leading 0 an octal one, and the last number fills all remaining bytes: three numbers are one byte, one byte and two bytes.',
          `\`${wanted}\` is the one: in hexadecimal \`${Buffer.from(inside).toString('hex')}\`, two digits per byte, so ${answer}.`,
          `\`${line}\``,
        ],
      };
    },
  },
  'ssrf-clock': {
    form: 'the number of the port',
    isDistinct: false,
    hasFewAnswers: true,
    normalize: normalizeNumber,
    make: (random) => {
      const ports = random
        .some(
          Array.from({ length: 900 }, (_, i) => 20_000 + i),
          9,
        )
        .sort((a, b) => a - b);
      const [open, deaf, noisy, hiccup] = random.some(ports, 4) as [number, number, number, number];
      const [closed, service] = [random.int(14, 40), random.int(14, 26)];
      const slow = { [noisy]: 2, [hiccup]: 1 } as Record<number, number>;
      const times = (port: number): number[] => {
        if (port === deaf) return Array.from({ length: 5 }, () => random.int(2001, 2009));
        const usual = closed + (port === open ? service : 0);
        return shuffled(
          random,
          Array.from({ length: 5 }, (_, i) =>
            i < (slow[port] ?? 0) ? random.int(180, 420) : usual + random.int(0, 4),
          ),
        );
      };
      const row = (name: string | number, values: number[]) =>
        `${String(name).padEnd(7)}${values.map((value) => String(value).padStart(6)).join('')}`;
      const known = times(0);
      return {
        given: [
          {
            label: 'Five times in milliseconds for each port',
            text: ports.map((port) => row(port, times(port))).join('\n'),
          },
          { label: 'A closed port, for comparison', text: row('closed', known) },
          { label: 'To know', text: 'The bell gives up after two seconds.' },
          { label: 'Find', text: 'the one port with a service that answers' },
        ],
        answer: String(open),
        solution: [
          `Take the median of each five. A single slow answer changes a mean, but not the median: ${noisy} and ${hiccup} were sometimes slow, and their medians equal that of the closed port.`,
          `${deaf} takes two seconds every time, which is the timeout of the bell: nothing answers there.`,
          `${open} is slower than the closed port each time, by about ${service} milliseconds. So a service answers there.`,
        ],
      };
    },
  },
  'fetch-rules': {
    form: 'the letters, separated by spaces',
    isDistinct: false,
    hasFewAnswers: true,
    normalize: normalizeLetters,
    make: (random) => {
      for (;;) {
        const hosts = random.some(nouns, 6).map((noun) => `${noun}.example`);
        const [nobody, ...known] = hosts as [string, ...string[]];
        const table = new Map(
          known.map((host, i) => {
            const second = i < 3 ? publics(random) : privates(random);
            const addresses = i === 4 ? [second] : [publics(random), second].slice(0, i === 3 ? 2 : random.int(1, 2));
            return [host, shuffled(random, addresses)];
          }),
        );
        const chosen = [...known, nobody, ...random.some(known.slice(0, 3), 3)];
        const plain = shapes.slice(0, 4);
        const rows = shuffled(random, chosen).map((host, i) => ({
          host,
          ...random.pick(i < 3 ? plain : shapes)(host, random),
        }));
        const faultOf = ({ host, fault }: { host: string; fault?: string }): string => {
          const addresses = table.get(host) ?? [];
          if (fault) return fault;
          if (addresses.length === 0) return 'no such name';
          const inside = addresses.find((address) => !isOutside(address));
          return inside ? `leads to ${inside}` : '';
        };
        const refused = rows.filter(faultOf);
        const isPlain = new Set(rows.map(({ url }) => url)).size === rows.length;
        if (!isPlain || refused.length < 3 || refused.length > rows.length - 2) continue;
        return {
          given: [
            {
              label: 'Names and their addresses',
              text: shuffled(random, [...table])
                .map(([host, all]) => `${host.padEnd(16)} ${all.join('  ')}`)
                .join('\n'),
            },
            { label: 'The internet, in this task', text: '203.0.113.0/24 and 2001:db8:1::/48' },
            { label: 'Requested addresses', text: lettered(rows.map(({ url }) => url)) },
          ],
          answer: lettersOf(rows, (row) => faultOf(row) === ''),
          solution: [
            'Split an address before you judge it: scheme, text before an `@`, host, port. Capitals in a host do not matter, and a missing port means 80 or 443.',
            `Then look up every address of the name: if one of them is not on the internet, refuse it. Refuse these: ${refused.map((row) => `\`${row.url}\` (${faultOf(row)})`).join(', ')}.`,
            `The others may be fetched: ${lettersOf(rows, (row) => faultOf(row) === '').toUpperCase()}.`,
          ],
        };
      }
    },
  },
} as const satisfies Record<string, Drill>;
