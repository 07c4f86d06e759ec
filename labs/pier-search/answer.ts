export type Cell = string | number | null;
export type Answer = { rows: Cell[][] } | { error: string };
