import type { ModuleKind } from '@hexpedition/contract';
import type { SyncContext } from '../import/sync-context.ts';

/** A stored module with what may belong to it in other tables. */
export interface ModuleRow {
  kind: ModuleKind;
  id: string;
  /** Written by the import, in the shape that the reader of its kind returns. */
  data: object;
  lab_name: string | null;
  /** Set for a poll. */
  question_pk: number | null;
}

/** Work of the server for one kind of module, besides storing and presenting what the reader returns. */
export interface ServerModule {
  /**
   * Updates tables of its own, after the modules of lessons are written.
   * @param lessons the lessons that were written; all if omitted
   */
  sync?(context: SyncContext, lessons?: readonly number[]): Promise<void>;
  /** Returns the cache tags of other pages that show the module. */
  pages?(data: object): string[];
  /** Returns the fields that come from other tables. */
  present?(row: ModuleRow): object;
}
