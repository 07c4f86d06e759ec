import { Readable } from 'node:stream';
import type { Db } from '#platform/db/db';
import { chunkSize } from './media.store.ts';
import type { ByteRange } from './range.ts';
import { readObject, storageOf } from './storage.ts';

export type FoundMedia = NonNullable<Awaited<ReturnType<typeof findMedia>>>;

export function findMedia(db: Db, hash: string) {
  return db
    .selectFrom('media')
    .select(['media.hash', 'media.content_type', 'media.size', 'media.stored_in'])
    .where('media.hash', '=', hash)
    .executeTakeFirst();
}

/** The bytes of a whole file. @throws AppError unavailable */
export async function* readMedia(db: Db, hash: string): AsyncGenerator<Buffer> {
  const media = await findMedia(db, hash);
  if (!media) throw new Error(`There are no bytes of ${hash}.`);
  yield* await openMedia(db, media, { from: 0, to: media.size - 1 });
}

/**
 * Some bytes of a file, read as they are sent: neither memory nor a connection to the database is held while a slow
 * visitor takes them.
 * @throws AppError unavailable
 */
export async function openMedia(db: Db, media: FoundMedia, range: ByteRange): Promise<Readable> {
  if (media.stored_in === 'database')
    return Readable.from(chunksOf(db, media.hash, range), { objectMode: false, highWaterMark: chunkSize });
  const storage = storageOf(db);
  if (!storage) throw new Error(`${media.hash} lies in a bucket, and STORAGE_URL is not set.`);
  return readObject(storage, media, range);
}

async function* chunksOf(db: Db, hash: string, { from, to }: ByteRange): AsyncGenerator<Buffer> {
  for (let n = Math.floor(from / chunkSize); n * chunkSize <= to; n++) {
    const row = await db
      .selectFrom('media_chunks')
      .select('media_chunks.bytes')
      .where('media_chunks.hash', '=', hash)
      .where('media_chunks.n', '=', n)
      .executeTakeFirst();
    // The file was swept away while it was sent. The connection breaks, so that nobody takes a part for the whole file.
    if (!row) throw new Error(`Chunk ${n} of ${hash} is gone.`);
    const start = n * chunkSize;
    yield row.bytes.subarray(Math.max(0, from - start), to - start + 1);
  }
}

/** Whether files lie in a bucket. */
export async function isBucketUsed(db: Db): Promise<boolean> {
  const row = await db.selectFrom('media').select('hash').where('stored_in', '=', 'bucket').limit(1).executeTakeFirst();
  return row !== undefined;
}
