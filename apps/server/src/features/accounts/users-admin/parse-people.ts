import { maxAddedUsers } from '@hexpedition/contract';
import { z } from 'zod';
import { invalid } from '#platform/errors';

/** A person to add: one line of the text. */
export interface PersonLine {
  /** Number of the line, from 1. */
  line: number;
  text: string;
  /** Username, or the name to make one from. */
  name: string | null;
  email: string | null;
}

const separators = [',', ';', '\t'] as const;
const emailColumns = ['email', 'e-mail', 'mail', 'email address'];
const nameColumns = ['username', 'name', 'first name', 'last name'];

const Email = z.email().max(254);

/** Returns whether a text is an email address that an account may have. */
export const isEmail = (text: string): boolean => Email.safeParse(text).success;

/**
 * Parses names and email addresses, one person per line. A line may have several cells, as in a CSV file: the cell with
 * an @ is the address, the others are the name. A first line with the names of the columns selects the cells to use.
 * @throws AppError invalid_request for too many lines
 */
export function parsePeople(text: string): PersonLine[] {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .map((line, index) => ({ line: index + 1, text: line.trim() }))
    .filter((line) => line.text !== '');
  const separator = separators.find((candidate) => lines[0]?.text.includes(candidate)) ?? ',';
  const header = readHeader(splitCells(lines[0]?.text ?? '', separator));
  const people = header ? lines.slice(1) : lines;
  if (people.length > maxAddedUsers) {
    throw invalid({ text: `These are ${people.length} people. Add at most ${maxAddedUsers} at a time.` });
  }
  return people.map((line) => ({ ...line, ...readPerson(splitCells(line.text, separator), header) }));
}

/** Meaning of each column; undefined if the cells are not a header. */
type Header = ('name' | 'email' | 'other')[] | undefined;

function readHeader(cells: readonly string[]): Header {
  const names = cells.map((cell) => cell.toLowerCase());
  const header = names.map((name) =>
    emailColumns.includes(name) ? 'email' : nameColumns.includes(name) ? 'name' : 'other',
  );
  return header.every((column) => column === 'other') ? undefined : header;
}

function readPerson(cells: readonly string[], header: Header): Pick<PersonLine, 'name' | 'email'> {
  const kindOf = (cell: string, index: number) => (header ? header[index] : cell.includes('@') ? 'email' : 'name');
  const textOf = (kind: 'name' | 'email') =>
    cells
      .filter((cell, index) => cell !== '' && kindOf(cell, index) === kind)
      .join(' ')
      .trim() || null;
  return { name: textOf('name'), email: textOf('email') };
}

/** Splits a line into cells, which may be quoted as in RFC 4180. */
function splitCells(line: string, separator: string): string[] {
  const cells = [''];
  let isQuoted = false;
  for (let index = 0; index < line.length; index += 1) {
    const character = line[index] as string;
    const last = cells.length - 1;
    if (character === '"' && isQuoted && line[index + 1] === '"') {
      cells[last] += '"';
      index += 1;
    } else if (character === '"' && (isQuoted || cells[last]?.trim() === '')) isQuoted = !isQuoted;
    else if (character === separator && !isQuoted) cells.push('');
    else cells[last] += character;
  }
  return cells.map((cell) => cell.trim());
}
