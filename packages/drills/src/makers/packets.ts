import type { Drill, DrillInput } from '../drill.ts';
import { dump } from '../material/hex-dump.ts';
import { datagram, dotted, frame, macsOf, parts, segment, word16 } from '../material/network-frames.ts';
import { normalizeExact, normalizeNumber, normalizeText } from '../normalize-answer.ts';
import { codeWord, nouns, passphrase } from '../words.ts';

const colons = (bytes: Uint8Array): string => (Buffer.from(bytes).toString('hex').match(/../g) ?? []).join(':');

const shown = (bytes: Buffer): DrillInput[] => [{ label: 'A frame, from its first byte', text: dump(bytes) }];
const flagNames = [
  ['fin', 0x01],
  ['syn', 0x02],
  ['rst', 0x04],
  ['psh', 0x08],
  ['ack', 0x10],
] as const;
const namesOf = (flags: number): string => flagNames.flatMap(([name, bit]) => (flags & bit ? [name] : [])).join(' ');
/** The letters of tcpdump: `[S.]` is syn and ack. */
const tcpdumpFlags: Readonly<Record<string, string>> = { f: 'fin', s: 'syn', r: 'rst', p: 'psh', '.': 'ack' };
const normalizeFlags = (text: string): string => {
  const [, letters] = /^\[?([fsrp.]{1,5})\]?$/i.exec(normalizeExact(text)) ?? [];
  const words = letters
    ? [...letters.toLowerCase()].map((letter) => tcpdumpFlags[letter] ?? '')
    : text.toLowerCase().split(/[^a-z]+|\band\b/);
  const names = words.filter(Boolean);
  const known = flagNames.filter(([name]) => names.includes(name)).map(([name]) => name);
  return known.length === names.length ? known.join(' ') : normalizeText(text);
};

