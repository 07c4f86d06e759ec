import type { MapDocument } from '@hexpedition/contract/map-document';
import { documentOf, type Facts, factsOf } from './facts.ts';

/** One entry of the table of `factsOf` that differs; undefined where a side doesn't have it. */
export interface Difference {
  key: string;
  before: unknown;
  after: unknown;
}

/** An entry that both sides have changed since they parted, to different values. */
export interface Clash {
  key: string;
  base: unknown;
  mine: unknown;
  theirs: unknown;
}

/** What has to be changed to make one map of the other. The order of things in the document is no difference. */
export function differencesBetween(before: MapDocument, after: MapDocument): Difference[] {
  const [old, fresh] = [factsOf(before), factsOf(after)];
  return [...new Set([...old.keys(), ...fresh.keys()])]
    .filter((key) => !same(old.get(key), fresh.get(key)))
    .map((key) => ({ key, before: old.get(key), after: fresh.get(key) }));
}

/**
 * Brings two changed copies of one map together. What only one side has changed is taken from that side; where both
 * have changed the same entry to different values, that is a clash, and the entry stays as it is in `mine` (see
 * `takeTheirs`). A continent or path that one side took away while the other put something on it comes back, and is a
 * clash.
 */
export function mergeMaps(
  base: MapDocument,
  mine: MapDocument,
  theirs: MapDocument,
): { map: MapDocument; clashes: Clash[] } {
  const [old, own, other] = [factsOf(base), factsOf(mine), factsOf(theirs)];
  const clashes: Clash[] = [];
  const merged: Facts = new Map();
  for (const key of new Set([...own.keys(), ...other.keys(), ...old.keys()])) {
    const [was, ours, its] = [old.get(key), own.get(key), other.get(key)];
    const clash = !same(was, ours) && !same(was, its) && !same(ours, its);
    if (clash) clashes.push({ key, base: was, mine: ours, theirs: its });
    const value = same(was, ours) ? its : ours;
    if (value !== undefined) merged.set(key, value);
  }
  const named = new Set(clashes.map(({ key }) => key));
  for (const key of ownersMissing(merged)) {
    const value = own.get(key) ?? other.get(key) ?? old.get(key);
    if (value === undefined) continue;
    merged.set(key, value);
    // What one side took away and the other changed is a clash already.
    if (!named.has(key)) clashes.push({ key, base: old.get(key), mine: own.get(key), theirs: other.get(key) });
  }
  return { map: documentOf(merged, mine), clashes };
}

/** Continents and paths that are not there, although something belongs to them. */
function ownersMissing(facts: Facts): Set<string> {
  const owners = [...facts].flatMap(([key, value]) => {
    const [what, first] = key.split('/');
    if (what === 'cell') return [`continent/${value}`];
    if (what === 'training' || what === 'lab') return [`continent/${(value as { continent: string }).continent}`];
    return what === 'edge' ? [`path/${first}`] : [];
  });
  return new Set(owners.filter((key) => !facts.has(key)));
}

/** Values of a table are plain JSON whose fields always come in the same order; undefined is a missing entry. */
const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** The map with the other side's values for these entries. */
export function takeTheirs(map: MapDocument, clashes: readonly Clash[]): MapDocument {
  const facts = factsOf(map);
  for (const { key, theirs } of clashes) {
    if (theirs === undefined) facts.delete(key);
    else facts.set(key, theirs);
  }
  return documentOf(facts, map);
}
