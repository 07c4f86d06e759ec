import { type Dirent, existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip as gzipCallback } from 'node:zlib';
import { type Bucket, BucketError, createBucket } from '#platform/bucket';
import type { StorageConfig } from '#platform/config';
import { openSnapshot, type Snapshot } from '#platform/db/table-dump';
import { version } from '#platform/version';
import { archiveFormat, type Manifest, partPaths } from './archive-manifest.ts';
import { listBucketMedia } from './backup-media.read-model.ts';
import type { Part } from './write-archive.ts';

const gzip = promisify(gzipCallback);

export interface BackupSource {
  databaseUrl: string;
  dataDir: string;
  /** Bucket with the files of lessons; null without one. */
  storage: StorageConfig | null;
  /** Whether to include the keys of DATA_DIR/secrets. */
  withSecrets: boolean;
  /** Called with the id of the database's snapshot, which other connections can read until the archive is complete. */
  onSnapshot?: (id: string) => Promise<void>;
}

/**
 * Reads everything that belongs to a backup. The database's snapshot comes first and the files after it. A home that was saved in
 * between is newer than the database, which stores no content of homes; and the bucket keeps a file for a day after its last use.
 */
export async function collectParts(source: BackupSource) {
  const snapshot = await openSnapshot(source.databaseUrl);
  const createdAt = new Date();
  const missing: string[] = [];

  async function* parts(): AsyncGenerator<Part> {
    await source.onSnapshot?.(snapshot.id);
    yield* databaseParts(snapshot);
    for (const folder of ['homes', 'announcements', ...(source.withSecrets ? ['secrets'] : [])])
      yield* folderParts(source.dataDir, folder);
    if (source.storage) yield* mediaParts(snapshot, createBucket(source.storage), missing);
  }

  return {
    parts: parts(),
    describe: async (): Promise<Omit<Manifest, 'parts'>> => ({
      ...{ format: archiveFormat, version, created_at: createdAt.toISOString() },
      ...{ database: await snapshot.describe(), has_secrets: source.withSecrets, missing_media: missing },
    }),
    close: () => snapshot.close(),
  };
}

async function* databaseParts(snapshot: Snapshot): AsyncGenerator<Part> {
  const counts = new Map<string, number>();
  for await (const { table, bytes } of snapshot.rows()) {
    const n = (counts.get(table.name) ?? 0) + 1;
    counts.set(table.name, n);
    const compressed = await gzip(bytes, { level: 1 });
    const path = `database/${table.name}/${String(n).padStart(6, '0')}.copy.gz`;
    yield { path, size: compressed.length, bytes: [compressed] };
  }
}

/** The key of the embedded PostgreSQL: an installation creates its own. */
const omittedSecret = 'secrets/database.key';

/** Yields the files of a folder of DATA_DIR, each as it is when it is read. Temporary files are left out. */
async function* folderParts(dataDir: string, folder: string): AsyncGenerator<Part> {
  if (!existsSync(join(dataDir, folder))) return;
  const entries: Dirent[] = await readdir(join(dataDir, folder), { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(dataDir.length + 1))
    .filter(
      (path) =>
        path !== omittedSecret &&
        [partPaths.home, partPaths.announcements, partPaths.secret].some((one) => one.test(path)),
    )
    .sort();
  for (const path of paths) {
    const bytes = await readFile(join(dataDir, path)).catch((error: NodeJS.ErrnoException) => {
      // The learner has deleted the home.
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (bytes) yield { path, size: bytes.length, bytes: [bytes] };
  }
}

async function* mediaParts(snapshot: Snapshot, bucket: Bucket, missing: string[]): AsyncGenerator<Part> {
  for (const { hash, size } of await listBucketMedia(snapshot)) {
    const path = `media/${hash}`;
    const abort = new AbortController();
    const bytes = bucket.read(path, { from: 0, to: size - 1, size, signal: abort.signal });
    try {
      // Before the part begins, because a tar file cannot take back a file.
      const first = await bytes.next();
      yield { path, size, bytes: continueWith(first, bytes) };
    } catch (error) {
      if (!(error instanceof BucketError) || error.info.code !== 'NoSuchKey') throw error;
      missing.push(hash);
    } finally {
      abort.abort();
    }
  }
}

async function* continueWith<T>(first: IteratorResult<T>, rest: AsyncIterable<T>): AsyncGenerator<T> {
  if (first.done) return;
  yield first.value;
  yield* rest;
}
