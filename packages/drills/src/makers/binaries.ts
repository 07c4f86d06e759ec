import type { Drill } from '../drill.ts';
import { dump } from '../dump.ts';
import { disassembly, inHex, little, spaced } from '../listing.ts';
import type { Random } from '../random.ts';
import { readExact, readHex, readNumber, readText } from '../read.ts';
import { codeWord, passphrase } from '../words.ts';

const CONSTANTS = 0x402000;

interface Segment {
  offset: number;
  address: number;
  size: number;
  rights: string;
}

/** Segments as LLVM's linker lays them out: close together in the file, each on pages of its own in memory. */
function segmentsOf(random: Random): [Segment, Segment, Segment] {
  const base = random.pick([0x20_0000, 0x21_0000, 0x40_0000]);
  let offset = 0;
  const next = (step: number, size: number, rights: string): Segment => {
    const segment = { offset, address: base + step * 0x1000 + offset, size, rights };
    offset += (size + 15) & ~15;
    return segment;
  };
  return [
    next(0, random.int(0x4c1, 0x8ff), 'R  '),
    next(1, random.int(0x301, 0x9ff), 'R E'),
    next(2, random.int(0x151, 0x1ff), 'RW '),
  ];
}

/** As `readelf -lW` prints them. */
const printed = (segments: readonly Segment[]): string =>
  segments
    .map(({ offset, address, size, rights }) => {
      const [at, many] = [offset, size].map((one) => `0x${one.toString(16).padStart(6, '0')}`);
      const where = `0x${address.toString(16).padStart(16, '0')}`;
      return `  LOAD           ${at} ${where} ${where} ${many} ${many} ${rights} 0x1000`;
    })
    .join('\n');

/** `0x11D7: eb 16`: an offset and bytes, all in hexadecimal. */
function readPatch(text: string): string {
  const [, offset, bytes] = /^(?:0x)?0*([\da-f]+)\s*[:,;\s]\s*(.+)$/i.exec(readExact(text)) ?? [];
  return offset && bytes ? `${offset.toLowerCase()}:${readHex(bytes)}` : readExact(text);
}

const readCall = (text: string): string =>
  text
    .toLowerCase()
    .match(/[a-z][a-z\d-]*/g)
    ?.join(' ') ?? text.trim();

/** Texts behind each other, each with an end of its own, and the address of each. */
function laidOut(texts: readonly Buffer[]) {
  let at = CONSTANTS;
  const addresses = texts.map((text) => {
    const address = at;
    at += text.length;
    return address;
  });
  return { bytes: Buffer.concat(texts), addresses };
}

const narrow = (text: string): Buffer => Buffer.from(`${text}\0`);
const wide = (text: string): Buffer => Buffer.from(`${text}\0`, 'utf16le');
const lea = (register: string, target: number) =>
  [7, (next: number) => `lea ${register},[rip+${inHex(target - next)}]`] as const;

/** A row of `objdump -d` with its bytes. */
const row = (address: number, bytes: Uint8Array, operation: string, operands: string): string =>
  `  ${address.toString(16)}:\t${spaced(bytes).padEnd(21)}\t${operation.padEnd(6)} ${operands}`.trimEnd();

