import type { Tx } from '#platform/db/db';
import type { Diagnostic } from '../diagnostics.ts';
import type { Diff, StoredRow } from './diff.ts';
import type { Change, Kind } from './report.ts';
import { ChangeLog } from './report.ts';

/** What the steps of one import share. */
export class SyncContext {
  readonly tx: Tx;
  readonly log = new ChangeLog();
  readonly tags = new Set<string>();
  /** What only the comparison with the database shows. */
  readonly warnings: Diagnostic[] = [];

  constructor(tx: Tx) {
    this.tx = tx;
  }

  /** Adds the notes of a step that was taken apart from the others. */
  take({ log, tags, warnings }: SyncContext): void {
    this.log.take(log);
    for (const tag of tags) this.tags.add(tag);
    this.warnings.push(...warnings);
  }

  /** Notes what a comparison found. @param labels column → word for people, where the column's name is not one */
  note<Row extends StoredRow & { name: string }, Values extends { uid: string; name: string; hidden: boolean }>(
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
