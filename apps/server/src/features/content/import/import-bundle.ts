import { basename } from 'node:path';
import type { Db } from '#platform/db/db';
import { TaskLimitError } from '#platform/worker-thread';
import type { Rejection } from '../bundles/bundle-files.ts';
import type { ConvertOptions } from '../bundles/convert.ts';
import type { BundleFormat } from '../bundles/detect-format.ts';
import { type Unpacking, type UnpackTask, unpackedFiles, withTemporaryFolder } from '../bundles/unpack.ts';
import { readHere } from '../sources/read-here.ts';
import type { SourceReader } from '../sources/reader.ts';
import { type ImportFilesOptions, importFiles } from './import-files.ts';
import type { ImportReport } from './report.ts';

interface BundleOptions extends Omit<ImportFilesOptions, 'source' | 'findings' | 'sharesContinents'> {
  /** Found out by its files when it is left out. */
  format?: BundleFormat;
  /** Where challenges of others go. */
  continent?: ConvertOptions['continent'];
}

/** Imports a zip or a folder of files that are ours, or of challenges of others (docs/authoring.md). */
export async function importBundleFromDisk(
  db: Db,
  path: string,
  { format, continent, reader = readHere, ...options }: BundleOptions,
): Promise<ImportReport | { rejection: Rejection }> {
  const name = basename(path).replace(/\.zip$/i, '');
  return withTemporaryFolder(async (into) => {
    const convert = { name, ...(continent ? { continent } : {}) };
    const unpacked = await unpackOrSay(reader, { from: path, into, format, convert });
    if ('rejection' in unpacked) return unpacked;
    const source = sourceOf(unpacked.format, name);
    return importFiles(db, unpackedFiles(into, unpacked), {
      ...options,
      ...source,
      reader,
      findings: unpacked.diagnostics,
    });
  });
}

/** Unpacks a bundle; one that takes too long is refused, with the file that did. */
export async function unpackOrSay(reader: SourceReader, task: UnpackTask): Promise<Unpacking> {
  try {
    return await reader.unpack(task);
  } catch (error) {
    if (!(error instanceof TaskLimitError)) throw error;
    const message =
      error.at === undefined
        ? 'This takes too long to unpack. Import it in parts.'
        : `"${error.at}" takes too long to read. Make it shorter: deep lists, quotations and brackets take most of the time.`;
    return { rejection: { code: 'too-slow', message } };
  }
}

/** Who brings a bundle: the next one of the same format and name takes its place. */
export const sourceOf = (format: BundleFormat, name: string) => ({
  source: `${format}:${name}`,
  sharesContinents: format !== 'bundle',
});
