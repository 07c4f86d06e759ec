/** A spreadsheet runs text that starts like this as a formula. */
const formula = /^[=+\-@\t\r]/;

function formatCell(cell: Cell): string {
  if (typeof cell === 'number') return String(cell);
  const text = cell === null ? '' : formula.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Returns rows as CSV (RFC 4180). */
export const csvRows = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => `${row.map(formatCell).join(',')}\r\n`).join('');

/** Returns a table as CSV. */
export const toCsv = ({ columns, rows }: TableData): string => csvRows([columns, ...rows]);

/** Returns several tables as one CSV text, each below its name. */
export const tablesToCsv = (tables: readonly (readonly [name: string, table: TableData])[]): string =>
  tables.map(([name, table]) => `${formatCell(name)}\r\n${toCsv(table)}`).join('\r\n');

export type Cell = string | number | null;

/** A table, for display and for CSV. */
export interface TableData {
  columns: readonly string[];
  rows: readonly (readonly Cell[])[];
}
