import type { Db, Tx } from '#platform/db/db';

export const uploadPath = (id: string): string => `/avatars/upload/${id}.webp`;

export async function findUploadId(db: Db | Tx, userPk: number): Promise<string | undefined> {
  const row = await db.selectFrom('avatar_uploads').select('id').where('user_pk', '=', userPk).executeTakeFirst();
  return row?.id;
}

export async function readUpload(db: Db, id: string): Promise<Buffer | undefined> {
  const row = await db.selectFrom('avatar_uploads').select('webp').where('id', '=', id).executeTakeFirst();
  return row?.webp;
}
