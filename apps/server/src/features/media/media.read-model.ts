import { Readable } from 'node:stream';
import type { Db } from '#platform/db/db';
import type { ByteRange } from './byte-range.ts';
import { chunkSize } from './media.store.ts';
import { readObject, storageOf } from './media-storage.ts';

export type FoundMedia = NonNullable<Awaited<ReturnType<typeof findMedia>>>;

export function findMedia(db: Db, hash: string) {
  return db
    .selectFrom('media')
    .select(['media.hash', 'media.content_type', 'media.size', 'media.stored_in'])
    .where('media.hash', '=', hash)
    .executeTakeFirst();
}

/** Yields the bytes of a whole file. @throws AppError unavailable */
export async function* readMedia(db: Db, hash: string): AsyncGenerator<Buffer> {
  const media = await findMedia(db, hash);
  if (!media) throw new Error(`No media with the hash ${hash} is stored.`);
  yield* await openMedia(db, media, { from: 0, to: media.size - 1 });
}

/**
 * Opens a byte range of a file, which is read while it is sent: a slow client holds neither memory nor a database
 * connection.
 * @throws AppError unavailable
 */
export async function openMedia(db: Db, media: FoundMedia, range: ByteRange): Promise<Readable> {
  if (media.stored_in === 'database')
    return Readable.from(chunksOf(db, media.hash, range), { objectMode: false, highWaterMark: chunkSize });
  const storage = storageOf(db);
  if (!storage) throw new Error(`${media.hash} is stored in a bucket, but STORAGE_URL is not set.`);
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
    // The file was deleted while it was sent. The connection breaks, so that no client takes a part for the whole
    // file.
    if (!row) throw new Error(`Chunk ${n} of ${hash} no longer exists.`);
    const start = n * chunkSize;
    yield row.bytes.subarray(Math.max(0, from - start), to - start + 1);
  }
}

/** Checks whether any file is stored in a bucket. */
export async function isBucketUsed(db: Db): Promise<boolean> {
  const row = await db.selectFrom('media').select('hash').where('stored_in', '=', 'bucket').limit(1).executeTakeFirst();
  return row !== undefined;
}
