import type { Random } from '../random.ts';

/** Returns random integers around 0 with a maximum distance of `most`. Small values are more frequent. */
export function noise(random: Random, count: number, most: number): number[] {
  const drawn = random.bytes(2 * count);
  return Array.from({ length: count }, (_, i) => {
    const sum = (drawn[2 * i] ?? 0) + (drawn[2 * i + 1] ?? 0);
    return Math.round((sum / 255 - 1) * most) + 0; // no -0
  });
}

/** Formats values in rows, with spaces between them. */
export function table(values: readonly (number | string)[], perRow: number): string {
  const rows = Math.ceil(values.length / perRow);
  return Array.from({ length: rows }, (_, row) => values.slice(row * perRow, (row + 1) * perRow).join(' ')).join('\n');
}

/** Splits a long word into rows of `perRow` characters. */
export const folded = (text: string, perRow = 64): string =>
  (text.match(new RegExp(`.{1,${perRow}}`, 'g')) ?? []).join('\n');

/** Returns the bits of bytes in the order of transmission. */
export const bitsOf = (bytes: Uint8Array, order: 'highest first' | 'lowest first' = 'highest first'): number[] =>
  [...bytes].flatMap((byte) =>
    Array.from({ length: 8 }, (_, i) => (byte >> (order === 'highest first' ? 7 - i : i)) & 1),
  );
