import { inOrder, normalizeWords } from './normalize-answer.ts';
import type { Random } from './random.ts';

/** Returns the whole list in random order. */
export const shuffled = <T>(random: Random, list: readonly T[]): T[] => random.some(list, list.length);

const letter = (place: number): string => String.fromCharCode(97 + place);

/** Labels rows with letters, so that an answer can name them. */
export const lettered = (rows: readonly string[]): string =>
  rows.map((row, i) => `${letter(i).toUpperCase()}  ${row}`).join('\n');

/** Returns the letters of the rows that match, in the form that `normalizeLetters` returns. */
export const lettersOf = <T>(rows: readonly T[], isTrue: (row: T) => boolean): string =>
  inOrder(rows.map((row, i) => (isTrue(row) ? letter(i) : '')));

/** Normalizes letters of rows: order, spaces, commas, `and` and capitals do not matter. */
export const normalizeLetters = (text: string): string => {
  const words = normalizeWords(text);
  return /^[a-z]( ?[a-z]){0,25}$/.test(words) ? inOrder([...words.replace(/ /g, '')]) : words;
};

/** Normalizes paths as words. A slash at the end of a folder does not matter either. */
export const normalizePaths = (text: string): string =>
  normalizeWords(text.replace(/(?<=[^\s,;])\/+(?=["'`\s,;]|$)/g, ''));

/** Formats rows as a table with aligned columns. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = rows.reduce<number[]>((all, row) => row.map((cell, i) => Math.max(all[i] ?? 0, cell.length)), []);
  return rows.map((row) =>
    row
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
