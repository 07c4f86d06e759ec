import type { Diagnostic } from '@hexpedition/curriculum/diagnostics';
import type { Tx } from '#platform/db/db';
import { type Diff, findMoved, type StoredRow } from './diff-rows.ts';
import type { Change, Kind } from './import-report.ts';
import { ChangeLog } from './import-report.ts';

/** State that the steps of one import share. */
export class SyncContext {
  readonly tx: Tx;
  readonly log = new ChangeLog();
  readonly tags = new Set<string>();
  /** Keys of the lessons that the import changes in any way. */
  readonly lessons = new Set<number>();
  /** Warnings that need a comparison with the database. */
  readonly warnings: Diagnostic[] = [];

  constructor(tx: Tx) {
    this.tx = tx;
  }

  /** Adds the changes of a separately recorded step. */
  addAll({ log, tags, warnings }: SyncContext): void {
    this.log.addAll(log);
    for (const tag of tags) this.tags.add(tag);
    this.warnings.push(...warnings);
  }

  /**
   * Records the result of a comparison.
   * @param labels column → label for people, if it differs from the column's name
   * @param parentOf the parent among whose children a position counts
   */
  recordDiff<Row extends StoredRow & Placed, Values extends Placed & { uid: string; hidden: boolean }>(
    kind: Kind,
    diff: Diff<Row, Values>,
    labels: Record<string, string>,
    parentOf: (values: Row | Values) => unknown,
  ): void {
    const add = (change: Change['change'], { uid, name }: { uid: string; name: string }, what: string[] = []): void =>
      this.log.add({ kind, change, id: uid, name, what });
    for (const values of diff.inserts) add('new', values);
    const moved = movedRows(diff, parentOf);
    for (const { row, values, differing } of diff.updates) {
      const columns = differing.filter((column) => column !== 'position' || moved.has(row));
      const what = [...new Set(columns.map((column) => labels[column] ?? column))];
      if (what.length > 0) add(row.hidden && !values.hidden ? 'returned' : 'changed', values, what);
      else this.log.unchanged(kind);
    }
    for (const row of diff.gone) add('gone', row);
    for (const _ of diff.unchanged) this.log.unchanged(kind);
  }
}

interface Placed {
  name: string;
  position: number;
}

/** Returns the rows whose order among the children of one parent changed. */
function movedRows<Row extends StoredRow & Placed, Values extends Placed>(
  { updates, unchanged }: Diff<Row, Values>,
  parentOf: (values: Row | Values) => unknown,
): ReadonlySet<Row> {
  const siblings = new Map<unknown, { row: Row; before: number; after: number }[]>();
  const add = (row: Row, values: Row | Values): void => {
    const parent = parentOf(values);
    if (row.hidden || parentOf(row) !== parent) return;
    const item = { row, before: row.position, after: values.position };
    siblings.set(parent, [...(siblings.get(parent) ?? []), item]);
  };
  for (const row of unchanged) add(row, row);
  for (const { row, values } of updates) add(row, values);
  return new Set([...siblings.values()].flatMap((items) => [...findMoved(items)].map(({ row }) => row)));
}
