import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { anyOf, type Db, type Tx } from '#platform/db/db';
import { proven, putObject, type Storage, storageOf } from './storage.ts';

export const chunkSize = 256 * 1024;

/** A file that is to be stored. */
export interface MediaSource {
  /** What people know it by. */
  path: string;
  /** SHA-256 in hexadecimal. */
  hash: string;
  size: number;
  contentType: string;
  /** From the start, each time that it is called. */
  bytes(): AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** The address of a file, for those who were told of it: nobody guesses a hash. */
export const mediaPath = (hash: string, name: string): string => `/media/${hash}/${name}`;

/** Pages that were open, or kept by somebody's cache, may ask for a file for a while after it has left the lesson. */
export const keptMs = 86_400_000;

/** Of what lies in the bucket, the database has so many bytes: more than readers look at to recognise a type. */
const headBytes = 1_024;

/**
 * Stores what is not there yet, each file by itself. Until `markMedia` finds it in use, it counts as unused.
 * @throws AppError unavailable when the bucket cannot be reached; of this file nothing is kept then
 */
export async function storeMedia(db: Db, sources: Iterable<MediaSource>): Promise<void> {
  for (const source of sources) {
    if (await keepStored(db, source.hash)) continue;
    const storage = storageOf(db);
    if (storage && source.size > 0) await storeInBucket(db, storage, source);
    else await db.transaction().execute((tx) => storeFile(tx, source));
  }
}

/** Keeps a file from the sweep that is there already and has been unused for long. @returns whether it is there */
async function keepStored(db: Db, hash: string): Promise<boolean> {
  // The sweep may have tried to remove its object, and nobody knows with what success. It is stored anew.
  await db
    .deleteFrom('media')
    .where('hash', '=', hash)
    .where('stored_in', '=', 'bucket')
    .where('unused_since', '<', new Date(Date.now() - keptMs))
    .execute();
  const { numUpdatedRows } = await db
    .updateTable('media')
    .set({ unused_since: sql`case when unused_since is null then null else now() end` })
    .where('hash', '=', hash)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The row comes last: bytes without one cost space alone, and are written over when the file comes again. */
async function storeInBucket(db: Db, storage: Storage, source: MediaSource): Promise<void> {
  const { hash, size, contentType, bytes } = source;
  await putObject(storage, { hash, size, bytes: () => proven(bytes(), source, () => changed(source)) });
  await db
    .insertInto('media')
    .values({ hash, size, content_type: contentType, stored_in: 'bucket', head: await headOf(bytes()) })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .execute();
}

async function headOf(parts: ReturnType<MediaSource['bytes']>): Promise<Buffer> {
  let head = Buffer.alloc(0);
  for await (const part of parts) {
    head = Buffer.concat([head, part.subarray(0, headBytes - head.length)]);
    if (head.length === headBytes) break;
  }
  return head;
}

/** Into the database, chunk by chunk. */
async function storeFile(tx: Tx, source: MediaSource): Promise<void> {
  const { hash, size, contentType, bytes: read } = source;
  const row = await tx
    .insertInto('media')
    .values({ hash, size, content_type: contentType })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .returning('hash')
    .executeTakeFirst();
  // Another import was faster.
  if (!row) return;
  const sum = createHash('sha256');
  let n = 0;
  for await (const bytes of chunksOf(read())) {
    sum.update(bytes);
    await tx.insertInto('media_chunks').values({ hash, n, bytes }).execute();
    n += 1;
  }
  if (sum.digest('hex') !== hash) throw changed(source);
}

const changed = ({ path }: MediaSource): Error => new Error(`${path} was changed while it was read. Import once more.`);

/** The bytes of a file in pieces of the chunk's size; the last may be smaller. */
async function* chunksOf(parts: ReturnType<MediaSource['bytes']>): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = [];
  let length = 0;
  for await (const part of parts) {
    held.push(part);
    length += part.length;
    if (length < chunkSize) continue;
    const whole = Buffer.concat(held);
    let from = 0;
    for (; length - from >= chunkSize; from += chunkSize) yield whole.subarray(from, from + chunkSize);
    held = [whole.subarray(from)];
    length -= from;
  }
  if (length > 0) yield Buffer.concat(held);
}

/**
 * Finds out what is used: by the shown modules, whose data has the addresses, and by the sources. The rest begins to
 * wait for the sweep. To be called in the transaction that changed modules or sources.
 * @param types content types that have changed since a file was stored, by hash
 */
export async function markMedia(tx: Tx, types: ReadonlyMap<string, string>): Promise<void> {
  for (const [hash, contentType] of types) {
    await tx
      .updateTable('media')
      .set({ content_type: contentType })
      .where('hash', '=', hash)
      .where('content_type', '<>', contentType)
      .execute();
  }
  await sql`
    with used as (
      select distinct address.parts[1] as hash
      from modules
      join subchapters on subchapters.pk = modules.subchapter_pk and not subchapters.hidden
      join chapters on chapters.pk = subchapters.chapter_pk and not chapters.hidden
      join trainings on trainings.pk = chapters.training_pk and not trainings.hidden
      cross join lateral regexp_matches(modules.data::text, '/media/([0-9a-f]{64})/', 'g') as address(parts)
      where not modules.hidden and modules.kind in ('video', 'file', 'demo')
      union
      select media_hash from source_files where media_hash is not null
    )
    update media set unused_since = case when used.hash is null then now() end
    from media as each left join used on used.hash = each.hash
    where media.hash = each.hash and (media.unused_since is null) <> (used.hash is not null)`.execute(tx);
}

/** Those of the hashes whose bytes are not stored. */
export async function findMissingMedia(db: Db | Tx, hashes: readonly string[]): Promise<string[]> {
  const rows = await db.selectFrom('media').select('hash').where('hash', '=', anyOf(hashes)).execute();
  const stored = new Set(rows.map(({ hash }) => hash));
  return hashes.filter((hash) => !stored.has(hash));
}
