import type { Diagnostic } from '@hexpedition/curriculum/diagnostics';

export const kinds = ['continent', 'training', 'chapter', 'subchapter', 'map'] as const;
export type Kind = (typeof kinds)[number];

/** `returned`: the item was removed, and therefore hidden, and is visible again. */
type ChangeType = 'new' | 'changed' | 'gone' | 'returned';

export interface Change {
  kind: Kind;
  change: ChangeType;
  /** The author's id; the slug for continents. */
  id: string;
  name: string;
  /** The changed properties: `slug`, `place`, `content`, … */
  what: string[];
}

export type Counts = Record<Kind, Record<ChangeType | 'unchanged', number>>;

/** The result of an import, or of its dry run. */
export interface ImportReport {
  dry_run: boolean;
  /** False for a dry run and after an error; then nothing was written. */
  applied: boolean;
  counts: Counts;
  changes: Change[];
  /** API paths whose responses change; cached pages that depend on them are dropped on every node. */
  pages: string[];
  diagnostics: Diagnostic[];
}

/** Records the changes of an import. */
export class ChangeLog {
  readonly changes: Change[] = [];
  readonly counts: Counts;

  constructor() {
    const none = () => ({ new: 0, changed: 0, returned: 0, gone: 0, unchanged: 0 });
    this.counts = Object.fromEntries(kinds.map((kind) => [kind, none()])) as Counts;
  }

  add(change: Change): void {
    this.changes.push(change);
    this.counts[change.kind][change.change] += 1;
  }

  addAll({ changes, counts }: ChangeLog): void {
    for (const change of changes) this.add(change);
    for (const kind of kinds) this.counts[kind].unchanged += counts[kind].unchanged;
  }

  unchanged(kind: Kind): void {
    this.counts[kind].unchanged += 1;
  }
}
