import { expect, it } from 'vitest';
import { itForEachSeed, roundFor, seeds } from '../testing.ts';

/** Returns a round with all given texts joined. */
function make(name: string, seed: string) {
  const { given, answer } = roundFor(name, seed);
  const text = given.map((one) => one.text).join('\n');
  return { answer, text, number: (pattern: RegExp) => Number(pattern.exec(text)?.[1]) };
}

/** Returns a frame from the buffer's first byte to the return address, overwritten with the answer. */
function overflown(answer: string, buffer: number): Buffer {
  const frame = Buffer.alloc(buffer + 16, 0xee);
  const [count = '', bytes = ''] = answer.split(':');
  Buffer.concat([Buffer.alloc(Number(count), 0x41), Buffer.from(bytes, 'hex')]).copy(frame);
  return frame;
}

const buffer = /lea +rax,\[rbp-(\w+)\]/;
const hexOf = (text: string, pattern: RegExp): number => Number.parseInt(pattern.exec(text)?.[1] ?? '', 16);

itForEachSeed(seeds)('sets the compared variable to the expected value and changes nothing after it', (seed) => {
  const { answer, text, number } = make('mem-neighbour', seed);
  const [, place = '', wanted = ''] = /cmp +DWORD PTR \[rbp-(\w+)\],(\w+)/.exec(text) ?? [];
  const frame = overflown(answer, number(buffer));
  const gate = number(buffer) - Number(place);
  expect(frame.readUInt32LE(gate)).toBe(Number(wanted));
  expect([...frame.subarray(0, gate)].every((byte) => byte === 0x41)).toBe(true);
  expect([...frame.subarray(gate + 4)].every((byte) => byte === 0xee)).toBe(true);
  expect(number(/mov +edx,(\w+)/)).toBeGreaterThanOrEqual(gate + 4);
});

it('gives the return address of lantern, from the listing and from the crash', () => {
  let crashes = 0;
  for (const seed of seeds) {
    const { answer, text, number } = make('mem-return', seed);
    const lantern = hexOf(text, /^(\w{16}) T lantern$/m);
    const [count = '', bytes = ''] = answer.split(':');
    expect(Buffer.from(bytes, 'hex').readBigUInt64LE()).toBe(BigInt(lantern));
    if (text.includes('gdb')) {
      crashes++;
      // The bytes sent before the return address and the return address itself are one sequence of letters, each
      // repeated eight times.
      const slip = Buffer.from(/\t0x(\w+)$/m.exec(text)?.[1] ?? '', 'hex').reverse();
      const sent = Array.from({ length: Number(count) + 8 }, (_, i) => 65 + Math.floor(i / 8));
      expect([...slip]).toEqual(sent.slice(-8));
    } else expect(overflown(answer, number(buffer)).readBigUInt64LE(number(buffer) + 8)).toBe(BigInt(lantern));
  }
  expect(crashes).toBeGreaterThan(3);
  expect(crashes).toBeLessThan(22);
});

itForEachSeed(seeds)('finds the one library that begins at a page boundary, and system in it', (seed) => {
  const { answer, text } = make('mem-library', seed);
  const [, name = '', leak = ''] = /^(\w+) is at (\w+)$/m.exec(text) ?? [];
  const offsets = (wanted: string) =>
    [...text.matchAll(new RegExp(`^(\\w{16}) T ${wanted}$`, 'gm'))].map(([, offset = '']) => BigInt(`0x${offset}`));
  const bases = offsets(name).map((offset) => BigInt(leak) - offset);
  expect(bases).toHaveLength(2);
  const fit = bases.flatMap((base, i) => (base % 4096n === 0n ? [base + (offsets('system')[i] ?? 0n)] : []));
  expect(fit.map((address) => address.toString(16))).toEqual([answer]);
});

itForEachSeed(seeds)('preserves the canary and rbp, and uses the distances of the program', (seed) => {
  const { answer, text, number } = make('mem-canary', seed);
  const size = number(buffer);
  const frame = overflown(answer, size);
  const [canary, saved, back] = text
    .split('\n')
    .filter((line) => /^0x\w+$/.test(line))
    .map(BigInt) as [bigint, bigint, bigint];
  expect(canary % 256n).toBe(0n);
  expect(frame.readBigUInt64LE(size - 8)).toBe(canary);
  expect(frame.readBigUInt64LE(size)).toBe(saved);
  const behindCall = hexOf(text, /call +\w+ <answer>\n +(\w+):/);
  const lantern = hexOf(text, /^(\w{16}) T lantern$/m);
  expect(frame.readBigUInt64LE(size + 8) - back).toBe(BigInt(lantern - behindCall));
  expect(frame.subarray(0, size - 8).every((byte) => byte === 0x41)).toBe(true);
});
