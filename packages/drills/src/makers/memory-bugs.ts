import type { Drill } from '../drill.ts';
import { inHex, little } from '../material/debugger-output.ts';
import { dump } from '../material/hex-dump.ts';
import { normalizeNumber, normalizeText } from '../normalize-answer.ts';
import { passphrase, sentence } from '../words.ts';

/** Block sizes of glibc for ranges of requests. Blocks of one size share one list. */
const kinds = [
  { from: 17, to: 24, block: 32 },
  { from: 25, to: 40, block: 48 },
  { from: 41, to: 56, block: 64 },
] as const;

/** Sizes in the frame of the radio: `line`, and each of the two texts after it. */
const [LINE, TEXT] = [80, 32];

const numbersIn = (text: string): string => text.match(/\d+/g)?.map(Number).join(' ') ?? text.trim();
const wordsIn = (text: string): string =>
  text
    .toLowerCase()
    .match(/[a-z]+/g)
    ?.join(' ') ?? text.trim();

export const memoryBugDrills = {
  /** A write of one byte too many, and the variable that it changes. */
  'mem-off-by-one': {
    form: 'a number, in decimal',
    isDistinct: false,
    normalize: normalizeNumber,
    make: (random) => {
      const size = 4 * random.int(2, 4);
      const text = sentence(random);
      const isLetter = random.int(0, 1) === 1;
      const last = isLetter ? text.charCodeAt(size) : 0;
      const weight = random.int(300, 70_000) * 256 + ((last + random.int(1, 255)) & 0xff);
      const after = weight - (weight & 0xff) + last;
      const loop = [
        `for (i = 0; i ${isLetter ? '<=' : '<'} ${size} && text[i]; i++)`,
        '    c.label[i] = text[i];',
        ...(isLetter ? [] : ['c.label[i] = 0;']),
      ];
      return {
        given: [
          {
            label: 'A crate, and the code that sets its label',
            text: [
              `struct crate { char label[${size}]; unsigned weight; };`,
              `struct crate c = { "", ${weight} };`,
              ...loop,
            ].join('\n'),
          },
          { label: 'text', text },
          { label: 'Find', text: 'c.weight afterwards, on x86-64' },
        ],
        answer: String(after),
        solution: [
          `\`label\` has the indexes 0 to ${size - 1}, and the last byte is written at index ${size}. \`weight\` begins there, with its low byte: \`${little(weight, 4).toString('hex')}\`.`,
          isLetter
            ? `With \`<=\` the loop copies \`text[${size}]\` as well, which is \`'${text[size]}'\`, the number ${last}.`
            : `The loop stops at ${size}, and the zero that ends the text is written after it.`,
          `\`${weight} - ${weight & 0xff} + ${last}\` is ${after}.`,
        ],
      };
    },
  },
  /** A product that wraps to a small value in 32 bits. */
  'mem-wrapped-size': {
    form: 'a number, in decimal',
    isDistinct: false,
    hasFewAnswers: true,
    normalize: normalizeNumber,
    make: (random) => {
      const [size, head] = [4 * random.int(3, 120), 4 * random.int(2, 16)];
      const count = Math.ceil((2 ** 32 - head) / size);
      return {
        given: [
          { label: 'A loader of cargo lists', text: `unsigned bytes = count * ${size} + ${head};` },
          { label: 'Find', text: 'the smallest count above 1000 for which bytes is less than 512' },
        ],
        answer: String(count),
        solution: [
          `An unsigned int is computed modulo \`2**32\`, so \`count * ${size} + ${head}\` must reach 4294967296 and exceed it only slightly.`,
          `\`-(-(2**32 - ${head}) // ${size})\` divides and rounds up: ${count}.`,
          `Check it: \`${count} * ${size} + ${head} - 2**32\` is ${count * size + head - 2 ** 32}. With one crate less, the number does not wrap.`,
        ],
      };
    },
  },
  /** Reuse of freed blocks. */
  'mem-heap-reuse': {
    form: 'four words separated by spaces: the letter of the block whose memory is reused, or new',
    isDistinct: false,
    hasFewAnswers: true,
    normalize: wordsIn,
    make: (random) => {
      const [common, rare] = random.some(kinds, 2) as [(typeof kinds)[number], (typeof kinds)[number]];
      const names = ['a', 'b', 'c', 'd', 'e', 'f'];
      const held = new Map(names.map((name, i) => [name, i < 4 ? common : rare]));
      const order = random.some([...held.keys()], 6);
      const lists = new Map<number, string[]>(kinds.map(({ block }) => [block, []]));
      const sizes = (kind: (typeof kinds)[number]) => random.int(kind.from, kind.to);
      const lines = random.some(names, 6).map((name) => `char *${name} = malloc(${sizes(held.get(name) ?? common)});`);
      const answers: string[] = [];
      const free = (count: number) => {
        for (const name of order.splice(0, count)) {
          lists.get((held.get(name) ?? common).block)?.push(name);
          lines.push(`free(${name});`);
        }
      };
      const ask = (name: string, kind: (typeof kinds)[number]) => {
        answers.push(lists.get(kind.block)?.pop() ?? 'new');
        lines.push(`char *${name} = malloc(${sizes(kind)});`);
      };
      free(3);
      ask('p', common);
      free(2);
      for (const name of ['q', 'r', 's']) ask(name, random.pick([common, common, rare]));
      const blockOf = (kind: (typeof kinds)[number]) =>
        `${kind.from} to ${kind.to} bytes come from blocks of ${kind.block}`;
      return {
        given: [
          { label: 'The first lines of main, with glibc', text: lines.join('\n') },
          { label: 'Find', text: 'the block whose memory p, q, r and s get, in this order' },
        ],
        answer: answers.join(' '),
        solution: [
          `A block has room for the requested bytes and 8 more, rounded up to a multiple of 16. Here ${blockOf(common)}, and ${blockOf(rare)}. Each kind has a list of its own.`,
          `\`free\` puts a block on top of its list, and \`malloc\` takes the one on top. If the list is empty, the block is new: ${['p', 'q', 'r', 's'].map((name, i) => `${name} gets ${answers[i] === 'new' ? 'a new one' : `the memory of ${answers[i]}`}`).join(', ')}.`,
        ],
      };
    },
  },
  /** The stack, as the radio's format string prints it. */
  'mem-format-read': {
    form: 'the text',
    isDistinct: true,
    normalize: normalizeText,
    make: (random) => {
      const texts = [passphrase(random), passphrase(random)];
      const wanted = random.int(0, 1);
      const below = 16 * random.int(0, 1);
      const room = below + LINE + 2 * TEXT + 16;
      const stack = Buffer.alloc(room + 16);
      if (below) little(0x7ffc_0000_0000 + random.int(0x1000, 0xffff) * 0x1010, 8).copy(stack);
      stack.write(`${'%p '.repeat(26).trim()}\n`, below);
      for (const [i, text] of texts.entries()) stack.write(text, below + LINE + i * TEXT);
      little(0x404020, 8).copy(stack, room - 8);
      little(1, 8).copy(stack, room);
      const heap = random.int(0xa00, 0xfff) * 0x1000;
      const registers = [heap + 0x2a1, 0xfbad2088, 0x7f00_0000_0000 + heap * 16 + 0x2ad, heap + 0x2ee, 0];
      const printed = [
        ...registers.map(BigInt),
        ...Array.from({ length: 21 }, (_, i) => stack.readBigUInt64LE(8 * i)),
      ].map((word) => (word === 0n ? '(nil)' : inHex(word)));
      const rows = Array.from({ length: 9 }, (_, i) => printed.slice(3 * i, 3 * i + 3).join(' '));
      const away = room - below - LINE - wanted * TEXT;
      const first = 6 + (room - away) / 8;
      const text = texts[wanted] ?? '';
      const words = printed.slice(first - 1, first - 1 + Math.ceil(text.length / 8));
      return {
        given: [
          {
            label: 'The frame',
            text: `rsp is rbp - ${inHex(room)}\nline begins at rbp - ${inHex(room - below)}`,
          },
          { label: 'The radio’s answer to 26 times %p (one line, broken here)', text: rows.join('\n') },
          { label: 'Find', text: `the text that begins at rbp - ${inHex(away)}` },
        ],
        answer: text,
        solution: [
          `The sixth argument is at rsp, and each following one is 8 bytes higher: \`6 + (${inHex(room)} - ${inHex(away)}) // 8\` is ${first}. (Your own \`%p %p\` begins at argument ${6 + below / 8}, as the frame says.)`,
          `Arguments ${first} to ${first + words.length - 1} hold the text, each with its low byte first.`,
          `\`b"".join(n.to_bytes(8, "little") for n in (${words.join(', ')})).rstrip(b"\\0").decode()\``,
        ],
      };
    },
  },
  /** Two halves of a number, written by counting printed characters. */
  'mem-format-write': {
    form: 'two numbers in decimal: A, a space, B',
    isDistinct: false,
    normalize: numbersIn,
    make: (random) => {
      const [low, high] = [random.int(0x20, 0xffff), random.int(0x20, 0xffff)];
      const at = random.int(12, 28);
      const isLowFirst = random.int(0, 1) === 1;
      const [first, second] = isLowFirst ? [low, high] : [high, low];
      const [one, other] = isLowFirst ? [at, at + 1] : [at + 1, at];
      // A width of 0 would still print one character.
      const more = (second - first + 0x1_0000) % 0x1_0000 || 0x1_0000;
      const value = high * 0x1_0000 + low;
      return {
        given: [
          {
            label: 'On the stack of the radio',
            text: `argument ${at}      the address of tide, an unsigned int\nargument ${at + 1}      the same address plus 2`,
          },
          { label: 'Your input, all in one line', text: `%Ac%${one}$hn%Bc%${other}$hn` },
          { label: 'Find', text: `the smallest A and B after which tide is 0x${value.toString(16).padStart(8, '0')}` },
        ],
        answer: `${first} ${more}`,
        solution: [
          `\`%hn\` stores the low 16 bits of the number of characters printed so far. The low half of tide is first in memory, so argument ${at} is the address of \`${inHex(low)}\`, and argument ${at + 1} that of \`${inHex(high)}\`.`,
          `The ${isLowFirst ? 'low' : 'high'} half is written first: A is \`${inHex(first)}\`, in decimal ${first}.`,
          `Then the count must grow until its low 16 bits are \`${inHex(second)}\`${second < first ? ', which means that it wraps around once' : ''}: \`(${second} - ${first}) % 65536\` is ${more}.`,
        ],
      };
    },
  },
  /** The records of a parser, of which one is too long. */
  'mem-parser': {
    form: 'the offset, in decimal or with 0x in hexadecimal',
    isDistinct: false,
    hasVeryFewAnswers: true,
    normalize: normalizeNumber,
    make: (random) => {
      const room = random.int(9, 16);
      const records: { kind: string; at: number; length: number; name: number }[] = [];
      const parts: Buffer[] = [];
      let [at, name] = [0, 0];
      const add = (kind: 'N' | 'S', length: number) => {
        name = kind === 'N' ? length : name + length;
        records.push({ kind, at, length, name });
        // The data contains some letters that look like the beginning of a record.
        const text = Array.from({ length }, () => random.pick([...'aeghiklmnorstNS'])).join('');
        parts.push(Buffer.from(kind), Buffer.of(length), Buffer.from(text));
        at += 2 + length;
      };
      add('N', random.int(2, 5));
      for (let i = random.int(3, 5); i > 0; i--) {
        const left = room - 1 - name;
        if (left < 2 || random.int(0, 3) === 0) add('N', random.int(2, room - 3));
        else add('S', random.int(1, Math.min(left, 4)));
      }
      const bad = at;
      // In about half of the rounds, only the terminating zero does not fit.
      add('S', room - name + random.int(0, 1));
      add('N', random.int(2, 5));
      // The distance of the bad record from the end varies.
      for (let i = random.int(0, 2); i > 0; i--) add('S', 1);
      return {
        given: [
          { label: 'A line of parse.c, still with the bug', text: `static char name[${room}];` },
          { label: 'An input that the fuzzer has found', text: dump(Buffer.concat(parts)) },
          { label: 'Find', text: 'the offset of the record at which AddressSanitizer stops it' },
        ],
        answer: String(bad),
        solution: [
          'Each record is one letter, one length and that number of bytes. Go from record to record by the lengths, and ignore letters in between that look like a beginning. `N` starts a new name, `S` extends it.',
          `Letters in the name (the zero after them also needs one byte): ${records
            .filter((record) => record.at <= bad)
            .map(({ kind, at: offset, name: length }) => `${kind} at ${offset}: ${length}`)
            .join('; ')}.`,
          `Up to ${room - 1} fit into \`name[${room}]\`. The record at ${bad}, \`${inHex(bad)}\`, is the first one that needs more.`,
        ],
      };
    },
  },
} as const satisfies Record<string, Drill>;
