import type { Random } from './random.ts';
import { inOrder, readWords } from './read.ts';

/** All of a list, in a random order. */
export const shuffled = <T>(random: Random, list: readonly T[]): T[] => random.some(list, list.length);

const letter = (place: number): string => String.fromCharCode(97 + place);

/** Rows with a letter in front of each, so that an answer can name them. */
export const lettered = (rows: readonly string[]): string =>
  rows.map((row, i) => `${letter(i).toUpperCase()}  ${row}`).join('\n');

/** The letters of those for which something is true, as `readLetters` gives them back. */
export const lettersOf = <T>(rows: readonly T[], isTrue: (row: T) => boolean): string =>
  inOrder(rows.map((row, i) => (isTrue(row) ? letter(i) : '')));

/** Letters of rows: their order, blanks, commas, `and` and capitals do not matter. */
export const readLetters = (text: string): string => {
  const words = readWords(text);
  return /^[a-z]( ?[a-z]){0,25}$/.test(words) ? inOrder([...words.replace(/ /g, '')]) : words;
};

/** Paths, read as words; neither does a slash at the end of a folder matter. */
export const readPaths = (text: string): string => readWords(text.replace(/(?<=[^\s,;])\/+(?=["'`\s,;]|$)/g, ''));

/** Columns of a table, as wide as what is in them. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = rows.reduce<number[]>((all, row) => row.map((cell, i) => Math.max(all[i] ?? 0, cell.length)), []);
  return rows.map((row) =>
    row
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
