import { type BundleFile, type BundleFiles, textFile } from '@hexpedition/curriculum/bundles/bundle-files';
import { mapFiles } from '@hexpedition/curriculum/source/map-file';
import { readLiveMaps } from '#features/maps/maps.public';
import { readMedia } from '#features/media/media.public';
import type { Db } from '#platform/db/db';
import { findText, type LiveFile, StoredSources } from './sources.read-model.ts';

/**
 * Exports all sources as a folder that can be imported: the files as authors wrote them, byte for byte, and the
 * published maps. Importing it again changes nothing. Contents are read on demand.
 */
export async function exportBundle(db: Db): Promise<BundleFiles> {
  const { live } = await StoredSources.read(db);
  const bundle = new Map<string, BundleFile>();
  for (const [path, file] of live) bundle.set(path, { size: file.size, bytes: () => bytesOf(db, file) });
  for (const map of await readLiveMaps(db))
    bundle.set(mapFiles[map.kind], textFile(`${JSON.stringify(map, null, 2)}\n`));
  return new Map([...bundle].sort(([a], [b]) => (a < b ? -1 : 1)));
}

async function bytesOf(db: Db, { pk, hash, size }: LiveFile): Promise<Uint8Array> {
  const text = await findText(db, pk);
  if (text !== undefined) return Buffer.from(text);
  if (size === 0) return new Uint8Array();
  const parts: Buffer[] = [];
  for await (const part of readMedia(db, hash)) parts.push(part);
  return Buffer.concat(parts);
}
