import type { MapDocument, MapKind, MapVersionName } from '@hexpedition/contract';
import { isSameMap } from '@hexpedition/hexkit';
import type { Db, Tx } from '#platform/db/db';
import { takeLock } from '#platform/db/locks';
import { announcePageChange } from '#platform/db/page-changes';
import { findDraft, findPublished, findShownWith } from './maps.read-model.ts';
import { insertVersion, pointTo } from './maps.store.ts';

/** Any fixed numbers: whoever changes a map of a kind comes after whoever does so already. */
const mapLocks = { trainings: 4_839_203, videos: 4_839_204 } as const;

/** Lets the changes of one map come one after another, imports among them. */
export const lockMap = (tx: Tx, kind: MapKind): Promise<void> => takeLock(tx, mapLocks[kind]);

/** What the pages that show a map are tagged with, those that show the side menu, and those that lead back to the map. */
export const mapTags: readonly string[] = ['/api/config/hexmap*', '/api/config/features*', '/api/training/*'];

/**
 * Makes a document what people see at these versions. A version that says the same already is used again.
 * @param compiled what was compiled of the document, as JSON
 * @returns its pk
 */
export async function publish(
  tx: Tx,
  { document, compiled }: { document: MapDocument; compiled: string },
  versions: readonly MapVersionName[],
  by: { userPk: number | null; now: Date },
): Promise<number> {
  const shown = await findShownWith(tx, document.kind, compiled);
  const same = shown.find((one) => one.document && isSameMap(one.document, document));
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

/** The draft as its next editor finds it: what was saved, or else what is live, or else an empty chart. */
export async function currentDraft(from: Db | Tx, kind: MapKind) {
  const row = await findDraft(from, kind);
  const document = row?.document ?? (await findPublished(from, kind, '2'))?.document ?? noMap(kind);
  return { row, document };
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
