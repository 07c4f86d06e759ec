import type { Drill } from '../drill.ts';
import { disassembly, inHex, type Line, little } from '../material/debugger-output.ts';
import { normalizeExact, normalizeHex, normalizeNumber } from '../normalize-answer.ts';
import type { Random } from '../random.ts';

const filling =
  'how many bytes of filler, a colon, and the eight bytes after them in hexadecimal, as in 72:b611400000000000';

/** Normalizes an answer such as `72:b611400000000000`: a number in decimal, and bytes. */
function normalizeFiller(text: string): string {
  const [, count, bytes] = /^(\d+|0x[\da-f]+)\s*[:,;\s]\s*(.+)$/i.exec(normalizeExact(text)) ?? [];
  return count && bytes ? `${normalizeNumber(count)}:${normalizeHex(bytes)}` : normalizeExact(text);
}

/** Returns the start of a function that reserves `room` bytes. */
const prologue = (room: number): Line[] => [
  [1, 'push rbp'],
  [3, 'mov rbp,rsp'],
  [room < 0x80 ? 4 : 7, `sub rsp,${inHex(room)}`],
];

/** Returns a call that reads more input than fits into a buffer in the frame. */
const reading = (buffer: number, count: number): Line[] => [
  [buffer <= 0x80 ? 4 : 7, `lea rax,[rbp-${inHex(buffer)}]`],
  [5, `mov edx,${inHex(count)}`],
  [3, 'mov rsi,rax'],
  [5, 'mov edi,0x0'],
  [5, 'call 401060 <read@plt>'],
];

const padded = (address: number): string => address.toString(16).padStart(16, '0');
const shownInPython = (count: number, bytes: Buffer): string =>
  `\`import sys; sys.stdout.buffer.write(b"A" * ${count} + bytes.fromhex("${bytes.toString('hex')}"))\``;

/** Returns the functions of a small program and their addresses, in random order. */
function functionsOf(random: Random, start: number) {
  const names = random.some(['lantern', 'answer', 'main', 'foghorn', 'ledger'], 5);
  let at = start;
  return names.map((name) => {
    const address = at;
    at += random.int(0x40, 0xaf);
    return { name, address };
  });
}

