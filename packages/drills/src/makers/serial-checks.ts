import type { Drill } from '../drill.ts';
import { inHex } from '../material/debugger-output.ts';
import { dump } from '../material/hex-dump.ts';
import { type Instruction, print } from '../material/x86-machine.ts';
import { normalizeNumber, normalizeText } from '../normalize-answer.ts';
import { letters, passphrase, sentence } from '../words.ts';

/** Address of a check's table or of a hidden text. */
const TABLE = 0x404000;
/** Length of the words. */
const LENGTH = 10;

/** Returns the end of a check: the next round, success or failure. */
const ending = (rounds: number): Instruction[] => [
  ['cmp', 'eax', 'edx'],
  ['jne', 'wrong'],
  ['inc', 'ecx'],
  ['cmp', 'ecx', rounds],
  ['jl', 'again'],
  ['mov', 'eax', 1],
  ['ret'],
  ['wrong:'],
  ['mov', 'eax', 0],
  ['ret'],
];

/** Operations on a letter and the one after it, in assembly and as the inverse in Python. */
const joins = [
  { does: [['add', 'eax', 'edx']], join: (a, b) => a + b, rule: 's[i] + s[i+1]', undo: 't - w[-1]' },
  { does: [['xor', 'eax', 'edx']], join: (a, b) => a ^ b, rule: '(s[i] ^ s[i+1])', undo: 't ^ w[-1]' },
  {
    does: [
      ['imul', 'eax', 3],
      ['add', 'eax', 'edx'],
      ['and', 'eax', 0xff],
    ],
    join: (a, b) => (3 * a + b) & 0xff,
    rule: '((3 * s[i] + s[i+1]) & 0xff)',
    undo: '(t - 3 * w[-1]) & 0xff',
  },
] as const satisfies { does: Instruction[]; join: (a: number, b: number) => number; rule: string; undo: string }[];

const given = (listing: readonly Instruction[], data: Buffer) => [
  { label: `rdi is the address of your word, rsi is ${inHex(TABLE)}`, text: print(listing) },
  { label: 'Memory', text: dump(data, TABLE) },
];

