import { open, rename, rm, stat } from 'node:fs/promises';
import { isDiskFull } from '#platform/db/database-errors';
import { StartError } from '#platform/start-error';
import type { Manifest } from './archive-manifest.ts';
import { type BackupSource, collectParts } from './collect-parts.ts';
import { type ArchiveOptions, writeArchive } from './write-archive.ts';

/** Name of the file until the archive is complete. */
const partialName = (path: string) => `${path}.partial`;

/**
 * Writes an archive. The file has its name only when it is complete and on the disk.
 * @throws StartError if the file exists or the disk is full
 */
export async function backupToFile(
  path: string,
  source: BackupSource,
  { signal, ...options }: ArchiveOptions & { signal?: AbortSignal },
): Promise<{ bytes: number; manifest: Omit<Manifest, 'parts'> }> {
  if (await stat(path).catch(() => undefined))
    throw new StartError(`${path} already exists.`, 'Choose another name, or delete the file.');
  const partial = partialName(path);
  const collected = await collectParts(source);
  let manifest: Omit<Manifest, 'parts'> | undefined;
  const describe = async () => {
    manifest = await collected.describe();
    return manifest;
  };
  try {
    // A former run that was interrupted may have left its file.
    const file = await open(partial, 'w', 0o600);
    let bytes = 0;
    try {
      for await (const chunk of writeArchive(collected.parts, describe, options)) {
        signal?.throwIfAborted();
        await file.writeFile(chunk);
        bytes += chunk.length;
      }
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(partial, path);
    return { bytes, manifest: manifest as Omit<Manifest, 'parts'> };
  } catch (error) {
    await rm(partial, { force: true });
    throw isDiskFull(error) ? noRoom(path) : error;
  } finally {
    await collected.close();
  }
}

const noRoom = (path: string): StartError =>
  new StartError(
    `The disk that holds ${path} is full. No backup was made.`,
    'Free some space, or back up to another disk.',
  );
