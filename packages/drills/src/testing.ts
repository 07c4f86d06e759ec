import { it } from 'vitest';
import { drills, roundOf } from './index.ts';
import type { Instruction } from './material/x86-machine.ts';

/** Returns a round for a test, and a function that finds a given text by the beginning of its label. */
export function roundFor(name: string, seed: string) {
  const drill = drills.get(name);
  if (!drill) throw new Error(`There is no drill ${name}.`);
  const { given, answer, solution } = roundOf(drill, Buffer.from(seed));
  const of = (start: string): string => {
    const found = given.find(({ label }) => label.startsWith(start));
    if (!found) throw new Error(`${name} gives nothing that begins with ${start}.`);
    return found.text;
  };
  return { given, answer, solution, of, normalize: drill.normalize };
}

/** Returns the bytes of a hex dump, and its first offset. */
export function undump(text: string): { start: number; bytes: Buffer } {
  const rows = text.split('\n').map((row) => /^(\w+): ((?:\w\w ?)+)/.exec(row));
  const hex = rows.map((row) => (row?.[2] ?? '').replaceAll(' ', '')).join('');
  return { start: Number.parseInt(rows[0]?.[1] ?? '', 16), bytes: Buffer.from(hex, 'hex') };
}

/** Parses a listing that `print` has formatted. */
export const unprint = (text: string): Instruction[] =>
  text.split('\n').map((line): Instruction => {
    const [, operation = '', operands = ''] = /^\s*(\S+)\s*(.*)$/.exec(line) ?? [];
    const read = (operand: string) => (/^\d/.test(operand) ? Number(operand) : operand);
    return [operation, ...operands.split(', ').filter(Boolean).map(read)];
  });

export const seeds = Array.from({ length: 25 }, (_, i) => `clerk ${i}`);

/** Declares one test that runs a check for each seed. The message of a failure names the seed. */
export const itForEachSeed = (seeds: string[]) => (title: string, check: (seed: string) => void) =>
  it(title, () => {
    for (const seed of seeds) {
      try {
        check(seed);
      } catch (error) {
        if (error instanceof Error) error.message = `Seed "${seed}": ${error.message}`;
        throw error;
      }
    }
  });
