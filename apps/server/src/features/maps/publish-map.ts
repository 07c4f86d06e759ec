import type { MapDocument, MapKind, MapVersionName } from '@hexpedition/contract';
import { isSameMap } from '@hexpedition/hexkit';
import type { Db, Tx } from '#platform/db/db';
import { takeLock } from '#platform/db/locks';
import { announcePageChange } from '#platform/db/page-changes';
import { findDraft, findPublishedMapDocument, findPublishedWith } from './maps.read-model.ts';
import { insertVersion, pointTo } from './maps.store.ts';

/** Advisory lock ids, any fixed numbers. Serialize changes of a map of each kind. */
const mapLocks = { trainings: 4_839_203, videos: 4_839_204 } as const;

/** Serializes the changes of one map, including imports. */
export const lockMap = (tx: Tx, kind: MapKind): Promise<void> => takeLock(tx, mapLocks[kind]);

/** Cache tags of pages that show a map, the side menu, or a link back to the map. */
export const mapTags: readonly string[] = ['/api/config/hexmap*', '/api/config/features*', '/api/training/*'];

/**
 * Publishes a document at these versions. Reuses an identical published version.
 * @param compiled the compiled document as JSON
 * @returns the pk of the published version
 */
export async function publishMap(
  tx: Tx,
  { document, compiled }: { document: MapDocument; compiled: string },
  versions: readonly MapVersionName[],
  by: { userPk: number | null; now: Date },
): Promise<number> {
  const published = await findPublishedWith(tx, document.kind, compiled);
  const same = published.find((one) => one.document && isSameMap(one.document, document));
  const pk = same?.pk ?? (await insertVersion(tx, { document, compiled, ...by }));
  await pointTo(tx, document.kind, versions, pk);
  await announcePageChange(tx, [...mapTags]);
  return pk;
}

/** Compares JSON values ignoring the order of fields, because PostgreSQL reorders the fields of stored JSON. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>];
  const keys = Object.keys(left);
  return keys.length === Object.keys(right).length && keys.every((key) => sameJson(left[key], right[key]));
}

/** Returns the document for the next editor: the saved draft, else the live map, else an empty map. */
export async function currentDraft(from: Db | Tx, kind: MapKind) {
  const row = await findDraft(from, kind);
  const document = row?.document ?? (await findPublishedMapDocument(from, kind, '2'))?.document ?? noMap(kind);
  return { row, document };
}

/** An empty map. */
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
