import type { MapDocument, NodeRef } from '@hexpedition/contract/map-document';
import { decodeRuns, encodeRuns } from './cells.ts';
import { nodesOf } from './document.ts';
import { removeItem, setStart } from './edits.ts';
import { type MergeConflict, mergeMaps } from './merge.ts';
import { type ExpectedItem, placeMissing } from './place-missing.ts';
import type { KnownSlugs } from './validate.ts';

/** Changes of a map's file since the last import, and the items that the map should contain. */
export interface FileChange {
  /** The file at the last import. */
  base: MapDocument;
  file: MapDocument;
  /** Items that exist. Any other item that an author or an earlier import has placed is removed from the map. */
  known: KnownSlugs;
  /** All items that belong on the map, in the order of placement. */
  expected: readonly ExpectedItem[];
}

export interface FileMergeResult {
  map: MapDocument;
  /** Entries that both the file and the copy changed. They keep the values of the copy. */
  conflicts: MergeConflict[];
  /** Items that were removed because they no longer exist. */
  gone: NodeRef[];
  placed: NodeRef[];
  /** Expected items for which there was no room. */
  unplaced: NodeRef[];
}

/**
 * Merges the changes of the file into an edited copy of its map, or takes the file if there is no copy (null). A change
 * on one side only is applied (see `mergeMaps`). Items that no longer exist are removed, and items without a hex are
 * placed. Two valid sides can give an invalid map, so the caller must validate the result.
 */
export function mergeFileChanges(
  copy: MapDocument | null,
  { base, file, known, expected }: FileChange,
): FileMergeResult {
  const isUnchanged = copy === null || isSameMap(copy, base);
  const { map: merged, conflicts } = isUnchanged ? { map: file, conflicts: [] } : mergeMaps(base, copy, file);
  const { map: left, gone } = removeUnknown(merged, known);
  return { conflicts, gone, ...placeMissing(left, expected) };
}

/**
 * Removes items that do not exist, with their edges. If the recommended start was removed, the map starts at its first
 * training.
 */
export function removeUnknown(
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

/**
 * Returns whether two documents have the same content in the same order. How their land is split into rows and runs
 * does not matter.
 */
export const isSameMap = (a: MapDocument, b: MapDocument): boolean => a === b || textOf(a) === textOf(b);

function textOf({ continents, ...map }: MapDocument): string {
  const even = continents.map(({ cells, ...rest }) => ({ ...rest, cells: encodeRuns(decodeRuns(cells)) }));
  return JSON.stringify({ ...map, continents: even });
}
