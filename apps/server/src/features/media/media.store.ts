import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { anyOf, type Db, type Tx } from '#platform/db/db';
import { putObject, type Storage, storageOf, verified } from './media-storage.ts';

export const chunkSize = 256 * 1024;

/** A file to store. */
export interface MediaSource {
  /** Path for error messages. */
  path: string;
  /** SHA-256 in hexadecimal. */
  hash: string;
  size: number;
  contentType: string;
  /** Returns all bytes from the start, at each call. */
  bytes(): AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** Time to keep unused files: open or cached pages may request a file for a while after it has left the lesson. */
export const unusedRetentionMs = 86_400_000;

/** Number of first bytes that the database keeps of files in the bucket; more than readers need to recognise a type. */
const headBytes = 1_024;

/**
 * Stores missing files, each separately. A file counts as unused until `markMedia` finds it in use.
 * @throws AppError unavailable when the bucket cannot be reached; no part of the file is kept then
 */
export async function storeMedia(db: Db, sources: Iterable<MediaSource>): Promise<void> {
  for (const source of sources) {
    if (await renewStored(db, source.hash)) continue;
    const storage = storageOf(db);
    if (storage && source.size > 0) await storeInBucket(db, storage, source);
    else await db.transaction().execute((tx) => storeFile(tx, source));
  }
}

/** Renews the retention of a stored file that has been unused. @returns whether the file is stored */
async function renewStored(db: Db, hash: string): Promise<boolean> {
  // The sweep may already have removed its object, so the file is stored again.
  await db
    .deleteFrom('media')
    .where('hash', '=', hash)
    .where('stored_in', '=', 'bucket')
    .where('unused_since', '<', new Date(Date.now() - unusedRetentionMs))
    .execute();
  const { numUpdatedRows } = await db
    .updateTable('media')
    .set({ unused_since: sql`case when unused_since is null then null else now() end` })
    .where('hash', '=', hash)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Inserts the row last: bytes without a row only waste space and are overwritten when the file is stored again. */
async function storeInBucket(db: Db, storage: Storage, source: MediaSource): Promise<void> {
  const { hash, size, contentType, bytes } = source;
  await putObject(storage, { hash, size, bytes: () => verified(bytes(), source, () => changedError(source)) });
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

/** Stores a file in the database, chunk by chunk. */
async function storeFile(tx: Tx, source: MediaSource): Promise<void> {
  const { hash, size, contentType, bytes: read } = source;
  const row = await tx
    .insertInto('media')
    .values({ hash, size, content_type: contentType })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .returning('hash')
    .executeTakeFirst();
  // Another import has stored it.
  if (!row) return;
  const sum = createHash('sha256');
  let n = 0;
  for await (const bytes of chunksOf(read())) {
    sum.update(bytes);
    await tx.insertInto('media_chunks').values({ hash, n, bytes }).execute();
    n += 1;
  }
  if (sum.digest('hex') !== hash) throw changedError(source);
}

const changedError = ({ path }: MediaSource): Error =>
  new Error(`${path} was changed while it was read. Import it again.`);

/** Splits the bytes of a file into chunks of `chunkSize`; the last may be smaller. */
async function* chunksOf(parts: ReturnType<MediaSource['bytes']>): AsyncGenerator<Buffer> {
  let pending: Uint8Array[] = [];
  let length = 0;
  for await (const part of parts) {
    pending.push(part);
    length += part.length;
    if (length < chunkSize) continue;
    const whole = Buffer.concat(pending);
    let from = 0;
    for (; length - from >= chunkSize; from += chunkSize) yield whole.subarray(from, from + chunkSize);
    pending = [whole.subarray(from)];
    length -= from;
  }
  if (length > 0) yield Buffer.concat(pending);
}

/**
 * Marks which files are in use: by visible modules, whose data contains their URLs, and by sources. Starts the
 * retention of all others. Must run in the transaction that changed modules or sources.
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
      where not modules.hidden and modules.data ? 'src'
      union
      select media_hash from source_files where media_hash is not null
    )
    update media set unused_since = case when used.hash is null then now() end
    from media as each left join used on used.hash = each.hash
    where media.hash = each.hash and (media.unused_since is null) <> (used.hash is not null)`.execute(tx);
}

/** Returns the hashes whose bytes are not stored. */
export async function findMissingMedia(db: Db | Tx, hashes: readonly string[]): Promise<string[]> {
  const rows = await db.selectFrom('media').select('hash').where('hash', '=', anyOf(hashes)).execute();
  const stored = new Set(rows.map(({ hash }) => hash));
  return hashes.filter((hash) => !stored.has(hash));
}
