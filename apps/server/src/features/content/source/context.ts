import type { Diagnostics } from '../diagnostics.ts';
import type { Highlight } from '../markdown/highlight.ts';
import type { MediaFile } from './media.ts';
import type { Registry } from './registry.ts';

/** What the readers of folders share. Paths of files are relative to the root, with `/`. */
export interface ReadContext {
  root: string;
  diagnostics: Diagnostics;
  registry: Registry;
  highlight: Highlight;
  labs: ReadonlySet<string> | null;
  /** Files that lessons use, by hash. */
  media: Map<string, MediaFile>;
}
