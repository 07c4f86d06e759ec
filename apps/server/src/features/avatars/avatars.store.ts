import type { Tx } from '#platform/db/db';

/** Locks the user's row, so that concurrent changes are serial. @returns false if the user does not exist */
export async function lockUser(tx: Tx, userPk: number): Promise<boolean> {
  const row = await tx.selectFrom('users').select('pk').where('pk', '=', userPk).forUpdate().executeTakeFirst();
  return row !== undefined;
}

/** Stores an upload under a new id, so that the content of an address never changes. */
export async function replaceUpload(
  tx: Tx,
  upload: { id: string; userPk: number; webp: Buffer; now: Date },
): Promise<void> {
  const fresh = { id: upload.id, webp: upload.webp, created_at: upload.now };
  await tx
    .insertInto('avatar_uploads')
    .values({ ...fresh, user_pk: upload.userPk })
    .onConflict((conflict) => conflict.column('user_pk').doUpdateSet(fresh))
    .execute();
}

export async function setAvatar(tx: Tx, userPk: number, path: string | null): Promise<void> {
  await tx.updateTable('users').set({ avatar: path }).where('pk', '=', userPk).execute();
}