export const serialCheckDrills = {
  /** Each letter depends on the one before it. */
  'check-chain': {
    form: 'the word, ten small letters',
    isDistinct: true,
    normalize: normalizeText,
    make: (random) => {
      const word = letters(random, LENGTH);
      const { does, join, rule, undo } = random.pick(joins);
      const codes = [...Buffer.from(word)];
      const [first = 0, second = 0] = codes;
      const table = Buffer.from(codes.slice(1).map((code, i) => join(codes[i] ?? 0, code)));
      const listing: Instruction[] = [
        ['cmp', 'BYTE PTR [rdi]', first],
        ['jne', 'wrong'],
        ['mov', 'ecx', 0],
        ['again:'],
        ['movzx', 'eax', 'BYTE PTR [rdi+rcx]'],
        ['movzx', 'edx', 'BYTE PTR [rdi+rcx+0x1]'],
        ...does,
        ['movzx', 'edx', 'BYTE PTR [rsi+rcx]'],
        ...ending(LENGTH - 1),
      ];
      return {
        given: [...given(listing, table), { label: 'Find', text: 'the word for which it returns 1' }],
        answer: word,
        solution: [
          `The first letter is compared on its own: \`${inHex(first)}\` is \`${word[0]}\`. Then for every i from 0 to ${LENGTH - 2}: \`${rule} == table[i]\`.`,
          `The first byte of the table is \`${inHex(table[0] ?? 0)}\`: if \`w\` contains the letters found so far and \`t\` is the byte, then \`${undo}\` is the next letter, here ${second}, \`${word[1]}\`. And so on.`,
          `\`w = [${first}]\`, then \`for t in bytes.fromhex("${table.toString('hex')}"): w.append(${undo})\`, and \`bytes(w).decode()\` is the word.`,
        ],
      };
    },
  },
  /** Each letter on its own, in three steps. */
  'check-serial': {
    form: 'the word, ten small letters',
    isDistinct: true,
    normalize: normalizeText,
    make: (random) => {
      const word = letters(random, LENGTH);
      const [times, key] = [2 * random.int(1, 20) + 1, random.int(0x11, 0x7f)];
      const steps = random.some(
        [
          { does: ['imul', 'eax', times], to: (x: number) => x * times, python: (x: string) => `(${x} * ${times})` },
          random.pick([
            { does: ['xor', 'eax', key], to: (x: number) => x ^ key, python: (x: string) => `(${x} ^ ${key})` },
            { does: ['add', 'eax', key], to: (x: number) => x + key, python: (x: string) => `(${x} + ${key})` },
          ] as const),
          random.pick([
            { does: ['xor', 'eax', 'ecx'], to: (x: number, i: number) => x ^ i, python: (x: string) => `(${x} ^ i)` },
            { does: ['sub', 'eax', 'ecx'], to: (x: number, i: number) => x - i, python: (x: string) => `(${x} - i)` },
          ] as const),
        ] as { does: Instruction; to: (x: number, i: number) => number; python: (x: string) => string }[],
        3,
      );
      const table = Buffer.from(
        [...Buffer.from(word)].map((code, i) => steps.reduce((x, { to }) => to(x, i), code) & 0xff),
      );
      const formula = steps.reduce((x, { python }) => python(x), 'c');
      const listing: Instruction[] = [
        ['mov', 'ecx', 0],
        ['again:'],
        ['movzx', 'eax', 'BYTE PTR [rdi+rcx]'],
        ...steps.map(({ does }) => does),
        ['and', 'eax', 0xff],
        ['movzx', 'edx', 'BYTE PTR [rsi+rcx]'],
        ...ending(LENGTH),
      ];
      return {
        given: [...given(listing, table), { label: 'Find', text: 'the word of small letters for which it returns 1' }],
        answer: word,
        solution: [
          `With c as the letter at i, the rule is \`(${formula} & 0xff) == table[i]\`. It depends only on i and the letter itself, so you can find each letter separately.`,
          `Try all 26 letters for each position: \`"".join(chr(c) for i, t in enumerate(bytes.fromhex("${table.toString('hex')}")) for c in range(97, 123) if (${formula} & 0xff) == t)\``,
          `Or go backwards through the steps; ${times} is odd, so \`pow(${times}, -1, 256)\` undoes the multiplication.`,
        ],
      };
    },
  },
  /** A number and an invertible function, as a decompiler shows it. */
  'check-ticket': {
    form: 'a number, in decimal or with 0x in hexadecimal',
    isDistinct: false,
    normalize: normalizeNumber,
    make: (random) => {
      const ticket = random.int(100_000, 0xffff_ffff);
      const [one, two] = [random.int(11, 17), random.int(11, 17)];
      const factor = random.int(0x800_0000, 0x3fff_ffff) * 2 + 1;
      const shifted = (x: number, by: number) => (x ^ (x >>> by)) >>> 0;
      const product = Math.imul(shifted(ticket, one), factor) >>> 0;
      const target = shifted(product, two);
      return {
        given: [
          {
            label: 'Output of a decompiler',
            text: [
              'bool FUN_00401146(uint param_1)',
              '{',
              '  uint uVar1;',
              '',
              `  uVar1 = (param_1 ^ param_1 >> ${inHex(one)}) * ${inHex(factor)};`,
              `  return (uVar1 ^ uVar1 >> ${inHex(two)}) == ${inHex(target)};`,
              '}',
            ].join('\n'),
          },
          { label: 'Find', text: 'the only number for which it returns true' },
        ],
        answer: String(ticket),
        solution: [
          'Four billion tries in C take some seconds. It is faster to go backwards: the upper bits of `x ^ x >> n` equal those of x, and they reveal the bits below. For n from 11 on, `undo = lambda y, n: y ^ y >> n ^ y >> 2 * n`.',
          `The factor is odd, so it has an inverse modulo \`2**32\`: \`pow(${inHex(factor)}, -1, 2**32)\`.`,
          `From the last step to the first: \`undo(undo(${inHex(target)}, ${two}) * pow(${inHex(factor)}, -1, 2**32) % 2**32, ${one})\` is ${ticket}.`,
        ],
      };
    },
  },
  /** A text that a loop decodes. */
  'check-hidden-text': {
    form: 'the text',
    isDistinct: true,
    normalize: normalizeText,
    make: (random) => {
      const text = `${sentence(random)} ${passphrase(random)}`;
      const [key, step, more] = [random.int(0x11, 0xf0), 2 * random.int(1, 20) + 1, random.int(3, 0x60)];
      const isChained = random.int(0, 1) === 1;
      let last = key;
      const data = Buffer.from(
        [...Buffer.from(text)].map((code) => {
          const byte = ((code - more) ^ last) & 0xff;
          last = isChained ? byte : (last + step) & 0xff;
          return byte;
        }),
      );
      const listing: Instruction[] = [
        ['mov', 'esi', TABLE],
        ['mov', 'ebx', key],
        ['mov', 'ecx', 0],
        ['again:'],
        ['movzx', 'eax', 'BYTE PTR [rsi+rcx]'],
        ['xor', 'eax', 'ebx'],
        ['add', 'eax', more],
        ['mov', 'BYTE PTR [rdi+rcx]', 'al'],
        isChained ? ['movzx', 'ebx', 'BYTE PTR [rsi+rcx]'] : ['add', 'ebx', step],
        ['inc', 'ecx'],
        ['cmp', 'ecx', data.length],
        ['jl', 'again'],
        ['ret'],
      ];
      const hexData = data.toString('hex');
      return {
        given: [
          { label: 'The code that decodes the text; rdi is the address of a buffer', text: print(listing) },
          { label: 'Memory', text: dump(data, TABLE) },
          { label: 'Find', text: 'the text in the buffer afterwards' },
        ],
        answer: text,
        solution: [
          `The result is each byte XOR the key in ebx, plus ${more}, cut to the low 8 bits. The first byte: \`((${data[0]} ^ ${key}) + ${more}) & 0xff\` is ${text.charCodeAt(0)}, \`${text[0]}\`.`,
          isChained
            ? 'After each byte, the key becomes the byte that was just read, before it was changed.'
            : `After each byte, the key grows by ${step}. It becomes larger than a byte, but \`al\` contains only the low 8 bits.`,
          isChained
            ? `\`c = bytes.fromhex("${hexData}")\`, and then \`bytes(((b ^ k) + ${more}) & 0xff for b, k in zip(c, bytes([${key}]) + c)).decode()\``
            : `\`bytes(((b ^ (${key} + ${step} * i)) + ${more}) & 0xff for i, b in enumerate(bytes.fromhex("${hexData}"))).decode()\``,
        ],
      };
    },
  },
} as const satisfies Record<string, Drill>;
