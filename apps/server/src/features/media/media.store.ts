import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { anyOf, type Db, type Tx } from '#platform/db/db';

export const chunkSize = 256 * 1024;

/** A file that is to be stored. */
export interface MediaSource {
  /** What people know it by. */
  path: string;
  /** SHA-256 in hexadecimal. */
  hash: string;
  size: number;
  contentType: string;
  bytes(): AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** The address of a file, for those who were told of it: nobody guesses a hash. */
export const mediaPath = (hash: string, name: string): string => `/media/${hash}/${name}`;

/**
 * Puts into the database what it does not have yet, chunk by chunk, each file in a transaction of its own. Until
 * `markMedia` finds it in use, it counts as unused.
 */
export async function storeMedia(db: Db, sources: Iterable<MediaSource>): Promise<void> {
  for (const source of sources) {
    // Keeps files from the sweep that are there already and have been unused for a day.
    const { numUpdatedRows } = await db
      .updateTable('media')
      .set({ unused_since: sql`case when unused_since is null then null else now() end` })
      .where('hash', '=', source.hash)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) await db.transaction().execute((tx) => storeFile(tx, source));
  }
}

async function storeFile(tx: Tx, { path, hash, size, contentType, bytes: read }: MediaSource): Promise<void> {
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
  if (sum.digest('hex') !== hash) throw new Error(`${path} was changed while it was read. Import once more.`);
}

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
