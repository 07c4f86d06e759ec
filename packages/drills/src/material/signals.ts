import type { Random } from '../random.ts';

/** Whole numbers around 0, those near to it oftener, none further away than `most`. */
export function noise(random: Random, count: number, most: number): number[] {
  const drawn = random.bytes(2 * count);
  return Array.from({ length: count }, (_, i) => {
    const sum = (drawn[2 * i] ?? 0) + (drawn[2 * i + 1] ?? 0);
    return Math.round((sum / 255 - 1) * most) + 0; // no -0
  });
}

/** Values in rows, with blanks between them. */
export function table(values: readonly (number | string)[], perRow: number): string {
  const rows = Math.ceil(values.length / perRow);
  return Array.from({ length: rows }, (_, row) => values.slice(row * perRow, (row + 1) * perRow).join(' ')).join('\n');
}

/** A long word in rows of so many characters. */
export const folded = (text: string, perRow = 64): string =>
  (text.match(new RegExp(`.{1,${perRow}}`, 'g')) ?? []).join('\n');

/** The bits of bytes, in the order in which they are sent. */
export const bitsOf = (bytes: Uint8Array, order: 'highest first' | 'lowest first' = 'highest first'): number[] =>
  [...bytes].flatMap((byte) =>
    Array.from({ length: 8 }, (_, i) => (byte >> (order === 'highest first' ? 7 - i : i)) & 1),
  );
