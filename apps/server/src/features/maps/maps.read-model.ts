import {
  type Features,
  type Hexmap,
  type MapDocument,
  type MapHistory,
  type MapKind,
  type MapVersion,
  type MapVersionName,
  mapKinds,
} from '@hexpedition/contract';
import { type KnownSlugs, MapDocumentError, parseMapDocument, shortenPaths } from '@hexpedition/hexkit';
import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/db';
import { invalid } from '#platform/errors';

type Nav = Features['hexmap']['nav'];

/** Reads the continents of a published map that are not empty, in the order of the map, for the side menu. */
export async function readNav(db: Db, kind: MapKind, version: string): Promise<Nav> {
  const { rows } = await sql<Nav[number]>`
    select place->>'slug' as slug, place->>'name' as name, place->>'colour' as colour
    from hexmap_pointers
    join hexmap_versions on hexmap_versions.pk = hexmap_pointers.hexmap_pk
    cross join jsonb_array_elements(hexmap_versions.compiled->'continents') with ordinality as part (place, position)
    where hexmap_pointers.kind = ${kind} and hexmap_pointers.version = ${version}
      and (
        jsonb_array_length(place->'labs') > 0
        or exists (
          select from jsonb_array_elements(place->'trainings') as item
          join trainings on trainings.slug = item->>'slug' and not trainings.hidden
        )
      )
    order by position`.execute(db);
  return rows;
}

/** Returns the published map of a version (`2`, `beta`), or undefined. */
export async function findHexmap(db: Db, kind: MapKind, version: string): Promise<Hexmap | undefined> {
  const row = await versionAt(db, kind, version).select('hexmap_versions.compiled').executeTakeFirst();
  return row && shortenPaths(asHexmap(row.compiled));
}

/** Returns the pk of the live map of one kind; undefined if none is published. */
export async function findLiveMapPk(db: Db, kind: MapKind): Promise<number | undefined> {
  const row = await db
    .selectFrom('hexmap_pointers')
    .select('hexmap_pk')
    .where('kind', '=', kind)
    .where('version', '=', '2')
    .executeTakeFirst();
  return row?.hexmap_pk;
}

export async function selectHexmap(db: Db, pk: number): Promise<Hexmap> {
  const { compiled } = await db
    .selectFrom('hexmap_versions')
    .select('compiled')
    .where('pk', '=', pk)
    .executeTakeFirstOrThrow();
  return asHexmap(compiled);
}

/** hexkit compiled it; the response schema validates it again. */
const asHexmap = (compiled: Record<string, unknown>) => compiled as unknown as Hexmap;

const versionAt = (db: Db | Tx, kind: MapKind, version: string) =>
  db
    .selectFrom('hexmap_pointers')
    .innerJoin('hexmap_versions', 'hexmap_versions.pk', 'hexmap_pointers.hexmap_pk')
    .where('hexmap_pointers.kind', '=', kind)
    .where('hexmap_pointers.version', '=', version);

export type PublishedMap = NonNullable<Awaited<ReturnType<typeof findPublishedMapDocument>>>;
export type PublishedVersion = NonNullable<Awaited<ReturnType<typeof findPublishedVersion>>>;

/**
 * Parses a stored document; null if this version of the platform cannot read it, for example because its limits were
 * wider before. Such a document counts as missing: the published compiled map does not depend on it.
 */
function parseStored(source: unknown): MapDocument | null {
  try {
    return parseMapDocument(source);
  } catch (error) {
    if (error instanceof MapDocumentError) return null;
    throw error;
  }
}

/** Finds the published version that a pointer names, with its document. */
export async function findPublishedMapDocument(db: Db | Tx, kind: MapKind, version: string) {
  const row = await versionAt(db, kind, version)
    .leftJoin('users', 'users.pk', 'hexmap_versions.user_pk')
    .select(['hexmap_versions.pk', 'source', 'compiled', 'published_at', 'users.username as by'])
    .executeTakeFirst();
  return row && { ...row, document: parseStored(row.source) };
}

/** Finds the published version that a pointer names, without its document, which can be large. */
export const findPublishedVersion = (db: Db | Tx, kind: MapKind, version: string) =>
  versionAt(db, kind, version)
    .leftJoin('users', 'users.pk', 'hexmap_versions.user_pk')
    .select(['hexmap_versions.pk', 'published_at', 'users.username as by'])
    .executeTakeFirst();

/** Reads the published versions of both maps. */
export async function readPublishedVersions(db: Db, version: MapVersionName) {
  const [hexmap, hexmapYT] = await Promise.all([
    findPublishedVersion(db, 'trainings', version),
    findPublishedVersion(db, 'videos', version),
  ]);
  return { hexmap: presentPublished(hexmap), hexmapYT: presentPublished(hexmapYT) };
}

/** Presents a published map for the API; null if there is none. */
export const presentPublished = (row: PublishedVersion | undefined) =>
  row ? { pk: row.pk, published_at: row.published_at.toISOString(), by: row.by } : null;

/** Finds published maps of a kind with exactly this compiled JSON, ignoring the order of fields. */
export async function findPublishedWith(tx: Tx, kind: MapKind, compiled: string) {
  const rows = await tx
    .selectFrom('hexmap_versions')
    .select(['pk', 'source'])
    .where('pk', 'in', tx.selectFrom('hexmap_pointers').select('hexmap_pk').where('kind', '=', kind))
    .where('compiled', '=', sql<Record<string, unknown>>`${compiled}::jsonb`)
    .orderBy('pk')
    .execute();
  return rows.map(({ pk, source }) => ({ pk, document: parseStored(source) }));
}

