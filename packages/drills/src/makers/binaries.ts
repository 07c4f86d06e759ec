import type { Drill } from '../drill.ts';
import { disassembly, inHex } from '../material/debugger-output.ts';
import { dump } from '../material/hex-dump.ts';
import { normalizeText } from '../normalize-answer.ts';
import { codeWord, passphrase } from '../words.ts';

const CONSTANTS = 0x402000;

const normalizeCall = (text: string): string =>
  text
    .toLowerCase()
    .match(/[a-z][a-z\d-]*/g)
    ?.join(' ') ?? text.trim();

/** Places texts one after the other, each with its own terminator, and returns the address of each. */
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

export const binaryDrills = {
  /** Which of several UTF-16 texts the code uses. */
  'elf-text-used': {
    form: 'the text',
    isDistinct: true,
    normalize: normalizeText,
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
          { label: 'Find', text: 'the text that the input is compared with (in UTF-16)' },
        ],
        answer: texts[right] ?? '',
        solution: [
          `The comparison is \`u_strcmp\`, and its second argument is in rsi: \`lea rsi,[rip+${inHex(target - next)}]\`.`,
          `rip is the address of the next instruction, \`${inHex(next)}\`: \`${inHex(next)} + ${inHex(target - next)}\` is \`${inHex(target)}\`.`,
          `At that address each letter has two bytes, and the text ends at two zero bytes: \`bytes.fromhex("${wide(
            texts[right] ?? '',
          )
            .subarray(0, -2)
            .toString('hex')}").decode("utf-16-le")\``,
        ],
      };
    },
  },
  /** A call through the PLT and the GOT to a function name, and its arguments by register. */
  'elf-import-call': {
    form: 'the function and both texts, as in C or separated by spaces',
    isDistinct: true,
    normalize: normalizeCall,
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
          `The PLT stub at \`${inHex(stub)}\` jumps through a slot: \`${inHex(stub + 6)} + ${inHex(slot - stub - 6)}\` is \`${inHex(slot)}\`, and the loader puts \`${functions[called]}\` there.`,
          `rdi is the first argument and rsi the second, regardless of the order in which they are loaded. Relative to the next instruction, rdi: ${sum('rdi')}; rsi: ${sum('rsi')}.`,
          `The texts begin at those addresses: \`${functions[called]}("${texts[first]}", "${texts[second]}")\`.`,
        ],
      };
    },
  },
} as const satisfies Record<string, Drill>;
