import type { Db } from '#platform/db/db';
import { AppError } from '#platform/errors';

export interface PartKey {
  upload: string;
  userPk: number;
}

/** Stores a part. The same part may arrive twice after a lost response. */
export async function storePart(
  db: Db,
  { upload, userPk }: PartKey,
  part: number,
  bytes: Buffer,
  at: Date,
): Promise<void> {
  await db
    .insertInto('upload_parts')
    .values({ upload, user_pk: userPk, part, bytes, at })
    .onConflict((conflict) => conflict.columns(['upload', 'user_pk', 'part']).doUpdateSet({ bytes, at }))
    .execute();
}

/** Lists the numbers and sizes of the received parts. */
export function listParts(db: Db, { upload, userPk }: PartKey) {
  return db
    .selectFrom('upload_parts')
    .select(({ fn, ref }) => ['upload_parts.part', fn<number>('length', [ref('upload_parts.bytes')]).as('size')])
    .where('upload_parts.upload', '=', upload)
    .where('upload_parts.user_pk', '=', userPk)
    .orderBy('upload_parts.part')
    .execute();
}

export async function deleteParts(db: Db, { upload, userPk }: PartKey): Promise<void> {
  await db.deleteFrom('upload_parts').where('upload', '=', upload).where('user_pk', '=', userPk).execute();
}

/** Sums the stored bytes of one author's unfinished uploads. */
export async function pendingBytes(db: Db, userPk: number): Promise<number> {
  const row = await db
    .selectFrom('upload_parts')
    .select(({ fn, ref }) => fn.sum<string | null>(fn('length', [ref('upload_parts.bytes')])).as('bytes'))
    .where('upload_parts.user_pk', '=', userPk)
    .executeTakeFirstOrThrow();
  return Number(row.bytes ?? 0);
}

/** Yields the bytes of the whole file, with one part in memory. */
export async function* readParts(db: Db, { upload, userPk }: PartKey): AsyncGenerator<Buffer> {
  for (const { part } of await listParts(db, { upload, userPk })) {
    const row = await db
      .selectFrom('upload_parts')
      .select('upload_parts.bytes')
      .where('upload_parts.upload', '=', upload)
      .where('upload_parts.user_pk', '=', userPk)
      .where('upload_parts.part', '=', part)
      .executeTakeFirst();
    // The last part arrived twice at once, and the other request was first.
    if (!row) throw new AppError('file_invalid', 'This upload has already finished. Check whether the file exists.');
    yield row.bytes;
  }
}