export const memoryDrills = {
  /** A variable after a buffer. */
  'mem-neighbour': {
    form: 'how many bytes of filler, a colon, and the four bytes after them in hexadecimal, as in 28:6f70656e',
    isDistinct: true,
    normalize: normalizeFiller,
    make: (random) => {
      const [counter, gate] = random.some([0x4, 0x8, 0xc, 0x10, 0x14, 0x18], 2) as [number, number];
      const buffer = 0x20 + random.int(0x10, 0x58);
      // All four bytes are needed: none of the upper bytes is zero, which is their initial value.
      const wanted = random.int(0x100_0000, 0xffff_ffff);
      const count = buffer - gate;
      const bytes = little(wanted, 4);
      const text = disassembly(0x4011a9 + random.int(0, 0x3f), [
        ...prologue((buffer + 15) & ~15),
        [7, `mov DWORD PTR [rbp-${inHex(counter)}],${inHex(random.int(1, 9))}`],
        [7, `mov DWORD PTR [rbp-${inHex(gate)}],0x0`],
        ...reading(buffer, (buffer + 0x2f) & ~15),
        [4, `add DWORD PTR [rbp-${inHex(counter)}],0x1`],
        [7, `cmp DWORD PTR [rbp-${inHex(gate)}],${inHex(wanted)}`],
        [2, (next) => `jne ${(next + 0xa).toString(16)}`],
        [3, `mov eax,DWORD PTR [rbp-${inHex(gate)}]`],
        [2, 'mov edi,eax'],
        [5, 'call 401146 <award>'],
      ]);
      return {
        given: [
          { label: 'Listing of a pier', text },
          { label: 'Find', text: 'the shortest input that makes the program call award' },
        ],
        answer: `${count}:${bytes.toString('hex')}`,
        solution: [
          `The value that is compared before \`award\` is called is at \`[rbp-${inHex(gate)}]\`; the other variable only counts. The buffer that \`read\` fills begins at \`[rbp-${inHex(buffer)}]\`.`,
          `\`${inHex(buffer)} - ${inHex(gate)}\` is ${count}: this is the number of filler bytes, with any value. After them comes \`${inHex(wanted)}\` with its low byte first.`,
          shownInPython(count, bytes),
        ],
      };
    },
  },
  /** The return address, from a listing or from a crash. */
  'mem-return': {
    form: filling,
    isDistinct: false,
    normalize: normalizeFiller,
    make: (random) => {
      const buffer = random.int(0x0d, 0x58);
      const count = buffer + 8;
      const functions = functionsOf(random, 0x401136 + random.int(0, 0x2c9));
      const target = functions.find(({ name }) => name === 'lantern')?.address ?? 0;
      const bytes = little(target, 8);
      const symbols = [...functions].sort((a, b) => a.name.localeCompare(b.name));
      const pattern = Buffer.from(Array.from({ length: 16 }, (_, i) => String.fromCharCode(65 + i).repeat(8)).join(''));
      const slip = pattern.readBigUInt64LE(count);
      const answers = functions.find(({ name }) => name === 'answer')?.address ?? 0;
      const evidence = random.pick([
        {
          label: 'How answer reads',
          text: disassembly(answers, [
            ...prologue((buffer + 15) & ~15),
            ...reading(buffer, 0x100),
            [1, 'nop'],
            [1, 'leave'],
            [1, 'ret'],
          ]),
          step: `The buffer begins at \`[rbp-${inHex(buffer)}]\`. The saved rbp is ${buffer} bytes after it and has 8 bytes, and then comes the return address: ${count}.`,
        },
        {
          label: 'answer has read eight A, eight B, eight C and so on, and has stopped at its ret',
          text: `(gdb) x/xg $rsp\n${inHex(0x7fff_ffff_e008 + 16 * random.int(0x20, 0x9f))}:\t${inHex(slip)}`,
          step: `The lowest byte was sent first: \`${String.fromCharCode(Number(slip & 0xffn))}\`. The letters before it take ${count - (count % 8)} bytes${count % 8 ? `, and ${8 - (count % 8)} of its own eight are in the return address, so ${count % 8} came before: ${count} in total` : ''}.`,
        },
      ]);
      return {
        given: [
          { label: evidence.label, text: evidence.text },
          {
            label: 'nm',
            text: symbols.map(({ name, address }) => `${padded(address)} T ${name}`).join('\n'),
          },
          { label: 'Find', text: 'the input after which answer returns to the first instruction of lantern' },
        ],
        answer: `${count}:${bytes.toString('hex')}`,
        solution: [
          evidence.step,
          `\`lantern\` is at \`${inHex(target)}\`. An address has eight bytes, and the low one comes first.`,
          shownInPython(count, bytes),
        ],
      };
    },
  },
  /** One leaked address, and two libraries that may contain it. */
  'mem-library': {
    form: 'the address, in hexadecimal',
    isDistinct: true,
    normalize: (text) => normalizeHex(normalizeExact(text)).replace(/^0+(?=.)/, ''),
    make: (random) => {
      const leaked = random.pick(['puts', 'printf', 'read', 'getenv']);
      const names = [leaked, 'system', 'exit', 'qsort'].sort();
      const places = random.some(
        Array.from({ length: 0x100 }, (_, i) => 16 * i),
        2,
      ) as [number, number];
      const libraries = places.map((place) =>
        names.map((name) => ({
          name,
          offset: name === leaked ? random.int(0x30, 0x90) * 0x1000 + place : random.int(0x2_0000, 0x9_0000) & ~15,
        })),
      );
      const right = random.int(0, 1);
      const offsetOf = (name: string) => libraries[right]?.find((one) => one.name === name)?.offset ?? 0;
      const base = 0x7f00_0000_0000 + random.int(0x100_0000, 0xfff_ffff) * 0x1000;
      const leak = base + offsetOf(leaked);
      const target = base + offsetOf('system');
      const table = (rows: { name: string; offset: number }[] = []) =>
        rows.map(({ name, offset }) => `${padded(offset)} T ${name}`).join('\n');
      return {
        given: [
          { label: 'Leaked by a format string', text: `${leaked} is at ${inHex(leak)}` },
          { label: 'nm -D of the library on the old ferries', text: table(libraries[0]) },
          { label: 'nm -D of the library on the new ferries', text: table(libraries[1]) },
          { label: 'Find', text: 'the address of system in this run' },
        ],
        answer: target.toString(16),
        solution: [
          `Only whole pages are moved, so the last three digits stay the same: \`${leaked}\` ends in \`${(leak & 0xfff).toString(16).padStart(3, '0')}\` only on the ${right ? 'new' : 'old'} ferries.`,
          `The start of the library: \`${inHex(leak)} - ${inHex(offsetOf(leaked))}\` is \`${inHex(base)}\`. It ends in 000, as the start of a library must.`,
          `Plus the offset of \`system\`, \`${inHex(offsetOf('system'))}\`: \`f"{${inHex(leak)} - ${inHex(offsetOf(leaked))} + ${inHex(offsetOf('system'))}:x}"\` gives ${target.toString(16)}.`,
        ],
      };
    },
  },
  /** Canary and PIE with one leak: the input that changes neither the canary nor rbp. */
  'mem-canary': {
    form: 'how many bytes of filler, a colon, and the 24 bytes after them in hexadecimal',
    isDistinct: true,
    normalize: normalizeFiller,
    make: (random) => {
      const buffer = 16 * random.int(2, 8);
      const functions = functionsOf(random, 0x1139 + random.int(0, 0x2c9));
      const offsetOf = (wanted: string) => functions.find(({ name }) => name === wanted)?.address ?? 0;
      const base = 0x5500_0000_0000 + random.int(0x100_0000, 0xfff_ffff) * 0x1000;
      const canary = Buffer.concat([Buffer.of(0), random.bytes(7)]);
      // A frame of main without variables: push, mov, the call, and the next instructions.
      const back = offsetOf('main') + 4 + 5;
      const saved = 0x7ffc_0000_0000 + random.int(0x1000_0000, 0x2fff_ffff) * 16;
      const bytes = Buffer.concat([canary, little(saved, 8), little(base + offsetOf('lantern'), 8)]);
      const count = buffer - 8;
      const words = [canary.readBigUInt64LE(), saved, base + back].map(inHex);
      return {
        given: [
          {
            label: 'answer, in the listing of a PIE',
            text: disassembly(offsetOf('answer'), [
              ...prologue(buffer),
              [9, 'mov rax,QWORD PTR fs:0x28'],
              [4, 'mov QWORD PTR [rbp-0x8],rax'],
              ...reading(buffer, 0x100).slice(0, 4),
              [5, 'call 1050 <read@plt>'],
            ]),
          },
          {
            label: 'main',
            text: disassembly(offsetOf('main'), [
              [1, 'push rbp'],
              [3, 'mov rbp,rsp'],
              [5, `call ${offsetOf('answer').toString(16)} <answer>`],
              [5, 'mov eax,0x0'],
              [1, 'pop rbp'],
              [1, 'ret'],
            ]),
          },
          { label: 'nm', text: `${padded(offsetOf('lantern'))} T lantern` },
          { label: 'The last three words of answer’s frame, leaked with %p from low to high', text: words.join('\n') },
          {
            label: 'Find',
            text: 'the input after which answer returns to lantern, with the canary and the saved rbp unchanged',
          },
        ],
        answer: `${count}:${bytes.toString('hex')}`,
        solution: [
          `The canary is at \`[rbp-0x8]\` and the buffer begins at \`[rbp-${inHex(buffer)}]\`: there are ${count} bytes of filler between them. The canary is \`${words[0]}\`, and its zero comes first in memory.`,
          `The return address \`${words[2]}\` corresponds to \`${inHex(back)}\` in \`main\`, so the program starts at \`${inHex(base)}\` in this run. \`lantern\` is at \`${inHex(base)} + ${inHex(offsetOf('lantern'))}\`, which is \`${inHex(base + offsetOf('lantern'))}\`.`,
          `\`b"".join(n.to_bytes(8, "little") for n in (${words[0]}, ${words[1]}, ${inHex(base + offsetOf('lantern'))})).hex()\` gives the bytes.`,
        ],
      };
    },
  },
} as const satisfies Record<string, Drill>;
