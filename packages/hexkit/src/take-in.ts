import type { MapDocument, NodeRef } from '@hexpedition/contract/map-document';
import { decodeRuns, encodeRuns } from './cells.ts';
import { nodesOf } from './document.ts';
import { removeItem, setStart } from './edits.ts';
import { type Clash, mergeMaps } from './merge.ts';
import { placeMissing, type Wanted } from './place-missing.ts';
import type { KnownSlugs } from './validate.ts';

/** What the curriculum's file says of a map, said at the import before, and wants to be there. */
export interface FileChange {
  /** The file as it was at the last import. */
  base: MapDocument;
  file: MapDocument;
  /** What exists. What an author, or an earlier import, has placed and is no more leaves the map. */
  known: KnownSlugs;
  /** All that belongs on the map, in the order in which it is to be placed. */
  wanted: readonly Wanted[];
}

export interface TakenIn {
  map: MapDocument;
  /** What both the file and the map have changed, and is as the map has it. */
  clashes: Clash[];
  /** What has left the map, because it is no more. */
  gone: NodeRef[];
  placed: NodeRef[];
  /** What found no room. */
  homeless: NodeRef[];
}

/**
 * Brings what the file has changed into a copy of its map that has gone its own way; null is the copy of somebody who
 * has none. What only one side has changed is taken from that side (see `mergeMaps`), what is no more leaves, and what
 * has no hex gets one. Two sides that fit a map each may not fit together: the result can have faults.
 */
export function takeIn(copy: MapDocument | null, { base, file, known, wanted }: FileChange): TakenIn {
  const isAsBefore = copy === null || isSameMap(copy, base);
  const { map: merged, clashes } = isAsBefore ? { map: file, clashes: [] } : mergeMaps(base, copy, file);
  const { map: left, gone } = withoutUnknown(merged, known);
  return { clashes, gone, ...placeMissing(left, wanted) };
}

/**
 * Takes off what does not exist, with the edges that end at it. Where that was the recommended start, the map begins at
 * its first training.
 */
export function withoutUnknown(
  map: MapDocument,
  known: Pick<KnownSlugs, 'trainings' | 'labs'>,
): { map: MapDocument; gone: NodeRef[] } {
  const exists = new Set<string>([
    ...known.trainings.map((slug) => `training:${slug}`),
    ...known.labs.map((slug) => `lab:${slug}`),
  ]);
  const gone = [...new Set(nodesOf(map).map(({ ref }) => ref))].filter((ref) => !exists.has(ref));
  const left = gone.reduce(removeItem, map);
  const lostStart = map.recommended_start !== null && left.recommended_start === null;
  const first = lostStart && nodesOf(left).find(({ kind }) => kind === 'training');
  return { map: first ? setStart(left, first.ref) : left, gone };
}

/** Whether two documents say the same, in the same order; how their land is cut into rows and runs is no difference. */
export const isSameMap = (a: MapDocument, b: MapDocument): boolean => a === b || textOf(a) === textOf(b);

function textOf({ continents, ...map }: MapDocument): string {
  const even = continents.map(({ cells, ...rest }) => ({ ...rest, cells: encodeRuns(decodeRuns(cells)) }));
  return JSON.stringify({ ...map, continents: even });
}