export type PublishInputs = Awaited<ReturnType<typeof readPublishInputs>>;

/**
 * Reads everything that publishing a draft depends on: its revision, the live map if there is no draft, and the known
 * slugs.
 */
export async function readPublishInputs(db: Db | Tx, kind: MapKind) {
  const [draft, live, known] = await Promise.all([
    db.selectFrom('hexmap_drafts').select('revision').where('kind', '=', kind).executeTakeFirst(),
    versionAt(db, kind, '2').select('hexmap_versions.pk').executeTakeFirst(),
    readKnown(db, kind),
  ]);
  return { revision: draft?.revision ?? 0, live: live?.pk, known };
}

/** Reads the draft's row. `forChange` locks it until the transaction ends. */
export async function findDraft(db: Db | Tx, kind: MapKind, forChange = false) {
  const query = db
    .selectFrom('hexmap_drafts')
    .leftJoin('users', 'users.pk', 'hexmap_drafts.user_pk')
    .select(['source', 'revision', 'saved_at', 'hexmap_drafts.user_pk', 'users.username as by'])
    .where('kind', '=', kind);
  const row = await (forChange ? query.forUpdate('hexmap_drafts') : query).executeTakeFirst();
  return row && { ...row, document: parseStored(row.source) };
}

/** Finds a published map by its pk; undefined if there is none of this kind or its document is unreadable. */
export async function findVersion(db: Db | Tx, kind: MapKind, pk: number): Promise<MapVersion | undefined> {
  const row = await db
    .selectFrom('hexmap_versions')
    .leftJoin('users', 'users.pk', 'hexmap_versions.user_pk')
    .select(['hexmap_versions.pk', 'source', 'published_at', 'users.username as by'])
    .where('hexmap_versions.pk', '=', pk)
    .where('kind', '=', kind)
    .executeTakeFirst();
  const document = row && parseStored(row.source);
  return document ? { pk: row.pk, published_at: row.published_at.toISOString(), by: row.by, document } : undefined;
}

const pageSize = 30;
const maxPk = 2_147_483_647;

/** Reads one page of the history, newest first. @param cursor the last action of the previous page */
export async function readHistory(db: Db, kind: MapKind, cursor: string | undefined): Promise<MapHistory> {
  let query = db
    .selectFrom('hexmap_history')
    .leftJoin('users', 'users.pk', 'hexmap_history.user_pk')
    .select(['hexmap_history.pk', 'act', 'at', 'username as by', 'hexmap_pk', 'note'])
    .where('kind', '=', kind)
    .orderBy('hexmap_history.pk', 'desc');
  if (cursor !== undefined) query = query.where('hexmap_history.pk', '<', pkOf(cursor));
  const rows = await query.limit(pageSize + 1).execute();
  const acts = rows.slice(0, pageSize).map(({ pk, act, at, by, hexmap_pk, note }) => ({
    pk,
    act,
    at: at.toISOString(),
    by,
    version_pk: hexmap_pk,
    note,
  }));
  return { acts, next_cursor: rows.length > pageSize ? String(acts.at(-1)?.pk) : null };
}

function pkOf(cursor: string): number {
  const pk = /^[1-9]\d{0,9}$/.test(cursor) ? Number(cursor) : Number.NaN;
  if (!(pk <= maxPk)) throw invalid({ cursor: 'This cursor is not valid. Start again from the first page.' });
  return pk;
}

/** Reads the slugs that may be on a map of this kind: each training belongs to one map, labs to both. */
export async function readKnown(db: Db | Tx, kind: MapKind): Promise<KnownSlugs> {
  const [trainings, labs] = await Promise.all([
    db
      .selectFrom('trainings')
      .innerJoin('continents', 'continents.pk', 'trainings.continent_pk')
      .select(['trainings.slug', 'trainings.kind', 'continents.slug as continent'])
      .where('trainings.hidden', '=', false)
      .orderBy('trainings.slug')
      .execute(),
    db.selectFrom('labs').select('slug').where('hidden', '=', false).orderBy('slug').execute(),
  ]);
  return {
    trainings: trainings.filter((one) => (one.kind === 'video') === (kind === 'videos')).map(({ slug }) => slug),
    labs: labs.map(({ slug }) => slug),
    continents: new Map(trainings.map(({ slug, continent }) => [slug, continent])),
  };
}

/** Reads the documents of the live maps. */
export async function readLiveMaps(db: Db | Tx): Promise<MapDocument[]> {
  const maps = await Promise.all(mapKinds.map((kind) => findPublishedMapDocument(db, kind, '2')));
  return maps.flatMap((map) => map?.document ?? []);
}

/** Returns the map file of the last import of a source; null if there was none. */
export async function findFile(tx: Tx, kind: MapKind, importSource: string): Promise<MapDocument | null> {
  const row = await tx
    .selectFrom('hexmap_files')
    .select('source')
    .where('kind', '=', kind)
    .where('import_source', '=', importSource)
    .executeTakeFirst();
  return row ? parseStored(row.source) : null;
}
