import type { Insertable, Selectable } from 'kysely';
import type { Db, Tx } from '#platform/db/db';
import type { Database } from '#platform/db/schema';

export type StoredPreview = Selectable<Database['import_previews']>;

/** Stores an import preview. An upload may finish twice after a lost response: the later preview counts. */
export async function storeImportPreview(db: Db, preview: Insertable<Database['import_previews']>): Promise<void> {
  await db
    .insertInto('import_previews')
    .values(preview)
    .onConflict((conflict) =>
      conflict.columns(['id']).doUpdateSet(preview).where('import_previews.user_pk', '=', preview.user_pk),
    )
    .execute();
}

/** @returns whether the preview was still unchanged: of two concurrent imports only one proceeds */
export async function claimImportPreview(
  tx: Tx,
  { id, user_pk, at }: Pick<StoredPreview, 'id' | 'user_pk' | 'at'>,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('import_previews')
    .where('id', '=', id)
    .where('user_pk', '=', user_pk)
    .where('at', '=', at)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Deletes the previews of a superuser with their zips. @param keptUpload an upload whose parts stay */
export async function deleteImportPreviews(db: Db, userPk: number, keptUpload: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const dropped = await tx.deleteFrom('import_previews').where('user_pk', '=', userPk).returning('id').execute();
    const ids = dropped.map(({ id }) => id).filter((id) => id !== keptUpload);
    if (ids.length === 0) return;
    await tx.deleteFrom('upload_parts').where('user_pk', '=', userPk).where('upload', 'in', ids).execute();
  });
}
