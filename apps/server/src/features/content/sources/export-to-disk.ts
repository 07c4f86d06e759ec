import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { writeFolder } from '@hexpedition/curriculum/bundles/write-folder';
import { writeZip } from '@hexpedition/curriculum/bundles/write-zip';
import type { Db } from '#platform/db/db';
import { exportBundle } from './export-sources.ts';

/**
 * Exports everything into a new folder, or into a zip if the target ends with .zip. Existing files are not
 * overwritten.
 * @returns the number of files
 */
export async function exportToDisk(db: Db, target: string): Promise<number> {
  const bundle = await exportBundle(db);
  if (/\.zip$/i.test(target))
    await pipeline(Readable.from(writeZip(bundle)), createWriteStream(target, { flags: 'wx' }));
  else await writeFolder(bundle, target);
  return bundle.size;
}
