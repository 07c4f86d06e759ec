import type { Diagnostic } from '../diagnostics.ts';

export const kinds = ['continent', 'training', 'chapter', 'subchapter', 'map'] as const;
export type Kind = (typeof kinds)[number];

/** `returned` means that it was gone, and therefore hidden, and is back. */
type ChangeType = 'new' | 'changed' | 'gone' | 'returned';

export interface Change {
  kind: Kind;
  change: ChangeType;
  /** The author's id; the slug for continents. */
  id: string;
  name: string;
  /** Which of its properties are different: `slug`, `place`, `content`, … */
  what: string[];
}

export type Counts = Record<Kind, Record<ChangeType | 'unchanged', number>>;

/** What an import did, or, as a dry run, would do. */
export interface ImportReport {
  dry_run: boolean;
  /** False for a dry run and when an error stopped it: then nothing was written. */
  applied: boolean;
  counts: Counts;
  changes: Change[];
  /** Paths of the API that answer differently now; the pages that read them are dropped from every node's cache. */
  pages: string[];
  diagnostics: Diagnostic[];
}

/** Takes notes while an import goes on. */
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

  take({ changes, counts }: ChangeLog): void {
    for (const change of changes) this.add(change);
    for (const kind of kinds) this.counts[kind].unchanged += counts[kind].unchanged;
  }

  unchanged(kind: Kind): void {
    this.counts[kind].unchanged += 1;
  }
}
