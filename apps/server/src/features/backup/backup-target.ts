import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type Bucket, createBucket } from '#platform/bucket';
import type { StoredPart } from '#platform/bucket-uploads';
import type { BackupBucket } from '#platform/config';
import { StartError } from '#platform/start-error';
import type { ArchiveSource } from './read-archive.ts';

/** Name of an archive. Only files with such a name can be deleted by `--keep`. */
const archiveName = /^hexpedition-\d{8}T\d{6}Z\.tar\.age$/;

export const isArchiveName = (name: string): boolean => archiveName.test(name);

/** Returns a name such as `hexpedition-20261129T030000Z.tar.age`; names sort by time. */
export const archiveNameAt = (time: Date): string =>
  `hexpedition-${time.toISOString().replace(/[-:]|\.\d+/g, '')}.tar.age`;

/** The first bytes of every age file. */
const ageHeader = 'age-encryption.org/v1\n';

/** An archive on the disk. */
export const archiveFile = (path: string): ArchiveSource => ({
  name: path,
  open: () => createReadStream(path, { highWaterMark: 256 * 1024 }),
});

/** An archive in a bucket. @throws StartError if it does not exist */
export async function archiveObject(target: BackupBucket): Promise<ArchiveSource> {
  const bucket = createBucket(target.storage);
  const object = await bucket.head(target.prefix);
  if (!object) {
    throw new StartError(
      `There is no archive ${target.prefix} in the bucket.`,
      'Name the archive after the bucket: s3://…@host/bucket/hexpedition-….tar.age',
    );
  }
  const { size } = object;
  return {
    name: target.prefix,
    open: () => bucket.read(target.prefix, { from: 0, to: size - 1, size, signal: new AbortController().signal }),
  };
}

/** Mark of the archives in a bucket. `--keep` deletes only objects that have it. */
const objectMark = { name: 'made-by', value: 'hexpedition-backup' };

/** S3 allows 10,000 parts of at least 5 MiB. */
const minPartBytes = 16 * 1024 * 1024;
const maxParts = 9_000;

/**
 * Uploads an archive in parts. An upload that was interrupted continues: parts that the bucket already has are skipped.
 * @returns how many parts there were and how many of them were sent
 */
export async function uploadArchive(
  path: string,
  target: BackupBucket,
  options: { bucket?: Bucket; partBytes?: number; signal?: AbortSignal } = {},
): Promise<{ parts: number; sent: number }> {
  const { bucket = createBucket(target.storage), partBytes = minPartBytes, signal } = options;
  const key = keyOf(target, basename(path));
  const { size } = await stat(path);
  const step = Math.max(partBytes, Math.ceil(size / maxParts));
  const uploadId =
    (await bucket.findUpload(key)) ?? (await bucket.createUpload(key, { [objectMark.name]: objectMark.value }));
  const stored = new Map((await bucket.listParts(key, uploadId)).map((part) => [part.number, part]));
  const parts: StoredPart[] = [];
  let sent = 0;
  const file = await open(path, 'r');
  try {
    for (let from = 0, number = 1; from < size; from += step, number++) {
      signal?.throwIfAborted();
      const bytes = Buffer.alloc(Math.min(step, size - from));
      await file.read(bytes, 0, bytes.length, from);
      const known = stored.get(number);
      if (known && isSame(known, bytes)) parts.push(known);
      else {
        parts.push(await bucket.putPart(key, uploadId, number, objectOf(bytes)));
        sent += 1;
      }
    }
  } finally {
    await file.close();
  }
  await bucket.completeUpload(key, uploadId, parts);
  const object = await bucket.head(key);
  if (object?.size !== size) throw new Error(`The bucket has ${object?.size ?? 0} of ${size} bytes of ${key}.`);
  return { parts: parts.length, sent };
}

/** A store whose ETag is no MD5 gets the part again. */
const isSame = ({ size, etag }: StoredPart, bytes: Buffer): boolean =>
  size === bytes.length && etag.replaceAll('"', '') === createHash('md5').update(bytes).digest('hex');

const objectOf = (bytes: Buffer) => ({
  size: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
  bytes: async function* () {
    yield bytes;
  },
});

const keyOf = ({ prefix }: BackupBucket, name: string): string => `${prefix}${name}`;

/** Deletes all but the newest archives of a folder. Other files stay. @returns the deleted names */
export async function keepNewestFiles(folder: string, keep: number): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => archiveName.test(name)).sort();
  const deleted: string[] = [];
  for (const name of names.slice(0, Math.max(0, names.length - keep))) {
    if (!(await isArchive(join(folder, name)))) continue;
    await rm(join(folder, name));
    deleted.push(name);
  }
  return deleted;
}

async function isArchive(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const head = Buffer.alloc(ageHeader.length);
    await file.read(head, 0, head.length, 0);
    return head.toString() === ageHeader;
  } finally {
    await file.close();
  }
}

/** Deletes all but the newest archives below the prefix. Other objects stay. @returns the deleted keys */
export async function keepNewestObjects(
  target: BackupBucket,
  keep: number,
  bucket: Bucket = createBucket(target.storage),
): Promise<string[]> {
  const keys = (await bucket.list(keyOf(target, 'hexpedition-')))
    .filter((key) => archiveName.test(key.slice(target.prefix.length)))
    .sort();
  const deleted: string[] = [];
  for (const key of keys.slice(0, Math.max(0, keys.length - keep))) {
    if ((await bucket.head(key))?.metadata(objectMark.name) !== objectMark.value) continue;
    await bucket.remove(key);
    deleted.push(key);
  }
  return deleted;
}

/** Creates the folder for archives. @throws StartError if it cannot be created */
export async function createBackupFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartError(`The folder ${folder} cannot be created (${code}).`, 'Choose another folder for backups.');
  }
}