export const binaryDrills = {
  /** The first instruction, from the header through a segment into the file. */
  'elf-entry': {
    form: 'the offset, with 0x in hexadecimal or in decimal',
    isDistinct: false,
    read: readNumber,
    make: (random) => {
      const segments = segmentsOf(random);
      const [, code] = segments;
      const entry = code.address + 16 * random.int(0, (code.size >> 4) - 1);
      const header = Buffer.concat([
        ...[Buffer.from('\x7fELF\x02\x01\x01', 'latin1'), Buffer.alloc(9)],
        ...[little(2, 2), little(random.pick([0x3e, 0xb7]), 2), little(1, 4), little(entry, 8), little(64, 8)],
        ...[little(random.int(0x180, 0x3ff) * 8, 8), little(0, 4), little(64, 2), little(56, 2)],
        ...[little(random.int(8, 13), 2), little(64, 2), little(random.int(22, 31), 2), little(random.int(18, 21), 2)],
      ]);
      const offset = entry - code.address + code.offset;
      return {
        given: [
          { label: 'xxd -l 64', text: dump(header) },
          { label: 'readelf -lW, its lines with LOAD', text: printed(segments) },
          { label: 'Asked', text: 'where in the file the instruction stands with which it begins' },
        ],
        answer: String(offset),
        solution: [
          `The entry point is at bytes \`0x18\` to \`0x1f\` of the header, low byte first: \`${inHex(entry)}\`.`,
          `It lies in the segment that is executable, \`R E\`, which begins at address \`${inHex(code.address)}\` and offset \`${inHex(code.offset)}\`.`,
          `\`hex(${inHex(entry)} - ${inHex(code.address)} + ${inHex(code.offset)})\` is \`${inHex(offset)}\`.`,
        ],
      };
    },
  },
  /** Of several texts with two bytes for each letter, the one that is used. */
  'elf-text-used': {
    form: 'the text',
    isDistinct: true,
    read: readText,
    make: (random) => {
      const texts = [passphrase(random), passphrase(random), passphrase(random)];
      const right = random.int(0, 2);
      const greeting = random.pick(['Welcome aboard.', 'The gate is up.', 'Mind the step.']);
      const first = narrow(greeting);
      const even = Buffer.concat([first, Buffer.alloc(first.length % 2)]);
      const { bytes, addresses } = laidOut([even, ...texts.map(wide)]);
      const [, other] = random.some([0, 1, 2], 3).filter((i) => i !== right);
      const start = 0x401150 + random.int(0, 0x8f);
      const target = addresses[right + 1] ?? 0;
      const text = disassembly(start, [
        lea('rdi', addresses[(other ?? 0) + 1] ?? 0),
        [5, 'call 401060 <u_strlen_72@plt>'],
        [5, 'mov esi,0x40'],
        [3, 'mov rdi,rbx'],
        [5, 'call 401070 <read_wide>'],
        lea('rsi', target),
        [3, 'mov rdi,rbx'],
        [5, 'call 401050 <u_strcmp_72@plt>'],
        [2, 'test eax,eax'],
        [2, (next) => `jne ${(next + 12).toString(16)}`],
        lea('rdi', CONSTANTS),
        [5, 'call 401030 <puts@plt>'],
      ]);
      const next = start + 7 + 5 + 5 + 3 + 5 + 7;
      return {
        given: [
          { label: 'Code', text },
          { label: '.rodata', text: dump(bytes, CONSTANTS) },
          { label: 'Asked', text: 'the text that what somebody types is compared with (in UTF-16)' },
        ],
        answer: texts[right] ?? '',
        solution: [
          `The comparison is \`u_strcmp\`, and its second argument is in rsi: \`lea rsi,[rip+${inHex(target - next)}]\`.`,
          `rip is the address of the next instruction, \`${inHex(next)}\`: \`${inHex(next)} + ${inHex(target - next)}\` is \`${inHex(target)}\`.`,
          `There each letter has two bytes, and the text ends at two zeros: \`bytes.fromhex("${wide(texts[right] ?? '')
            .subarray(0, -2)
            .toString('hex')}").decode("utf-16-le")\``,
        ],
      };
    },
  },
  /** Through the springboard and the slot to a name, and the arguments by their registers. */
  'elf-import-call': {
    form: 'the function and both texts, as in C or with blanks between them',
    isDistinct: true,
    read: readCall,
    make: (random) => {
      const functions = random.some(['rename', 'symlink', 'link', 'strstr', 'strcmp', 'strcspn', 'strpbrk'], 4);
      const slots = random.some([0, 1, 2, 3], 4).map((slot) => 0x403fd0 + 8 * slot);
      const called = random.int(0, 3);
      const texts = Array.from({ length: 4 }, () => codeWord(random));
      const { bytes, addresses } = laidOut(texts.map(narrow));
      const [first, second] = random.some([0, 1, 2, 3], 2) as [number, number];
      const start = 0x401150 + random.int(0, 0x8f);
      const stub = 0x401030 + 8 * called;
      const target = { rdi: addresses[first] ?? 0, rsi: addresses[second] ?? 0 };
      const registers = random.some(['rdi', 'rsi'] as const, 2);
      const code = disassembly(start, [
        ...registers.map((register) => lea(register, target[register])),
        [5, `call ${stub.toString(16)}`],
      ]);
      const springboards = disassembly(
        0x401030,
        slots.flatMap((slot) => [
          [6, (next: number) => `jmp QWORD PTR [rip+${inHex(slot - next)}]`] as const,
          [2, 'xchg ax,ax'] as const,
        ]),
      );
      const relocations = functions
        .map((name, i) => `${(slots[i] ?? 0).toString(16).padStart(16, '0')}  R_X86_64_GLOB_DAT  ${name}@GLIBC_2.2.5`)
        .sort();
      const behind = (register: 'rdi' | 'rsi') => start + 7 * (registers.indexOf(register) + 1);
      const sum = (register: 'rdi' | 'rsi') =>
        `\`${inHex(behind(register))} + ${inHex(target[register] - behind(register))}\` is \`${inHex(target[register])}\``;
      const slot = slots[called] ?? 0;
      return {
        given: [
          { label: 'A call', text: code },
          { label: '.plt.got', text: springboards },
          { label: 'readelf -r, shortened', text: relocations.join('\n') },
          { label: '.rodata', text: dump(bytes, CONSTANTS) },
        ],
        answer: `${functions[called]} ${texts[first]} ${texts[second]}`,
        solution: [
          `The springboard at \`${inHex(stub)}\` jumps through a slot: \`${inHex(stub + 6)} + ${inHex(slot - stub - 6)}\` is \`${inHex(slot)}\`, and the loader puts \`${functions[called]}\` there.`,
          `rdi is the first argument and rsi the second, in whatever order they are loaded. Counted from the next instruction, rdi: ${sum('rdi')}; rsi: ${sum('rsi')}.`,
          `At those addresses begin the texts: \`${functions[called]}("${texts[first]}", "${texts[second]}")\`.`,
        ],
      };
    },
  },
  /** The one jump that decides, at its place in the file. */
  'elf-patch-jump': {
    form: 'the offset, a colon, and both bytes of the jump as they are afterwards, all in hexadecimal, as in 11d7:eb16',
    isDistinct: false,
    read: readPatch,
    make: (random) => {
      const segments = segmentsOf(random);
      const [constants, code] = segments;
      const start = code.address + random.int(0x90, 0x1f0);
      const [isJumpGood, isJne] = [random.int(0, 1) === 1, random.int(0, 1) === 1];
      const wish = random.pick([
        { text: 'every ticket passes', wants: 'pass' },
        { text: 'no ticket passes', wants: 'none' },
        { text: 'good tickets are refused, and all others pass', wants: 'turn' },
      ] as const);
      const texts = [constants.address + 0x400, constants.address + 0x410];
      const [puts, check] = [code.address + 0x20, code.address + 0x60];
      const relative = (at: number, size: number, to: number) => little(to - at - size, 4);
      const loaded = (at: number, to: number) =>
        row(
          at,
          Buffer.concat([Buffer.of(0x48, 0x8d, 0x3d), relative(at, 7, to)]),
          'lea',
          `rdi,[rip+${inHex(BigInt.asUintN(64, BigInt(to - at - 7)))}]        # ${to.toString(16)}`,
        );
      const call = (at: number, to: number, name: string) =>
        row(at, Buffer.concat([Buffer.of(0xe8), relative(at, 5, to)]), 'call', `${to.toString(16)}${name}`);
      const jump = start + 7;
      const distance = 12 + 2;
      const opcode = isJne ? 0x75 : 0x74;
      const end = jump + 2 + distance + 12;
      const after =
        wish.wants === 'turn'
          ? Buffer.of(opcode ^ 1, distance)
          : (wish.wants === 'pass') === isJumpGood
            ? Buffer.of(0xeb, distance)
            : Buffer.of(0x90, 0x90);
      const offset = jump - code.address + code.offset;
      const to = (jump + 2 + distance).toString(16);
      return {
        given: [
          {
            label: 'Around the decision of a turnstile',
            text: [
              call(start, check, ''),
              row(start + 5, Buffer.of(0x85, 0xc0), 'test', 'eax,eax'),
              row(jump, Buffer.of(opcode, distance), isJne ? 'jne' : 'je', to),
              loaded(jump + 2, texts[0] ?? 0),
              call(jump + 9, puts, ' <puts@plt>'),
              row(jump + 14, Buffer.of(0xeb, 12), 'jmp', end.toString(16)),
              loaded(jump + 16, texts[1] ?? 0),
              call(jump + 23, puts, ' <puts@plt>'),
            ].join('\n'),
          },
          {
            label: 'Texts',
            text: [isJumpGood ? 'No ticket, no pier.' : 'Walk on.', isJumpGood ? 'Walk on.' : 'No ticket, no pier.']
              .map((text, i) => `${(texts[i] ?? 0).toString(16)}  ${text}`)
              .join('\n'),
          },
          { label: 'readelf -lW, its lines with LOAD', text: printed(segments) },
          { label: 'Asked', text: `a change of this jump, by 74, 75, eb or 90 90, after which ${wish.text}` },
        ],
        answer: `${offset.toString(16)}:${after.toString('hex')}`,
        solution: [
          `\`${isJne ? 'jne' : 'je'}\` at \`${inHex(jump)}\` leads to \`${inHex(jump + 2 + distance)}\`, where ${isJumpGood ? 'the ticket is good' : 'it is refused'}; without the jump ${isJumpGood ? 'it is refused' : 'the ticket is good'}.`,
          {
            eb: 'So it has to jump always, which is `eb`, over the same distance.',
            90: 'So it must never jump: two bytes that do nothing, `90 90`.',
            74: 'Turned round, `jne` becomes `je`, which is `74`, over the same distance.',
            75: 'Turned round, `je` becomes `jne`, which is `75`, over the same distance.',
          }[after.toString('hex', 0, 1) as 'eb' | '90' | '74' | '75'],
          `In the file it stands at \`hex(${inHex(jump)} - ${inHex(code.address)} + ${inHex(code.offset)})\`, which is \`${inHex(offset)}\`.`,
        ],
      };
    },
  },
} as const satisfies Record<string, Drill>;
