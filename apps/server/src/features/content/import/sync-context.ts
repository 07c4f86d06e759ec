import type { Diagnostic } from '@hexpedition/curriculum/diagnostics';
import type { Tx } from '#platform/db/db';
import type { Diff, StoredRow } from './diff-rows.ts';
import type { Change, Kind } from './import-report.ts';
import { ChangeLog } from './import-report.ts';

/** State that the steps of one import share. */
export class SyncContext {
  readonly tx: Tx;
  readonly log = new ChangeLog();
  readonly tags = new Set<string>();
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
   * Records the result of a comparison. @param labels column → label for people, if it differs from the column's name
   */
  recordDiff<Row extends StoredRow & { name: string }, Values extends { uid: string; name: string; hidden: boolean }>(
    kind: Kind,
    diff: Diff<Row, Values>,
    labels: Record<string, string>,
  ): void {
    const add = (change: Change['change'], { uid, name }: { uid: string; name: string }, what: string[] = []): void =>
      this.log.add({ kind, change, id: uid, name, what });
    for (const values of diff.inserts) add('new', values);
    for (const { row, values, differing } of diff.updates) {
      const what = [...new Set(differing.map((column) => labels[column] ?? column))];
      add(row.hidden && !values.hidden ? 'returned' : 'changed', values, what);
    }
    for (const row of diff.gone) add('gone', row);
    for (const _ of diff.unchanged) this.log.unchanged(kind);
  }
}
