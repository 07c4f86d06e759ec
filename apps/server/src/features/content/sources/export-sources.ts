import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { readLiveMaps } from '#features/maps/maps.public';
import { readMedia } from '#features/media/media.public';
import type { Db } from '#platform/db/db';
import { mapFiles } from '../source/map.ts';
import { fileOf, type IncomingFile } from '../source/tree.ts';
import { findText, StoredSources } from './sources.read-model.ts';

/** Path → file. */
type Bundle = Map<string, Pick<IncomingFile, 'hash' | 'size' | 'bytes'>>;

/**
 * Everything as a folder that can be imported: the files as their authors wrote them, byte for byte, and the maps as
 * people see them. To import it again changes nothing. Contents are read when they are asked for.
 */
export async function exportBundle(db: Db): Promise<Bundle> {
  const { live } = await StoredSources.read(db);
  const bundle: Bundle = new Map();
  for (const [path, { pk, hash, size }] of live) bundle.set(path, { hash, size, bytes: () => bytesOf(db, pk, hash) });
  for (const map of await readLiveMaps(db))
    bundle.set(mapFiles[map.kind], fileOf(Buffer.from(`${JSON.stringify(map, null, 2)}\n`)));
  return new Map([...bundle].sort(([a], [b]) => (a < b ? -1 : 1)));
}

async function* bytesOf(db: Db, pk: number, hash: string): AsyncGenerator<Uint8Array> {
  const text = await findText(db, pk);
  if (text !== undefined) yield Buffer.from(text);
  else yield* readMedia(db, hash);
}

/** Writes a bundle into a folder on the disk. */
export async function writeFolder(root: string, bundle: Bundle): Promise<void> {
  for (const [path, file] of bundle) {
    const target = join(root, path);
    // Nothing is stored that leads out of the folder; a slip elsewhere must not write beside it.
    if (relative(root, target).startsWith('..')) throw new Error(`${path} does not lie in the folder.`);
    await mkdir(dirname(target), { recursive: true });
    await pipeline(Readable.from(file.bytes()), createWriteStream(target));
  }
}
