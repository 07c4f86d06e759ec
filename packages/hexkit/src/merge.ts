import type { MapDocument } from '@hexpedition/contract/map-document';
import { fromMapTable, type MapTable, toMapTable } from './map-table.ts';

/** An entry of the table of `toMapTable` that differs. A value is undefined if that side does not have the entry. */
export interface Difference {
  key: string;
  before: unknown;
  after: unknown;
}

/** An entry that both sides have changed to different values since their common base. */
export interface MergeConflict {
  key: string;
  base: unknown;
  mine: unknown;
  theirs: unknown;
}

/** Returns the entries that differ between two maps. The order of items in the document does not matter. */
export function differencesBetween(before: MapDocument, after: MapDocument): Difference[] {
  const [old, fresh] = [toMapTable(before), toMapTable(after)];
  return [...new Set([...old.keys(), ...fresh.keys()])]
    .filter((key) => !same(old.get(key), fresh.get(key)))
    .map((key) => ({ key, before: old.get(key), after: fresh.get(key) }));
}

/**
 * Merges two changed copies of one map. A change on one side only is applied. If both sides changed the same entry to
 * different values, this is a conflict, and the entry keeps its value from `mine` (see `takeTheirs`). If one side
 * removed a continent or path while the other side added something to it, it is restored and reported as a conflict.
 */
export function mergeMaps(
  base: MapDocument,
  mine: MapDocument,
  theirs: MapDocument,
): { map: MapDocument; conflicts: MergeConflict[] } {
  const [old, own, other] = [toMapTable(base), toMapTable(mine), toMapTable(theirs)];
  const conflicts: MergeConflict[] = [];
  const merged: MapTable = new Map();
  for (const key of new Set([...own.keys(), ...other.keys(), ...old.keys()])) {
    const [was, ours, its] = [old.get(key), own.get(key), other.get(key)];
    const conflict = !same(was, ours) && !same(was, its) && !same(ours, its);
    if (conflict) conflicts.push({ key, base: was, mine: ours, theirs: its });
    const value = same(was, ours) ? its : ours;
    if (value !== undefined) merged.set(key, value);
  }
  const named = new Set(conflicts.map(({ key }) => key));
  for (const key of missingOwners(merged)) {
    const value = own.get(key) ?? other.get(key) ?? old.get(key);
    if (value === undefined) continue;
    merged.set(key, value);
    // An entry that one side removed and the other changed is already a conflict.
    if (!named.has(key)) conflicts.push({ key, base: old.get(key), mine: own.get(key), theirs: other.get(key) });
  }
  return { map: fromMapTable(merged, mine), conflicts };
}

/** Returns the missing continents and paths that some entry belongs to. */
function missingOwners(table: MapTable): Set<string> {
  const owners = [...table].flatMap(([key, value]) => {
    const [what, first] = key.split('/');
    if (what === 'cell') return [`continent/${value}`];
    if (what === 'training' || what === 'lab') return [`continent/${(value as { continent: string }).continent}`];
    return what === 'edge' ? [`path/${first}`] : [];
  });
  return new Set(owners.filter((key) => !table.has(key)));
}

/** Compares values of a table. They are plain JSON with fields in a fixed order; undefined is a missing entry. */
const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Returns the map with the other side's values for these entries. */
export function takeTheirs(map: MapDocument, conflicts: readonly MergeConflict[]): MapDocument {
  const table = toMapTable(map);
  for (const { key, theirs } of conflicts) {
    if (theirs === undefined) table.delete(key);
    else table.set(key, theirs);
  }
  return fromMapTable(table, map);
}
