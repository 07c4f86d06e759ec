import { readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { BackupBucket } from '#platform/config';
import { StartError } from '#platform/start-error';
import type { EncryptionKey } from './archive-keys.ts';
import {
  archiveNameAt,
  createBackupFolder,
  isArchiveName,
  keepNewestFiles,
  keepNewestObjects,
  uploadArchive,
} from './backup-target.ts';
import { backupToFile } from './backup-to-file.ts';
import type { BackupSource } from './collect-parts.ts';

export interface BackupJob {
  source: BackupSource;
  key: EncryptionKey;
  /** File of the archive. For an upload it stays on the disk, and an existing one is uploaded. By default it gets a name. */
  file?: string;
  to: { folder: string } | BackupBucket | null;
  /** Number of archives that stay; null deletes none. */
  keep: number | null;
  now: Date;
  signal?: AbortSignal;
}

interface BackupResult {
  bytes: number;
  /** Sentences for the operator. */
  message: string;
}

/** Returns the place without credentials. */
export const describeTarget = (to: BackupJob['to'], file?: string): string =>
  to && 'storage' in to ? `${to.storage.url.replace(/^https?:/, 's3:')}/${to.prefix}` : (file ?? to?.folder ?? '');

/** Makes a backup, puts it to its place, and deletes old ones. */
export async function runBackup(job: BackupJob): Promise<BackupResult> {
  const result = job.to && 'storage' in job.to ? await backUpToBucket(job, job.to) : await backUpToDisk(job);
  return { bytes: result.bytes, message: [...result.lines].join(' ') };
}

interface Lines {
  bytes: number;
  lines: string[];
}

async function backUpToDisk({ source, key, file, to, keep, now, signal }: BackupJob): Promise<Lines> {
  const folder = file === undefined && to && 'folder' in to ? to.folder : dirname(file ?? '');
  await createBackupFolder(folder);
  const path = file ?? join(folder, archiveNameAt(now));
  const { bytes, manifest } = await backupToFile(path, source, { key, signal });
  const deleted = keep === null ? [] : await keepNewestFiles(folder, keep);
  return { bytes, lines: [`The backup is in ${path}.`, ...describeMissing(manifest), ...describeDeleted(deleted)] };
}

async function backUpToBucket(job: BackupJob, to: BackupBucket): Promise<Lines> {
  const { source, key, file, keep, now, signal } = job;
  const lines: string[] = [];
  const temporary = join(source.dataDir, 'backups');
  if (file === undefined) {
    await createBackupFolder(temporary);
    // Archives whose upload an earlier run could not finish.
    for (const name of (await readdir(temporary)).filter(isArchiveName).sort()) {
      await uploadArchive(join(temporary, name), to, { signal });
      await rm(join(temporary, name));
      lines.push(`The upload of ${name} was completed.`);
    }
  }
  const path = file ?? join(temporary, archiveNameAt(now));
  const existing = await stat(path).catch(() => undefined);
  const made = existing ? undefined : await backupToFile(path, source, { key, signal });
  const { parts, sent } = await uploadArchive(path, to, { signal });
  if (file === undefined) await rm(path);
  const skipped = parts === sent ? '' : ` ${parts - sent} of its ${parts} parts were there already.`;
  lines.push(`The backup is in ${describeTarget(to)}.${skipped}`, ...describeMissing(made?.manifest));
  if (keep !== null) lines.push(...describeDeleted(await keepNewestObjects(to, keep)));
  return { bytes: made?.bytes ?? existing?.size ?? 0, lines };
}

const describeMissing = (manifest: { missing_media: string[] } | undefined): string[] =>
  manifest?.missing_media.length
    ? [`${manifest.missing_media.length} files of lessons are missing in the bucket of STORAGE_URL.`]
    : [];

const describeDeleted = (names: string[]): string[] => (names.length > 0 ? [`Deleted: ${names.join(', ')}.`] : []);

/** Returns the reason and the remedy as one line. */
export const describeFailure = (error: unknown): string =>
  error instanceof StartError ? `${error.message} ${error.remedy}` : (error as Error).message;
