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
import { type KnownSlugs, MapDocumentError, parseMapDocument } from '@hexpedition/hexkit';
import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/db';
import { invalid } from '#platform/errors';

type Nav = Features['hexmap']['nav'];

/** The continents of a published map that have something on them, in the order of the map, for the side menu. */
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

/** The published map of a version (`2`, `beta`), or undefined. */
export async function findHexmap(db: Db, kind: MapKind, version: string): Promise<Hexmap | undefined> {
  const row = await pointedAt(db, kind, version).select('hexmap_versions.compiled').executeTakeFirst();
  return row && asHexmap(row.compiled);
}

/** Pk of the map that everybody sees, of one kind; undefined where none is published. */
export async function findPublishedMap(db: Db, kind: MapKind): Promise<number | undefined> {
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

/** hexkit compiled it; the response schema checks it once more. */
const asHexmap = (compiled: Record<string, unknown>) => compiled as unknown as Hexmap;

const pointedAt = (db: Db | Tx, kind: MapKind, version: string) =>
  db
    .selectFrom('hexmap_pointers')
    .innerJoin('hexmap_versions', 'hexmap_versions.pk', 'hexmap_pointers.hexmap_pk')
    .where('hexmap_pointers.kind', '=', kind)
    .where('hexmap_pointers.version', '=', version);

export type Published = NonNullable<Awaited<ReturnType<typeof findPublished>>>;
export type Shown = NonNullable<Awaited<ReturnType<typeof findShown>>>;

/**
 * A stored document; null where this version of the platform cannot read it, for instance because its limits were
 * wider once. Such a one counts as not there: the compiled map that people see does not depend on it.
 */
function read(source: unknown): MapDocument | null {
  try {
    return parseMapDocument(source);
  } catch (error) {
    if (error instanceof MapDocumentError) return null;
    throw error;
  }
}

/** What a version points at, with its document. */
export async function findPublished(db: Db | Tx, kind: MapKind, version: string) {
  const row = await pointedAt(db, kind, version)
    .leftJoin('users', 'users.pk', 'hexmap_versions.user_pk')
    .select(['hexmap_versions.pk', 'source', 'compiled', 'published_at', 'users.username as by'])
    .executeTakeFirst();
  return row && { ...row, document: read(row.source) };
}

/** What a version points at, without its document, which can be large. */
export const findShown = (db: Db | Tx, kind: MapKind, version: string) =>
  pointedAt(db, kind, version)
    .leftJoin('users', 'users.pk', 'hexmap_versions.user_pk')
    .select(['hexmap_versions.pk', 'published_at', 'users.username as by'])
    .executeTakeFirst();

/** Both maps as a version shows them. */
export async function readShown(db: Db, version: MapVersionName) {
  const [hexmap, hexmapYT] = await Promise.all([findShown(db, 'trainings', version), findShown(db, 'videos', version)]);
  return { hexmap: presentShown(hexmap), hexmapYT: presentShown(hexmapYT) };
}

/** What the API says of a published map; null where there is none. */
export const presentShown = (row: Shown | undefined) =>
  row ? { pk: row.pk, published_at: row.published_at.toISOString(), by: row.by } : null;

/** Those of the maps that people see which were compiled to just this JSON, whatever the order of its fields. */
export async function findShownWith(tx: Tx, kind: MapKind, compiled: string) {
  const rows = await tx
    .selectFrom('hexmap_versions')
    .select(['pk', 'source'])
    .where('pk', 'in', tx.selectFrom('hexmap_pointers').select('hexmap_pk').where('kind', '=', kind))
    .where('compiled', '=', sql<Record<string, unknown>>`${compiled}::jsonb`)
    .orderBy('pk')
    .execute();
  return rows.map(({ pk, source }) => ({ pk, document: read(source) }));
}

export type Basis = Awaited<ReturnType<typeof readBasis>>;

/** What the publishing of a draft rests on: its revision, what is live where there is no draft, and what exists. */
export async function readBasis(db: Db | Tx, kind: MapKind) {
  const [draft, live, known] = await Promise.all([
    db.selectFrom('hexmap_drafts').select('revision').where('kind', '=', kind).executeTakeFirst(),
    pointedAt(db, kind, '2').select('hexmap_versions.pk').executeTakeFirst(),
    readKnown(db, kind),
  ]);
  return { revision: draft?.revision ?? 0, live: live?.pk, known };
}

/** The draft's row; locked until the transaction ends where it is read for a change. */
export async function findDraft(db: Db | Tx, kind: MapKind, forChange = false) {
  const query = db
    .selectFrom('hexmap_drafts')
    .leftJoin('users', 'users.pk', 'hexmap_drafts.user_pk')
    .select(['source', 'revision', 'saved_at', 'hexmap_drafts.user_pk', 'users.username as by'])
    .where('kind', '=', kind);
  const row = await (forChange ? query.forUpdate('hexmap_drafts') : query).executeTakeFirst();
  return row && { ...row, document: read(row.source) };
}

/** One published map by its pk; undefined where there is none of that kind that can be read. */
export async function findVersion(db: Db | Tx, kind: MapKind, pk: number): Promise<MapVersion | undefined> {
  const row = await db
    .selectFrom('hexmap_versions')
    .leftJoin('users', 'users.pk', 'hexmap_versions.user_pk')
    .select(['hexmap_versions.pk', 'source', 'published_at', 'users.username as by'])
    .where('hexmap_versions.pk', '=', pk)
    .where('kind', '=', kind)
    .executeTakeFirst();
  const document = row && read(row.source);
  return document ? { pk: row.pk, published_at: row.published_at.toISOString(), by: row.by, document } : undefined;
}

const pageSize = 30;
const biggestPk = 2_147_483_647;

/** One page, the newest first. @param cursor the act that the page before ended with */
export async function readHistory(db: Db, kind: MapKind, cursor: string | undefined): Promise<MapHistory> {
  let query = db
    .selectFrom('hexmap_acts')
    .leftJoin('users', 'users.pk', 'hexmap_acts.user_pk')
    .select(['hexmap_acts.pk', 'act', 'at', 'username as by', 'hexmap_pk', 'note'])
    .where('kind', '=', kind)
    .orderBy('hexmap_acts.pk', 'desc');
  if (cursor !== undefined) query = query.where('hexmap_acts.pk', '<', pkOf(cursor));
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
  if (!(pk <= biggestPk)) throw invalid({ cursor: 'This cursor is not valid. Start again from the first page.' });
  return pk;
}

/** What may lie on a map of this kind: each training on its own map, labs on either. */
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

/** The maps that everybody sees, as documents. */
export async function readLiveMaps(db: Db | Tx): Promise<MapDocument[]> {
  const maps = await Promise.all(mapKinds.map((kind) => findPublished(db, kind, '2')));
  return maps.flatMap((map) => map?.document ?? []);
}

/** What the file of a source of courses said at its last import; null where there was none. */
export async function findFile(tx: Tx, kind: MapKind, importSource: string): Promise<MapDocument | null> {
  const row = await tx
    .selectFrom('hexmap_files')
    .select('source')
    .where('kind', '=', kind)
    .where('brought_by', '=', importSource)
    .executeTakeFirst();
  return row ? read(row.source) : null;
}
