import type { Cell, FigureTable } from './figure-table.ts';

/** A spreadsheet takes a text that begins like this for a formula, and runs it. */
const formula = /^[=+\-@\t\r]/;

function written(cell: Cell): string {
  if (typeof cell === 'number') return String(cell);
  const text = cell === null ? '' : formula.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** After RFC 4180. */
export const toCsv = ({ columns, rows }: FigureTable): string =>
  [columns, ...rows].map((row) => `${row.map(written).join(',')}\r\n`).join('');

/** Several tables one below the other, each under its name. */
export const toCsvOfAll = (tables: readonly (readonly [name: string, table: FigureTable])[]): string =>
  tables.map(([name, table]) => `${written(name)}\r\n${toCsv(table)}`).join('\r\n');
