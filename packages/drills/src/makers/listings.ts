import { spaced } from '../bytes.ts';
import type { Drill } from '../drill.ts';
import { examined, inHex, little } from '../material/debugger-output.ts';
import { dump } from '../material/hex-dump.ts';
import { type Instruction, print, run } from '../material/x86-machine.ts';
import { normalizeNumber, normalizeSigned, normalizeText } from '../normalize-answer.ts';
import { letters } from '../words.ts';

const DATA = 0x404000;

/** Loads that a debugger may stop at: their width, and how they fill the rest of the register. */
const loads = [
  { operation: 'mov', width: 4, name: 'DWORD', isSigned: true },
  { operation: 'movsx', width: 2, name: 'WORD', isSigned: true },
  { operation: 'movzx', width: 2, name: 'WORD', isSigned: false },
  { operation: 'movsx', width: 1, name: 'BYTE', isSigned: true },
] as const;

export const listingDrills = {
  /** A loop over a table of two-byte or four-byte numbers. */
  'asm-array': {
    form: 'a number, in decimal or with 0x in hexadecimal',
    isDistinct: false,
    normalize: normalizeNumber,
    make: (random) => {
      const [count, isWide] = [random.int(5, 7), random.int(0, 1) === 1];
      const [size, limit] = [isWide ? 4 : 2, random.int(20, 400)];
      // One number is below the limit and one above. One looks negative, but movzx makes it large.
      const numbers = random.some(
        [
          ...[random.int(3, limit - 1), random.int(limit + 1, limit + 600), -random.int(2, 900)],
          ...Array.from({ length: count - 3 }, () => random.int(1, 1200)),
        ],
        count,
      );
      const before = 4 * random.int(1, 3);
      const row = Buffer.concat(numbers.map((number) => little(number, size)));
      const bytes = Buffer.concat([random.bytes(before), row, random.bytes(4)]);
      const place = isWide ? 'DWORD PTR [rdi+rcx*4]' : 'WORD PTR [rdi+rcx*2]';
      const listing: Instruction[] = [
        ['mov', 'edi', DATA + before],
        ['mov', 'eax', 0],
        ['mov', 'ecx', 0],
        ['again:'],
        [isWide ? 'mov' : 'movzx', 'edx', place],
        ['cmp', 'edx', limit],
        ['jle', 'next'],
        ['add', 'eax', 'edx'],
        ['next:'],
        ['inc', 'ecx'],
        ['cmp', 'ecx', count],
        ['jl', 'again'],
        ['ret'],
      ];
      const { eax } = run(listing, {}, { start: DATA, bytes });
      const loaded = numbers.map((number) => (isWide ? number : number & 0xffff));
      return {
        given: [
          { label: 'Runs from the top', text: print(listing) },
          { label: 'Memory', text: dump(bytes, DATA) },
        ],
        answer: String(eax),
        solution: [
          `The table begins at \`${inHex(DATA + before)}\`, ${before} bytes into the dump. The scale is ${size}, so each number has ${size} bytes with the low byte first, and there are ${count} of them: ${loaded.join(', ')}.`,
          `${isWide ? 'A 32-bit value can be negative, and `jle` considers the sign.' : '`movzx` fills up with zeros, so no number of two bytes is negative here.'} Those above ${limit} are added: ${loaded.filter((number) => number > limit).join(' + ')} = ${eax}.`,
          `\`sum(n for n in memoryview(bytes.fromhex("${row.toString('hex')}")).cast("${isWide ? 'i' : 'H'}") if n > ${limit})\``,
        ],
      };
    },
  },
  /** A table of letters, and a table of their positions. */
  'asm-letters': {
    form: 'the word, ten small letters',
    isDistinct: true,
    normalize: normalizeText,
    make: (random) => {
      const alphabet = random.some([...'abcdefghijklmnopqrstuvwxyz'], 24).join('');
      const [column, isXor] = [random.int(0, 1), random.int(0, 1) === 1];
      const places = Array.from({ length: 10 }, () => random.int(0, 11));
      const word = places.map((place) => alphabet[2 * place + column]).join('');
      const order = Buffer.from(places.map((place, i) => (isXor ? place ^ i : place + i)));
      const bytes = Buffer.concat([Buffer.from(alphabet), Buffer.alloc(8), order]);
      const listing: Instruction[] = [
        ['mov', 'edi', DATA + 0x60],
        ['mov', 'esi', DATA + 0x20],
        ['mov', 'ebx', DATA],
        ['mov', 'ecx', 0],
        ['again:'],
        ['movzx', 'eax', 'BYTE PTR [rsi+rcx]'],
        [isXor ? 'xor' : 'sub', 'eax', 'ecx'],
        ['movzx', 'edx', column ? 'BYTE PTR [rbx+rax*2+0x1]' : 'BYTE PTR [rbx+rax*2]'],
        ['mov', 'BYTE PTR [rdi+rcx]', 'dl'],
        ['inc', 'ecx'],
        ['cmp', 'ecx', 10],
        ['jne', 'again'],
        ['ret'],
      ];
      const sign = isXor ? '^' : '-';
      return {
        given: [
          { label: 'Code that writes a word', text: print(listing) },
          { label: 'Memory', text: dump(bytes, DATA) },
        ],
        answer: word,
        solution: [
          `Two tables: bytes at \`${inHex(DATA + 0x20)}\` select the letter, and the letters are at \`${inHex(DATA)}\` in pairs, of which the ${column ? 'second' : 'first'} one is used (\`rax*2${column ? '+0x1' : ''}\`).`,
          `The first byte is ${order[0]}, \`${order[0]} ${sign} 0\` is ${places[0]}, and at \`2 * ${places[0]} + ${column}\` is \`${word[0]}\`. The second: \`${order[1]} ${sign} 1\` is ${places[1]}, so \`${word[1]}\`.`,
          `\`"".join("${alphabet}"[2 * (b ${sign} i) + ${column}] for i, b in enumerate(bytes.fromhex("${order.toString('hex')}")))\``,
        ],
      };
    },
  },
  /** A local variable among the bytes of its frame. */
  'gdb-local': {
    form: 'a number in decimal, with a minus sign if it is negative',
    isDistinct: false,
    normalize: normalizeSigned,
    make: (random) => {
      const { operation, width, name, isSigned } = random.pick(loads);
      const rbp = 0x7fff_ffff_e000 + 16 * random.int(0x20, 0x9f);
      const away = 32 - width * random.int(1, 32 / width - 2);
      const frame = random.bytes(32);
      const half = 2 ** (8 * width - 1);
      // Small numbers, as is usual for variables. Many are negative.
      const value = isSigned
        ? random.int(Math.max(-half, -4000), Math.min(half - 1, 900))
        : random.int(half, 2 * half - 1);
      const bytes = little(value, width);
      bytes.copy(frame, 32 - away);
      return {
        given: [
          {
            label: 'Stopped in gdb',
            text: [
              '(gdb) x/i $rip',
              `=> 0x401149 <main+19>:\t${operation.padEnd(6)} eax,${name} PTR [rbp-${inHex(away)}]`,
              '(gdb) print $rbp',
              `$1 = (void *) ${inHex(rbp)}`,
              `(gdb) x/32xb ${inHex(rbp - 32)}`,
              examined(frame, rbp - 32, 1),
            ].join('\n'),
          },
          { label: 'Find', text: 'the output of print $eax after one stepi ($eax is an int)' },
        ],
        answer: String(value),
        solution: [
          `rbp - ${inHex(away)} is \`${inHex(rbp - away)}\`, and the dump begins at \`${inHex(rbp - 32)}\`: skip ${32 - away} bytes.`,
          `\`${name}\` is ${width === 1 ? 'one byte' : `${width} bytes, the low one first`}: \`${spaced(bytes)}\`. ${isSigned ? 'The highest bit is the sign: if it is set, subtract' : '`movzx` fills up with zeros, so the highest bit is not a sign; with `movsx` you would subtract'} ${2 * half}.`,
          `\`int.from_bytes(bytes.fromhex("${bytes.toString('hex')}"), "little", signed=${isSigned ? 'True' : 'False'})\` gives ${value}.`,
        ],
      };
    },
  },
  /** The comparison with the keeper's word, with a dump in words. */
  'gdb-doorway': {
    form: 'the word, eight small letters',
    isDistinct: true,
    normalize: normalizeText,
    make: (random) => {
      const words = Array.from({ length: 4 }, () => letters(random, 8));
      const right = random.int(1, 3);
      const gaps = words.map(() => Buffer.alloc(random.int(1, 6)));
      const before = words.slice(0, right).reduce((sum, _, i) => sum + 8 + (gaps[i]?.length ?? 0), 0);
      const data = Buffer.concat(words.flatMap((word, i) => [Buffer.from(word), gaps[i] ?? Buffer.alloc(1)]));
      const bytes = Buffer.concat([data, Buffer.alloc(64)]).subarray(0, 64);
      const start = DATA + 16 * random.int(1, 12);
      const typed = 0x7fff_ffff_e000 + random.int(0x700, 0xdff);
      const [rdi, rsi] = random.some([typed, start + before], 2) as [number, number];
      const first = before - (before % 4);
      const cut = [0, 4, 8].map(
        (i) =>
          `0x${bytes
            .readUInt32LE(first + i)
            .toString(16)
            .padStart(8, '0')}`,
      );
      return {
        given: [
          {
            label: 'At the comparison',
            text: [
              '(gdb) x/i $rip',
              '=> 0x4011eb <main+77>:\tcall   0x401040 <strcmp@plt>',
              '(gdb) info registers rdi rsi',
              `rdi            ${inHex(rdi).padEnd(18)} ${rdi}`,
              `rsi            ${inHex(rsi).padEnd(18)} ${rsi}`,
              `(gdb) x/16xw ${inHex(start)}`,
              examined(bytes, start, 4),
            ].join('\n'),
          },
          { label: 'Find', text: 'the word that your input is compared with' },
        ],
        answer: words[right] ?? '',
        solution: [
          `An address that begins with \`0x7fff\` is on the stack, where your input is. The other one, \`${inHex(start + before)}\`, is in the program's own data, ${before} bytes into the dump.`,
          `\`x/xw\` prints every four bytes as a number, so their order is reversed. \`${cut[0]}\` means \`${spaced(bytes.subarray(first, first + 4))}\`${before % 4 ? `, and the word begins at byte ${before % 4} of these` : ''}. It ends at the zero.`,
          `\`b"".join(w.to_bytes(4, "little") for w in (${cut.join(', ')}))[${before % 4}:${(before % 4) + 8}]\``,
        ],
      };
    },
  },
} as const satisfies Record<string, Drill>;
