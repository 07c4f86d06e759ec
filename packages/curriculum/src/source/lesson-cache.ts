import type { Diagnostic } from '../diagnostics.ts';
import type { Recorder } from './curriculum-registry.ts';
import type { Subchapter } from './curriculum-types.ts';

/** The result of reading one lesson's file, as plain data that can be stored. */
export interface LessonRecord {
  /** Null if its front matter is broken, which a diagnostic reports. Its position depends on the other files. */
  lesson: Subchapter | null;
  /** Paths of the drawings and other files that it uses. */
  files: string[];
  calls: Recorder['calls'];
  diagnostics: Diagnostic[];
}

/** Known readings of lessons, by file. A known lesson is not read again. */
export class LessonCache {
  readonly #known: ReadonlyMap<string, LessonRecord>;
  /** Readings that a run has used, known and new ones. */
  readonly used = new Map<string, LessonRecord>();

  constructor(known: ReadonlyMap<string, LessonRecord> = new Map()) {
    this.#known = known;
  }

  /** Returns the known reading of a file, or reads it. */
  async read(file: string, readNow: () => Promise<LessonRecord>): Promise<LessonRecord> {
    const record = this.#known.get(file) ?? (await readNow());
    this.used.set(file, record);
    return record;
  }
}
