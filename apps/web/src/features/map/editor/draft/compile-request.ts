import type { MapDocument } from '@hexpedition/contract';
import type { KnownSlugs } from '@hexpedition/hexkit/validate';

/** Message to the worker that compiles a map. */
export interface CompileRequest {
  document: MapDocument;
  known: KnownSlugs;
}