export const packetDrills = {
  'packet-mac': {
    form: 'six bytes in hexadecimal, separated by colons',
    isDistinct: true,
    normalize: (text) => {
      const digits = normalizeExact(text)
        .toLowerCase()
        .replace(/[-:.\s]/g, '');
      return /^[\da-f]{12}$/.test(digits) ? colons(Buffer.from(digits, 'hex')) : normalizeExact(text);
    },
    make: (random) => {
      const [macs, ip] = [macsOf(random), parts(random, 17)];
      const bytes = frame(random, macs, ip, datagram([random.int(40_000, 60_000), 123], random.bytes(12)));
      return {
        given: [...shown(bytes), { label: 'Find', text: 'the hardware address of the sender' }],
        answer: colons(macs[1]),
        mistakes: { [colons(macs[0])]: 'This is the address of the receiver.' },
        solution: [
          'An Ethernet frame begins with the address of the receiver, six bytes, and then the address of the sender, six bytes.',
          `Bytes 6 to 11: \`${colons(macs[1])}\`. After them, \`08 00\` means that an IPv4 packet follows.`,
        ],
      };
    },
  },
  'packet-address': {
    form: 'four numbers separated by dots',
    isDistinct: false,
    normalize: normalizeExact,
    make: (random) => {
      const ip = parts(random, 6);
      const bytes = frame(random, macsOf(random), ip, segment(ip, [random.int(40_000, 60_000), 443], 0x02, random));
      return {
        given: [...shown(bytes), { label: 'Find', text: 'the IPv4 address of the sender' }],
        answer: dotted(ip.source),
        mistakes: { [dotted(ip.target)]: 'This is the address of the receiver.' },
        solution: [
          'The IPv4 header begins after the 14 bytes of Ethernet, with `45`. The sender’s address is at its bytes 12 to 15, so at 26 to 29 of the frame, which is `0x1a` to `0x1d`.',
          `These bytes are \`${ip.source.toString('hex').match(/../g)?.join(' ')}\`, and in decimal this is \`${dotted(ip.source)}\`.`,
        ],
      };
    },
  },
  'packet-ttl': {
    form: 'a number, in decimal',
    isDistinct: false,
    hasFewAnswers: true,
    normalize: normalizeNumber,
    make: (random) => {
      const ip = parts(random, 17);
      const bytes = frame(random, macsOf(random), ip, datagram([random.int(40_000, 60_000), 53], random.bytes(20)));
      return {
        given: [...shown(bytes), { label: 'Find', text: 'the TTL of the packet' }],
        answer: String(ip.ttl),
        solution: [
          'The TTL is byte 8 of the IPv4 header, so byte 22 of the frame, which is `0x16`. Each router subtracts one.',
          `This byte is \`0x${ip.ttl.toString(16)}\`, which is ${ip.ttl}. The byte after it, \`11\`, is the protocol: 17, UDP.`,
        ],
      };
    },
  },
  'packet-port': {
    form: 'a number, in decimal',
    isDistinct: false,
    normalize: normalizeNumber,
    make: (random) => {
      const port = random.int(1_025, 39_999);
      const options = Buffer.alloc(4 * random.int(1, 5), 0x01);
      const ip = { ...parts(random, 6), options };
      const source = random.int(40_000, 60_000);
      const bytes = frame(random, macsOf(random), ip, segment(ip, [source, port], 0x02, random));
      const first = 14 + 20 + options.length;
      return {
        given: [...shown(bytes), { label: 'Find', text: 'the destination TCP port' }],
        answer: String(port),
        mistakes: { [source]: 'This is the source port.' },
        solution: [
          `The IPv4 header begins with \`4${(5 + options.length / 4).toString(16)}\`, and its second digit counts words of four bytes: ${5 + options.length / 4} · 4 = ${20 + options.length} bytes, because this one has options. TCP begins at byte ${14 + 20 + options.length}, \`0x${first.toString(16)}\`.`,
          `The first two bytes are the source port, the next two the destination port: \`0x${port.toString(16)}\` is ${port}.`,
        ],
      };
    },
  },
  'packet-flags': {
    form: 'the names of the flags, such as syn',
    isDistinct: false,
    hasVeryFewAnswers: true,
    normalize: normalizeFlags,
    make: (random) => {
      const flags = random.pick([0x02, 0x12, 0x10, 0x18, 0x11, 0x04, 0x14, 0x19]);
      const ip = parts(random, 6);
      const bytes = frame(random, macsOf(random), ip, segment(ip, [random.int(40_000, 60_000), 80], flags, random));
      return {
        given: [...shown(bytes), { label: 'Find', text: 'every TCP flag that is set' }],
        answer: namesOf(flags),
        solution: [
          'TCP begins at byte 34, and its flags are at its byte 13: byte 47 of the frame, the last one of the third row.',
          `This byte is \`${flags.toString(16).padStart(2, '0')}\`, in bits \`${flags.toString(2).padStart(8, '0')}\`. From the right: FIN, SYN, RST, PSH, ACK. The flags that are set: ${namesOf(flags).replaceAll(' ', ' and ')}.`,
        ],
      };
    },
  },
  'packet-dns': {
    form: 'the name, with dots',
    isDistinct: true,
    normalize: (text) => normalizeExact(text).toLowerCase().replace(/\.$/, ''),
    make: (random) => {
      const name = `${codeWord(random)}.${random.pick(nouns)}${random.int(100_000, 999_999)}.example`;
      const labels = name.split('.').flatMap((label) => [Buffer.of(label.length), Buffer.from(label)]);
      const query = Buffer.concat([
        ...[random.bytes(2), word16(0x0100), word16(1), Buffer.alloc(6), ...labels],
        ...[Buffer.of(0), word16(1), word16(1)],
      ]);
      const ip = parts(random, 17);
      const bytes = frame(random, macsOf(random), ip, datagram([random.int(40_000, 60_000), 53], query));
      return {
        given: [...shown(bytes), { label: 'Find', text: 'the name that is looked up' }],
        answer: name,
        solution: [
          'Ethernet takes 14 bytes, IPv4 20, UDP 8 and the header of DNS 12: the name begins at byte 54, `0x36`.',
          'It contains no dots. The length of each part is before the part, and a 0 ends the name. Put dots in place of the lengths between the parts.',
        ],
      };
    },
  },
  'packet-login': {
    form: 'the password',
    isDistinct: true,
    normalize: normalizeExact,
    make: (random) => {
      const password = passphrase(random);
      const user = random.pick(['edda', 'pell', 'quill', 'moss']);
      const basic = Buffer.from(`${user}:${password}`).toString('base64');
      const request = `GET /tides HTTP/1.1\r\nHost: harbour.example\r\nAuthorization: Basic ${basic}\r\n\r\n`;
      const ip = parts(random, 6);
      const body = segment(ip, [random.int(40_000, 60_000), 80], 0x18, random, Buffer.from(request));
      return {
        given: [...shown(frame(random, macsOf(random), ip, body)), { label: 'Find', text: `the password of ${user}` }],
        answer: password,
        solution: [
          'It goes to port 80, so it is HTTP, and the column on the right is readable. After `Authorization: Basic` come the name and the password in base64.',
          `\`echo ${basic} | base64 -d\` gives \`${user}:…\`. Nothing is encrypted here; base64 is only another notation.`,
        ],
      };
    },
  },
} as const satisfies Record<string, Drill>;
