export type Cell = string | number | null;

/** Data of a chart as a table, for display and for CSV. */
export interface TableData {
  columns: readonly string[];
  rows: readonly (readonly Cell[])[];
}
