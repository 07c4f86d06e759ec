import type { MapDocument, MapKind, MapVersionName } from '@hexpedition/contract';
import { compileMap, isSameMap } from '@hexpedition/hexkit';
import type { Tx } from '#platform/db/db';
import { takeLock } from '#platform/db/locks';
import { announcePageChange } from '#platform/db/page-changes';
import { findDraft, findPublished, readKnown } from './maps.read-model.ts';
import { insertVersion, pointTo } from './maps.store.ts';

/** Any fixed numbers: whoever changes a map of a kind comes after whoever does so already. */
const mapLocks = { trainings: 4_839_203, videos: 4_839_204 } as const;

/** Lets the changes of one map come one after another, imports among them. */
export const lockMap = (tx: Tx, kind: MapKind): Promise<void> => takeLock(tx, mapLocks[kind]);

/** What the pages that show a map are tagged with, those that show the side menu, and those that lead back to the map. */
export const mapTags: readonly string[] = ['/api/config/hexmap*', '/api/config/features*', '/api/training/*'];

export async function compileFor(tx: Tx, document: MapDocument) {
  const known = await readKnown(tx, document.kind);
  const { map, issues } = compileMap(document, known);
  return { compiled: map, issues };
}

/**
 * Makes a document what people see at these versions. A version that says the same already is used again.
 * @returns its pk
 */
export async function publish(
  tx: Tx,
  document: MapDocument,
  versions: readonly MapVersionName[],
  by: { userPk: number | null; now: Date },
): Promise<number> {
  const { compiled } = await compileFor(tx, document);
  const shown = await Promise.all((['2', 'beta'] as const).map((version) => findPublished(tx, document.kind, version)));
  const text = JSON.stringify(compiled);
  const same = shown.find(
    (one) => one?.document && isSameMap(one.document, document) && sameJson(one.compiled, JSON.parse(text)),
  );
  const pk = same?.pk ?? (await insertVersion(tx, { document, compiled, ...by }));
  await pointTo(tx, document.kind, versions, pk);
  await announcePageChange(tx, [...mapTags]);
  return pk;
}

/** PostgreSQL gives the fields of stored JSON in an order of its own. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>];
  const keys = Object.keys(left);
  return keys.length === Object.keys(right).length && keys.every((key) => sameJson(left[key], right[key]));
}

/** The draft as its next editor finds it, locked: what was saved, or else what is live, or else an empty chart. */
export async function currentDraft(tx: Tx, kind: MapKind) {
  const [row, live] = await Promise.all([findDraft(tx, kind, true), findPublished(tx, kind, '2')]);
  return { document: row?.document ?? live?.document ?? noMap(kind), revision: row?.revision ?? 0 };
}

/** A chart before anything is on it. */
export const noMap = (kind: MapKind): MapDocument => ({
  schema: 1,
  id: kind === 'trainings' ? 'main' : 'videos',
  kind,
  initial: { x: 0, y: 0, zoom: 0.6 },
  recommended_start: null,
  continents: [],
  paths: [],
  terrain: [],
});
