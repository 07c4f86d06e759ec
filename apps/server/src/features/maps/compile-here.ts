import type { MapDocument } from '@hexpedition/contract';
import { compileToPublish } from '@hexpedition/hexkit/compile';
import type { Issue } from '@hexpedition/hexkit/issues';
import type { KnownSlugs } from '@hexpedition/hexkit/validate';

export interface CompileTask {
  document: MapDocument;
  known: KnownSlugs;
}

export interface CompiledMap {
  /** The compiled map as JSON, as the database takes it in; null where an issue is an error. */
  compiled: string | null;
  issues: Issue[];
}

/** Makes of a document what is published, in this thread: for a large map, nobody is answered meanwhile. */
export function compileHere({ document, known }: CompileTask): CompiledMap {
  const { map, issues } = compileToPublish(document, known);
  return { compiled: map && JSON.stringify(map), issues };
}
