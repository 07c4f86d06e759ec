import type { MapAction, MapDocument, MapKind, MapVersionName } from '@hexpedition/contract';
import type { Tx } from '#platform/db/db';

/**
 * @param version.compiled JSON
 * @returns the pk of the new version, which stays invisible until `pointTo`
 */
export async function insertVersion(
  tx: Tx,
  { document, compiled, userPk, now }: { document: MapDocument; compiled: string; userPk: number | null; now: Date },
): Promise<number> {
  const { pk } = await tx
    .insertInto('hexmap_versions')
    .values({
      kind: document.kind,
      source: JSON.stringify(document),
      compiled,
      published_at: now,
      user_pk: userPk,
    })
    .returning('pk')
    .executeTakeFirstOrThrow();
  return pk;
}

export async function pointTo(tx: Tx, kind: MapKind, versions: readonly MapVersionName[], pk: number): Promise<void> {
  await tx
    .insertInto('hexmap_pointers')
    .values(versions.map((version) => ({ kind, version, hexmap_pk: pk })))
    .onConflict((conflict) => conflict.columns(['kind', 'version']).doUpdateSet({ hexmap_pk: pk }))
    .execute();
}

interface NewDraft {
  document: MapDocument;
  revision: number;
  /** Null if the draft equals the version that was just published. */
  saved: { at: Date; userPk: number | null } | null;
}

export async function storeDraft(tx: Tx, { document, revision, saved }: NewDraft): Promise<void> {
  const values = {
    source: JSON.stringify(document),
    revision,
    saved_at: saved?.at ?? null,
    user_pk: saved?.userPk ?? null,
  };
  await tx
    .insertInto('hexmap_drafts')
    .values({ kind: document.kind, ...values })
    .onConflict((conflict) => conflict.column('kind').doUpdateSet(values))
    .execute();
}

/** Stores the map file of a course source, for its next import. */
export async function storeFile(tx: Tx, importSource: string, document: MapDocument): Promise<void> {
  const values = { source: JSON.stringify(document) };
  await tx
    .insertInto('hexmap_files')
    .values({ kind: document.kind, import_source: importSource, ...values })
    .onConflict((conflict) => conflict.columns(['kind', 'import_source']).doUpdateSet(values))
    .execute();
}

interface NewAct {
  kind: MapKind;
  act: MapAction;
  at: Date;
  userPk: number | null;
  versionPk: number | null;
  note?: string;
}

/** Repeated saves by one author are one action until another author saves or the map is published. */
export async function recordAct(tx: Tx, { kind, act, at, userPk, versionPk, note = '' }: NewAct): Promise<void> {
  if (act === 'saved' && (await isSameSaver(tx, kind, userPk))) {
    await tx.updateTable('hexmap_history').set({ at }).where('pk', '=', latestAction(tx, kind)).execute();
    return;
  }
  await tx
    .insertInto('hexmap_history')
    .values({ kind, act, at, user_pk: userPk, hexmap_pk: versionPk, note })
    .execute();
}

const latestAction = (tx: Tx, kind: MapKind) =>
  tx.selectFrom('hexmap_history').select('pk').where('kind', '=', kind).orderBy('pk', 'desc').limit(1);

async function isSameSaver(tx: Tx, kind: MapKind, userPk: number | null): Promise<boolean> {
  const last = await latestAction(tx, kind).select(['act', 'user_pk']).executeTakeFirst();
  return last?.act === 'saved' && last.user_pk === userPk;
}
