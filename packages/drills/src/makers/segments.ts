import { spaced } from '../bytes.ts';
import type { Drill } from '../drill.ts';
import { inHex, little } from '../material/debugger-output.ts';
import { dump } from '../material/hex-dump.ts';
import { normalizeExact, normalizeHex, normalizeNumber } from '../normalize-answer.ts';
import type { Random } from '../random.ts';

interface Segment {
  offset: number;
  address: number;
  size: number;
  rights: string;
}

/** Returns segments as LLVM's linker places them: adjacent in the file, each on its own pages in memory. */
function segmentsOf(random: Random): [Segment, Segment, Segment] {
  const base = random.pick([0x20_0000, 0x21_0000, 0x40_0000]);
  let offset = 0;
  const next = (step: number, size: number, rights: string): Segment => {
    const segment = { offset, address: base + step * 0x1000 + offset, size, rights };
    offset += (size + 15) & ~15;
    return segment;
  };
  return [
    // More than a page, so that an offset is not the end of its address.
    next(0, random.int(0x14c1, 0x58ff), 'R  '),
    next(1, random.int(0x301, 0x9ff), 'R E'),
    next(2, random.int(0x151, 0x1ff), 'RW '),
  ];
}

/** Formats segments as `readelf -lW` does. */
const printed = (segments: readonly Segment[]): string =>
  segments
    .map(({ offset, address, size, rights }) => {
      const [at, many] = [offset, size].map((one) => `0x${one.toString(16).padStart(6, '0')}`);
      const where = `0x${address.toString(16).padStart(16, '0')}`;
      return `  LOAD           ${at} ${where} ${where} ${many} ${many} ${rights} 0x1000`;
    })
    .join('\n');

/** Normalizes an answer such as `0x11D7: eb 16`: an offset and bytes, all in hexadecimal. */
function normalizePatch(text: string): string {
  const [, offset, bytes] = /^(?:0x)?0*([\da-f]+)\s*[:,;\s]\s*(.+)$/i.exec(normalizeExact(text)) ?? [];
  return offset && bytes ? `${offset.toLowerCase()}:${normalizeHex(bytes)}` : normalizeExact(text);
}

/** Formats a row of `objdump -d` with its bytes. */
const row = (address: number, bytes: Uint8Array, operation: string, operands: string): string =>
  `  ${address.toString(16)}:\t${spaced(bytes).padEnd(21)}\t${operation.padEnd(6)} ${operands}`.trimEnd();

export const segmentDrills = {
  /** The first instruction: from the header through a segment to the file offset. */
  'elf-entry': {
    form: 'the offset, with 0x in hexadecimal or in decimal',
    isDistinct: false,
    normalize: normalizeNumber,
    make: (random) => {
      const segments = segmentsOf(random);
      const [, code, data] = segments;
      const sections = ((data.offset + data.size + 7) & ~7) + 8 * random.int(0x20, 0x7f);
      const entry = code.address + 16 * random.int(0, (code.size >> 4) - 1);
      const header = Buffer.concat([
        ...[Buffer.from('\x7fELF\x02\x01\x01', 'latin1'), Buffer.alloc(9)],
        ...[little(2, 2), little(random.pick([0x3e, 0xb7]), 2), little(1, 4), little(entry, 8), little(64, 8)],
        ...[little(sections, 8), little(0, 4), little(64, 2), little(56, 2)],
        ...[little(random.int(8, 13), 2), little(64, 2), little(random.int(22, 31), 2), little(random.int(18, 21), 2)],
      ]);
      const offset = entry - code.address + code.offset;
      return {
        given: [
          { label: 'xxd -l 64', text: dump(header) },
          { label: 'readelf -lW, its lines with LOAD', text: printed(segments) },
          { label: 'Find', text: 'the file offset of the first instruction that runs' },
        ],
        answer: String(offset),
        solution: [
          `The entry point is at bytes \`0x18\` to \`0x1f\` of the header, low byte first: \`${inHex(entry)}\`.`,
          `It is in the executable segment, \`R E\`, which begins at address \`${inHex(code.address)}\` and offset \`${inHex(code.offset)}\`.`,
          `\`hex(${inHex(entry)} - ${inHex(code.address)} + ${inHex(code.offset)})\` is \`${inHex(offset)}\`.`,
        ],
      };
    },
  },
  /** The one jump that decides, at its offset in the file. */
  'elf-patch-jump': {
    form: 'the offset, a colon, and both bytes of the jump after the change, all in hexadecimal, as in 11d7:eb16',
    isDistinct: false,
    normalize: normalizePatch,
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
            label: 'The code around the decision of a turnstile',
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
          { label: 'Find', text: `a change of this jump, by 74, 75, eb or 90 90, after which ${wish.text}` },
        ],
        answer: `${offset.toString(16)}:${after.toString('hex')}`,
        solution: [
          `\`${isJne ? 'jne' : 'je'}\` at \`${inHex(jump)}\` leads to \`${inHex(jump + 2 + distance)}\`, where ${isJumpGood ? 'the ticket is good' : 'it is refused'}; without the jump ${isJumpGood ? 'it is refused' : 'the ticket is good'}.`,
          {
            eb: 'So it must always jump, which is `eb`, over the same distance.',
            90: 'So it must never jump: two bytes that do nothing, `90 90`.',
            74: 'Inverted, `jne` becomes `je`, which is `74`, over the same distance.',
            75: 'Inverted, `je` becomes `jne`, which is `75`, over the same distance.',
          }[after.toString('hex', 0, 1) as 'eb' | '90' | '74' | '75'],
          `Its offset in the file is \`hex(${inHex(jump)} - ${inHex(code.address)} + ${inHex(code.offset)})\`, which is \`${inHex(offset)}\`.`,
        ],
      };
    },
  },
} as const satisfies Record<string, Drill>;
