import type { Diagnostics } from '../diagnostics.ts';
import type { Highlight } from '../markdown/highlight.ts';
import type { Registrar } from './curriculum-registry.ts';
import type { Figure } from './figures.ts';
import type { LessonCache } from './lesson-cache.ts';
import type { SourceTree } from './source-tree.ts';

/** State that the readers of folders share. */
export interface ReadContext {
  tree: SourceTree;
  diagnostics: Diagnostics;
  registry: Registrar;
  lessons: LessonCache;
  highlight: Highlight;
  /** Pictures that the lessons of every training can use. */
  sharedFigures: ReadonlyMap<string, Figure>;
}
