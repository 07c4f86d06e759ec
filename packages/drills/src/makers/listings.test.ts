import { expect, it } from 'vitest';
import { type Instruction, type Memory, run } from '../material/x86-machine.ts';
import { itForEachSeed, roundFor, seeds, undump, unprint } from '../testing.ts';

it('reads and writes memory in the given width', () => {
  const memory: Memory = { start: 0x100, bytes: Buffer.from('ff80000001020304', 'hex') };
  const load = (operand: string, operation = 'mov') =>
    run([[operation, 'eax', operand], ['ret']], { esi: 0x100, ecx: 2 }, memory).eax;
  expect(load('DWORD PTR [rsi]')).toBe(0x80ff);
  expect(load('WORD PTR [rsi+rcx*2]', 'movzx')).toBe(0x0201);
  expect(load('BYTE PTR [rsi+rcx+0x5]', 'movzx')).toBe(4);
  expect(() => load('DWORD PTR [rsi+0x6]')).toThrow();
  const store: Instruction[] = [
    ['mov', 'eax', 0x1234],
    ['mov', 'BYTE PTR [rsi+0x1]', 'al'],
    ['mov', 'WORD PTR [rsi+rcx*2]', 'eax'],
    ['ret'],
  ];
  run(store, { esi: 0x100, ecx: 2 }, memory);
  expect(memory.bytes.toString('hex')).toBe('ff34000034120304');
  // A load does not set the flags of a comparison.
  const afterwards: Instruction[] = [
    ['cmp', 'ecx', 2],
    ['mov', 'eax', 1],
    ['je', 'end'],
    ['inc', 'eax'],
    ['end:'],
    ['ret'],
  ];
  expect(run(afterwards, { ecx: 2 }).eax).toBe(1);
});

itForEachSeed(seeds)('gives the sum of the matching numbers of a table', (seed) => {
  const { answer, of } = roundFor('asm-array', seed);
  const text = of('Runs');
  const [, start = '', limit = '', count = ''] =
    /edi, 0x(\w+)[\s\S]*cmp +edx, (\w+)[\s\S]*cmp +ecx, (\w+)/.exec(text) ?? [];
  const bytes = undump(of('Memory')).bytes.subarray(Number.parseInt(start, 16) - 0x404000);
  const isWide = text.includes('DWORD');
  let sum = 0;
  for (let i = 0; i < Number(count); i++) {
    const number = isWide ? bytes.readInt32LE(4 * i) : bytes.readUInt16LE(2 * i);
    if (number > Number(limit)) sum += number;
  }
  expect(answer).toBe(String(sum));
});

itForEachSeed(seeds)('writes the word with the loop', (seed) => {
  const { answer, of } = roundFor('asm-letters', seed);
  const bytes = Buffer.concat([undump(of('Memory')).bytes, Buffer.alloc(0x60)]);
  run(unprint(of('Code')), {}, { start: 0x404000, bytes });
  expect(bytes.subarray(0x60, 0x6a).toString()).toBe(answer);
});

itForEachSeed(seeds)('finds a variable in its frame by its distance from rbp', (seed) => {
  const { answer, of } = roundFor('gdb-local', seed);
  const text = of('Stopped');
  const frame = Buffer.from((text.match(/\t0x\w\w\b/g) ?? []).join('').replace(/\t0x/g, ''), 'hex');
  expect(frame).toHaveLength(32);
  const [, operation, name, away = ''] = /(mov\w*) +eax,(\w+) PTR \[rbp-(\w+)\]/.exec(text) ?? [];
  const at = 32 - Number(away);
  const readers: Record<string, () => number> = {
    'mov DWORD': () => frame.readInt32LE(at),
    'movsx WORD': () => frame.readInt16LE(at),
    'movzx WORD': () => frame.readUInt16LE(at),
    'movsx BYTE': () => frame.readInt8(at),
  };
  expect(answer).toBe(String(readers[`${operation} ${name}`]?.()));
  const [, rbp = '', start = ''] = /\(void \*\) (\w+)\n.*x\/32xb (\w+)/.exec(text) ?? [];
  expect(Number(rbp) - Number(start)).toBe(32);
});

itForEachSeed(seeds)('ends the word after the data pointer at a zero', (seed) => {
  const { answer, of } = roundFor('gdb-doorway', seed);
  const text = of('At the');
  const rows = [...text.matchAll(/^(0x40\w+):((?:\t0x\w{8})+)$/gm)];
  const bytes = Buffer.concat(
    rows.flatMap(([, , words = '']) =>
      words
        .trim()
        .split('\t')
        .map((word) => Buffer.from(word.slice(2), 'hex').reverse()),
    ),
  );
  const pointer = [...text.matchAll(/^r[sd]i +(\w+)/gm)].map(([, one]) => Number(one)).find((one) => one < 0x500000);
  const at = (pointer ?? 0) - Number(rows[0]?.[1]);
  expect(bytes.subarray(at, bytes.indexOf(0, at)).toString()).toBe(answer);
});
