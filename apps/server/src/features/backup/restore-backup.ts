import { randomBytes } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { gunzip as gunzipCallback } from 'node:zlib';
import { createBucket } from '#platform/bucket';
import type { StorageConfig } from '#platform/config';
import { migrationsFolder, openServer } from '#platform/db/open-database';
import { beginRestore, findAnyTable, requireKnownMigrations, type TableRestore } from '#platform/db/table-dump';
import { StartError } from '#platform/start-error';
import type { DecryptionKey } from './archive-keys.ts';
import { type Manifest, partPaths } from './archive-manifest.ts';
import { type ArchiveSource, readParts, verifyArchive } from './read-archive.ts';

const gunzip = promisify(gunzipCallback);

export interface RestoreTarget {
  databaseUrl: string | null;
  dataDir: string;
  storage: StorageConfig | null;
}

export interface RestoreReport {
  manifest: Manifest;
  rows: number;
  files: number;
  /** Tables of the archive that are not the platform's and were left out. */
  unknownTables: string[];
}

const fileFolders = ['homes', 'announcements'] as const;

/**
 * Restores an archive into an empty installation. Verifies the whole archive first. If the restore fails, neither the database nor
 * the data folder contains anything of it.
 * @param dryRun verifies the archive and the installation, and changes nothing
 * @throws StartError with the reason and a remedy
 */
export async function restoreBackup(
  source: ArchiveSource,
  key: DecryptionKey,
  target: RestoreTarget,
  dryRun = false,
): Promise<RestoreReport> {
  const manifest = await verifyArchive(source, key);
  await requireKnownMigrations(manifest.database, migrationsFolder);
  await requireEmptyFolder(target.dataDir, manifest);
  if (!target.storage && manifest.parts.some(({ path }) => partPaths.media.test(path))) {
    throw new StartError(
      'The backup contains lesson files from a bucket, but STORAGE_URL is not set.',
      'Set STORAGE_URL to an empty bucket, and restore again.',
    );
  }
  const report: RestoreReport = {
    ...{ manifest, unknownTables: [] },
    rows: manifest.database.tables.reduce((sum, { rows }) => sum + rows, 0),
    files: manifest.parts.filter(({ path }) => !partPaths.rows.test(path)).length,
  };
  // A dry run does not create the embedded database.
  if (dryRun && target.databaseUrl === null && !existsSync(join(target.dataDir, 'postgres'))) return report;
  const server = await openServer(target);
  try {
    const table = await findAnyTable(server.url);
    if (table !== undefined) throw notEmpty(`The database already has the table ${table}`, target);
    if (!dryRun) report.unknownTables = await restoreInto(server.url, { source, key, manifest, target });
    return report;
  } finally {
    await server.close();
  }
}

async function requireEmptyFolder(dataDir: string, { has_secrets }: Manifest): Promise<void> {
  for (const folder of fileFolders) {
    const entries = await readdir(join(dataDir, folder)).catch(() => []);
    if (entries.length > 0) throw notEmpty(`${join(dataDir, folder)} is not empty`);
  }
  if (has_secrets && existsSync(join(dataDir, 'secrets', 'master.key')))
    throw notEmpty(`${join(dataDir, 'secrets', 'master.key')} exists`);
}

const notEmpty = (problem: string, target?: RestoreTarget) =>
  new StartError(
    `${problem}. A backup is restored into an empty installation only. Nothing was changed.`,
    target?.databaseUrl
      ? 'Create a new database, set DATABASE_URL to it, and set DATA_DIR to a new folder.'
      : 'Set DATA_DIR to a new folder. Keep the old one until you have checked the restored platform.',
  );

interface Restore {
  source: ArchiveSource;
  key: DecryptionKey;
  manifest: Manifest;
  target: RestoreTarget;
}

/** @returns tables of the archive that are not the platform's */
async function restoreInto(url: string, { source, key, manifest, target }: Restore): Promise<string[]> {
  const staging = join(target.dataDir, `restore.${randomBytes(4).toString('hex')}`);
  const bucket = target.storage && createBucket(target.storage);
  const tables = await beginRestore(url, manifest.database, migrationsFolder);
  const moved: string[] = [];
  try {
    for await (const { path, bytes } of readParts(source, key, manifest)) {
      const media = partPaths.media.exec(path)?.[1];
      if (partPaths.rows.test(path)) await insertRows(tables, path, await buffer(bytes));
      else await writeStaged(join(staging, path), bytes);
      if (media && bucket) await putMedia(bucket, media, join(staging, path));
    }
    for (const path of await listStaged(staging)) {
      await mkdir(dirname(join(target.dataDir, path)), { recursive: true, mode: 0o700 });
      await rename(join(staging, path), join(target.dataDir, path));
      moved.push(path);
    }
    await tables.commit();
    return tables.unknown;
  } catch (error) {
    for (const path of moved) await rm(join(target.dataDir, path), { recursive: true, force: true });
    throw error;
  } finally {
    await tables.close();
    await rm(staging, { recursive: true, force: true });
  }
}

async function insertRows(tables: TableRestore, path: string, compressed: Buffer): Promise<void> {
  await tables.insert(partPaths.rows.exec(path)?.[1] ?? '', await gunzip(compressed));
}

/** Puts a file from the disk, because the bucket's client reads the bytes again when a call fails. */
async function putMedia(bucket: ReturnType<typeof createBucket>, hash: string, path: string): Promise<void> {
  const { size } = await stat(path);
  await bucket.put(`media/${hash}`, { size, sha256: hash, bytes: () => createReadStream(path) });
  await rm(path);
}

async function writeStaged(path: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const chunk of bytes) await file.writeFile(chunk);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Returns what can be moved at once: whole folders, and each key beside the one of the embedded database. */
async function listStaged(staging: string): Promise<string[]> {
  const folders = fileFolders.filter((folder) => existsSync(join(staging, folder)));
  const keys = await readdir(join(staging, 'secrets')).catch(() => []);
  return [...folders, ...keys.map((name) => `secrets/${name}`)];
}
