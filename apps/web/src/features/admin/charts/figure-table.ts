export type Cell = string | number | null;

/** What a panel shows as a table and saves as CSV. */
export interface FigureTable {
  columns: readonly string[];
  rows: readonly (readonly Cell[])[];
}
