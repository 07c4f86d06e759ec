import type { Hexmap, MapDocument } from '@hexpedition/contract';
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
  return { compiled: map && JSON.stringify(withOldFields(map)), issues };
}

/**
 * Adds the fields that release 0.2.0 requires and no release draws: during a rolling update its nodes read the maps that a
 * newer node stores. The API leaves them out.
 */
const withOldFields = (map: Hexmap) => ({
  ...map,
  continents: map.continents.map((continent) => ({ ...continent, land: '' })),
});
