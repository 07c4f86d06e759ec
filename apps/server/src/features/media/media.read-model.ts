import { Readable } from 'node:stream';
import type { Db } from '#platform/db/db';
import { chunkSize } from './media.store.ts';
import type { ByteRange } from './range.ts';

export function findMedia(db: Db, hash: string) {
  return db
    .selectFrom('media')
    .select(['media.hash', 'media.content_type', 'media.size'])
    .where('media.hash', '=', hash)
    .executeTakeFirst();
}

/**
 * Some bytes of a file, read as they are sent: one chunk in memory, and no connection to the database held while a
 * slow visitor takes it.
 */
export function readMedia(db: Db, hash: string, { from, to }: ByteRange): Readable {
  async function* bytes(): AsyncGenerator<Buffer> {
    for (let n = Math.floor(from / chunkSize); n * chunkSize <= to; n++) {
      const row = await db
        .selectFrom('media_chunks')
        .select('media_chunks.bytes')
        .where('media_chunks.hash', '=', hash)
        .where('media_chunks.n', '=', n)
        .executeTakeFirst();
      // The file was swept away while it was sent. The connection breaks, so that nobody takes a part for the whole
      // file.
      if (!row) throw new Error(`Chunk ${n} of ${hash} is gone.`);
      const start = n * chunkSize;
      yield row.bytes.subarray(Math.max(0, from - start), to - start + 1);
    }
  }
  return Readable.from(bytes(), { objectMode: false, highWaterMark: chunkSize });
}
