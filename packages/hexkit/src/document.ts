import type { ContinentDocument, MapDocument, NodeRef } from '@hexpedition/contract/map-document';
import type { Hex } from './hex.ts';

export const refOf = (kind: 'training' | 'lab', slug: string): NodeRef => `${kind}:${slug}`;

/** A node of the map, with its continent. */
export interface Node extends Hex {
  ref: NodeRef;
  kind: 'training' | 'lab';
  slug: string;
  continent: ContinentDocument;
}

/** Returns all trainings and labs in document order. */
export function nodesOf(map: MapDocument): Node[] {
  return map.continents.flatMap((continent) => [
    ...continent.trainings.map(({ slug, q, r }) => ({
      ref: refOf('training', slug),
      kind: 'training' as const,
      slug,
      q,
      r,
      continent,
    })),
    ...continent.labs.map(({ slug, q, r }) => ({
      ref: refOf('lab', slug),
      kind: 'lab' as const,
      slug,
      q,
      r,
      continent,
    })),
  ]);
}
