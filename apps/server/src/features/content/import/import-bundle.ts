import { basename } from 'node:path';
import type { ImportLimits, Rejection } from '@hexpedition/curriculum/bundles/bundle-files';
import type { ConvertOptions } from '@hexpedition/curriculum/bundles/conversion';
import type { BundleFormat } from '@hexpedition/curriculum/bundles/detect-format';
import {
  type UnpackResult,
  type UnpackTask,
  unpackedFiles,
  withTemporaryFolder,
} from '@hexpedition/curriculum/bundles/unpack';
import type { Db } from '#platform/db/db';
import { TaskLimitError } from '#platform/worker-thread';
import { inProcessReader } from '../sources/in-process-reader.ts';
import type { SourceReader } from '../sources/source-reader.ts';
import { type ImportFilesOptions, importFiles } from './import-files.ts';
import { ChangeLog, type ImportReport } from './import-report.ts';

interface BundleOptions extends Omit<ImportFilesOptions, 'source' | 'findings' | 'sharesContinents'> {
  /** Detected from the files when it is omitted. */
  format?: BundleFormat;
  /** Continent for foreign challenges. */
  continent?: ConvertOptions['continent'];
  limits?: ImportLimits;
}

/**
 * Imports a zip or a folder in our own format or with foreign challenges (docs/authoring.md). The report of a bundle
 * that cannot be read has one error without a file.
 */
export async function importBundleFromDisk(
  db: Db,
  path: string,
  { format, continent, limits = {}, reader = inProcessReader, ...options }: BundleOptions,
): Promise<ImportReport> {
  const name = basename(path).replace(/\.zip$/i, '');
  return withTemporaryFolder(async (into) => {
    const convert = { name, ...(continent ? { continent } : {}) };
    const unpacked = await unpackWithinLimit(reader, { from: path, into, format, convert, limits });
    if ('rejection' in unpacked) return rejectedReport(unpacked.rejection, options.dryRun ?? false);
    const source = sourceOf(unpacked.format, name);
    return importFiles(db, unpackedFiles(into, unpacked), {
      ...options,
      ...source,
      reader,
      findings: unpacked.diagnostics,
    });
  });
}

const rejectedReport = ({ code, message }: Rejection, dry_run: boolean): ImportReport => ({
  dry_run,
  applied: false,
  counts: new ChangeLog().counts,
  changes: [],
  pages: [],
  diagnostics: [{ severity: 'error', file: '', line: 1, code, message }],
});

/** Unpacks a bundle; rejects one that takes too long and names the file that did. */
export async function unpackWithinLimit(reader: SourceReader, task: UnpackTask): Promise<UnpackResult> {
  try {
    return await reader.unpack(task);
  } catch (error) {
    if (!(error instanceof TaskLimitError)) throw error;
    const message =
      error.at === undefined
        ? 'This bundle takes too long to unpack. Import it in parts.'
        : `"${error.at}" takes too long to process. Shorten it: deeply nested lists, quotations and brackets take the most time.`;
    return { rejection: { code: 'too-slow', message } };
  }
}

/** The source of a bundle: a later bundle of the same format and name replaces it. */
export const sourceOf = (format: BundleFormat, name: string) => ({
  source: `${format}:${name}`,
  sharesContinents: format !== 'bundle',
});
