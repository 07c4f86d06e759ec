import { expect, it } from 'vitest';
import { itForEachSeed, roundFor, seeds, undump } from '../testing.ts';

itForEachSeed(seeds)('writes the answer into the weight', (seed) => {
  const { answer, of } = roundFor('mem-off-by-one', seed);
  const source = of('A crate');
  const [, size = '', weight = ''] = /label\[(\d+)\][\s\S]*"", (\d+)/.exec(source) ?? [];
  const [crate, text] = [Buffer.alloc(Number(size) + 4), of('text')];
  crate.writeUInt32LE(Number(weight), Number(size));
  let i = 0;
  for (; (source.includes('<=') ? i <= Number(size) : i < Number(size)) && i < text.length; i++)
    crate[i] = text.charCodeAt(i);
  if (source.includes('[i] = 0')) crate[i] = 0;
  expect(answer).toBe(String(crate.readUInt32LE(Number(size))));
  expect(answer).not.toBe(weight);
});

itForEachSeed(seeds)('gives the smallest count that wraps', (seed) => {
  const { answer, of } = roundFor('mem-wrapped-size', seed);
  const [, size = '', head = ''] = /\* (\d+) \+ (\d+)/.exec(of('A loader')) ?? [];
  const bytes = (count: bigint) => BigInt.asUintN(32, count * BigInt(size) + BigInt(head));
  expect(bytes(BigInt(answer))).toBeLessThan(512n);
  // The product only grows up to here.
  expect(bytes(BigInt(answer) - 1n)).toBe((BigInt(answer) - 1n) * BigInt(size) + BigInt(head));
  expect(bytes(1001n)).toBeGreaterThan(512n);
});

it('reuses the block that was freed last among those of the same size', () => {
  const seen = new Set<string>();
  for (const seed of seeds) {
    const { answer, of } = roundFor('mem-heap-reuse', seed);
    // All blocks, with the last freed one first. Block sizes follow request2size in malloc.c.
    let free: { size: number; name: string }[] = [];
    const taken = new Map<string, { size: number; name: string }>();
    const answers: string[] = [];
    for (const line of of('The first').split('\n')) {
      const [, name = '', asked] = /(?:char \*|free\()(\w)(?: = malloc\((\d+))?/.exec(line) ?? [];
      const block = taken.get(name);
      if (asked === undefined) {
        if (block) free = [block, ...free];
        continue;
      }
      const size = Math.max(32, Math.floor((Number(asked) + 8 + 15) / 16) * 16);
      const found = free.find((one) => one.size === size);
      free = free.filter((one) => one !== found);
      taken.set(name, found ?? { size, name });
      if (name >= 'p') answers.push(found?.name ?? 'new');
    }
    expect(answer).toBe(answers.join(' '));
    for (const one of answers) seen.add(one);
  }
  expect([...seen].sort()).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'new']);
});

itForEachSeed(seeds)('places text and input where the frame says', (seed) => {
  const { answer, of } = roundFor('mem-format-read', seed);
  const printed = of('The radio').split(/\s+/);
  expect(printed).toHaveLength(26);
  const stack = Buffer.concat(
    printed
      .slice(5)
      .map((word) => Buffer.from(word.replace('(nil)', '0x0').slice(2).padStart(16, '0'), 'hex').reverse()),
  );
  const [, rsp = '', line = ''] = /rsp is rbp - (\w+)\nline begins at rbp - (\w+)/.exec(of('The frame')) ?? [];
  const at = Number(rsp) - Number(/rbp - (\w+)/.exec(of('Find'))?.[1]);
  expect(stack.subarray(at, stack.indexOf(0, at)).toString()).toBe(answer);
  const start = Number(rsp) - Number(line);
  expect(stack.subarray(start, stack.indexOf(0, start)).toString()).toBe(`${'%p '.repeat(25)}%p\n`);
});

itForEachSeed(seeds)('writes both halves when printf counts', (seed) => {
  const { answer, of } = roundFor('mem-format-write', seed);
  const [a = 0, b = 0] = answer.split(' ').map(Number);
  const format = of('Your input').replace('A', String(a)).replace('B', String(b));
  const low = Number(/argument (\d+) +the address/.exec(of('On the'))?.[1]);
  const tide = Buffer.alloc(4);
  let count = 0;
  for (const [, width, argument] of format.matchAll(/%(?:(\d+)c|(\d+)\$hn)/g)) {
    if (width) count += Math.max(1, Number(width));
    else tide.writeUInt16LE(count % 65536, Number(argument) === low ? 0 : 2);
  }
  expect(tide.readUInt32LE()).toBe(Number(/tide is (\w+)/.exec(of('Find'))?.[1]));
  expect(Math.max(a, b)).toBeLessThan(65_536);
  expect(Math.min(a, b)).toBeGreaterThan(0);
});

itForEachSeed(seeds)('gives the first record that makes parse.c write out of bounds', (seed) => {
  const { answer, of } = roundFor('mem-parser', seed);
  const room = Number(/\[(\d+)\]/.exec(of('A line'))?.[1]);
  const p = undump(of('An input')).bytes;
  // The C code, line by line, with a bounds-checked array.
  const name: number[] = [0];
  let stopped = -1;
  const store = (index: number, byte: number, record: number) => {
    if (index >= room && stopped < 0) stopped = record;
    name[index] = byte;
  };
  let at = 0;
  while (at + 2 <= p.length && stopped < 0) {
    const [record, kind, len] = [at, String.fromCharCode(p[at] ?? 0), p[at + 1] ?? 0];
    at += 2;
    expect(len).toBeLessThanOrEqual(p.length - at);
    if (kind === 'N') expect(len).toBeLessThan(room);
    const old = kind === 'N' ? 0 : name.indexOf(0);
    for (let i = 0; i < len; i++) store(old + i, p[at + i] ?? 0, record);
    store(old + len, 0, record);
    at += len;
  }
  expect(answer).toBe(String(stopped));
});
