import { isDeepStrictEqual } from 'node:util';

/** A stored row that authors identify by `uid`. */
export interface StoredRow {
  pk: number;
  uid: string;
  hidden: boolean;
}

interface Update<Row, Values> {
  row: Row;
  values: Values;
  /** Names of the columns that differ. */
  differing: string[];
}

export interface Diff<Row, Values> {
  inserts: Values[];
  updates: Update<Row, Values>[];
  unchanged: Row[];
  /** Visible rows that the source no longer has. */
  gone: Row[];
}

/** Compares stored rows with the rows of the source, by uid. */
export function diffRows<Row extends StoredRow, Values extends { uid: string; hidden: boolean }>(
  rows: Row[],
  wanted: Values[],
): Diff<Row, Values> {
  const byUid = new Map(rows.map((row) => [row.uid, row]));
  const diff: Diff<Row, Values> = { inserts: [], updates: [], unchanged: [], gone: [] };
  for (const values of wanted) {
    const row = byUid.get(values.uid);
    byUid.delete(values.uid);
    if (!row) {
      diff.inserts.push(values);
      continue;
    }
    const differing = differences(row, values);
    if (differing.length > 0) diff.updates.push({ row, values, differing });
    else diff.unchanged.push(row);
  }
  diff.gone = [...byUid.values()].filter((row) => !row.hidden);
  return diff;
}

/** Returns the names of the values that differ from the row. */
export function differences(row: object, values: object): string[] {
  const stored = row as Record<string, unknown>;
  return Object.entries(values).flatMap(([key, value]) => (isDeepStrictEqual(stored[key], value) ? [] : [key]));
}

/**
 * Returns the rows that must be hidden before the others are written: rows whose slug or position changes, and removed
 * rows. So two lessons can swap their slugs without violating the unique index, which covers only visible rows.
 */
export function rowsToPark<Row extends StoredRow, Values>(diff: Diff<Row, Values>, keys: string[]): number[] {
  const moving = diff.updates.filter(
    ({ row, differing }) => !row.hidden && differing.some((name) => keys.includes(name)),
  );
  return [...moving.map(({ row }) => row.pk), ...diff.gone.map((row) => row.pk)];
}

/** An item that existed before and after a change, with its positions among its siblings. */
interface PositionedItem {
  before: number;
  after: number;
}

/**
 * Returns the items that moved: the fewest whose move explains the new order. An item whose number changed because
 * another was inserted or removed did not move.
 */
export function findMoved<Item extends PositionedItem>(items: readonly Item[]): Set<Item> {
  const ordered = [...items].sort((a, b) => a.after - b.after);
  // The longest ascending subsequence of the old positions stays; `tails` has the last item of each length.
  const tails: Item[] = [];
  const previous = new Map<Item, Item | undefined>();
  for (const item of ordered) {
    const found = tails.findIndex(({ before }) => before > item.before);
    const length = found < 0 ? tails.length : found;
    previous.set(item, tails[length - 1]);
    tails[length] = item;
  }
  const moved = new Set(items);
  for (let item = tails.at(-1); item; item = previous.get(item)) moved.delete(item);
  return moved;
}
