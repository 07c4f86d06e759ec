import type { MapDocument } from '@hexpedition/contract';
import { compileToPublish } from '@hexpedition/hexkit/compile';
import type { Issue } from '@hexpedition/hexkit/issues';
import type { KnownSlugs } from '@hexpedition/hexkit/validate';

export interface CompileTask {
  document: MapDocument;
  known: KnownSlugs;
}

export interface CompiledMap {
  /** The compiled map as JSON text for the database; null if an issue is an error. */
  compiled: string | null;
  issues: Issue[];
}

/** Compiles a document for publication in the current thread: a large map blocks the server meanwhile. */
export function compileInProcess({ document, known }: CompileTask): CompiledMap {
  const { map, issues } = compileToPublish(document, known);
  return { compiled: map && JSON.stringify(map), issues };
}
