import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type {
  DifferenceLine,
  ImportApplyBody,
  ImportDryRun,
  ImportedFile,
  ImportOutcome,
  ImportPart,
} from '@hexpedition/contract';
import type { BundleFiles } from '@hexpedition/curriculum/bundles/bundle-files';
import type { ConvertOptions } from '@hexpedition/curriculum/bundles/conversion';
import { slugOf } from '@hexpedition/curriculum/bundles/slugs-and-ids';
import { unpackedFiles, withTemporaryFolder } from '@hexpedition/curriculum/bundles/unpack';
import type { IncomingFile } from '@hexpedition/curriculum/source/source-tree';
import { audit } from '#platform/audit';
import type { Clock } from '#platform/clock';
import { createConcurrencyLimiter } from '#platform/concurrency-limiter';
import type { Db } from '#platform/db/db';
import { AppError, notFound } from '#platform/errors';
import type { RateLimiter } from '#platform/http/rate-limit';
import { sourceOf, unpackWithinLimit } from '../import/import-bundle.ts';
import { type ImportFilesOptions, importFiles } from '../import/import-files.ts';
import type { ImportReport } from '../import/import-report.ts';
import { exportBundle } from '../sources/export-sources.ts';
import type { SourcePlan } from '../sources/source-plan.ts';
import type { SourceReader } from '../sources/source-reader.ts';
import { findText, isTextFile, type StoredFile, type StoredSources } from '../sources/sources.read-model.ts';
import { receivePart } from '../uploads/receive-part.ts';
import { deleteParts, listParts, type PartKey, readParts } from '../uploads/uploads.store.ts';
import { findImportedCourses } from './imported-courses.ts';
import { differenceOf } from './line-diff.ts';
import { findContinent, findImportPreview } from './transfer.read-model.ts';
import { claimImportPreview, deleteImportPreviews, type StoredPreview, storeImportPreview } from './transfer.store.ts';

const limits = {
  /** Parts of zips: 4 GB per hour. */
  part: { name: 'import-part', hits: 500, seconds: 3_600 },
  apply: { name: 'import-apply', hits: 60, seconds: 3_600 },
  export: { name: 'export', hits: 60, seconds: 3_600 },
};

interface Deps {
  db: Db;
  clock: Clock;
  limiter: RateLimiter;
  reader: SourceReader;
}

/** A bundle that is stored in `upload_parts`, with its import settings. */
type PendingBundle = Pick<StoredPreview, 'id' | 'user_pk' | 'name' | 'format' | 'continent' | 'limits'>;

export type Transfer = ReturnType<typeof createTransfer>;

/** Limits for the report: more can neither be read by a person nor shown on a page. */
const maxFiles = 2_000;
const maxLines = 6_000;

interface FileDifferences {
  files: ImportedFile[];
  more_files: number;
}

/** Describes what a plan does to each file, with the changed lines. Files that authors changed come first. */
async function describeFiles(db: Db, stored: StoredSources, plan: SourcePlan): Promise<FileDifferences> {
  const byPk = new Map(stored.files.map((file) => [file.pk, file]));
  const kept = (plan.kept ?? []).map((one) => ({ ...one, kept: true }));
  const applied = plan.writes.map((one) => ({ ...one, kept: false }));
  const all = [...kept, ...applied.sort((a, b) => (a.path < b.path ? -1 : 1))];
  const files: ImportedFile[] = [];
  let lines = 0;
  for (const { pk, path, file, kept } of all.slice(0, maxFiles)) {
    const before = pk === null ? undefined : byPk.get(pk);
    const difference = file && before && lines < maxLines ? await differenceFrom(db, before, path, file) : null;
    lines += difference?.length ?? 0;
    files.push({
      path,
      change: changeOf(before, file),
      kept,
      from: before && before.path !== path && before.hash !== null ? before.path : null,
      size: file?.size ?? (file === null ? 0 : (before?.size ?? 0)),
      difference,
    });
  }
  return { files, more_files: all.length - files.length };
}

function changeOf(before: StoredFile | undefined, file: IncomingFile | null | undefined): ImportedFile['change'] {
  if (file === null) return 'gone';
  if (file === undefined) return 'moved';
  return before && before.hash !== null ? 'changed' : 'new';
}

async function differenceFrom(
  db: Db,
  before: StoredFile,
  path: string,
  file: IncomingFile,
): Promise<DifferenceLine[] | null> {
  if (before.hash === null || !isTextFile(path, file.size)) return null;
  const [old, now] = [await findText(db, before.pk), await file.text()];
  return old === undefined || now === undefined ? null : differenceOf(old, now);
}

/** Imports zips of superusers, each with a preview before it is applied, and exports everything. */
export function createTransfer({ db, clock, limiter, reader }: Deps) {
  // Each import takes up to a gigabyte of disk space, and one core for a while.
  const limitReading = createConcurrencyLimiter({
    maxRunning: 1,
    maxQueued: 4,
    createError: () =>
      new AppError('unavailable', 'Other imports are in progress. Try again in a moment.', { retry_after: 10 }),
  });

  return {
    /**
     * Receives a part of a zip; after the last missing part it previews the import.
     * @returns null while parts are missing
     * @throws AppError file_invalid, conflict
     */
    async part(by: number, target: ImportPart, bytes: Buffer): Promise<ImportDryRun | null> {
      await limiter.take(limits.part, String(by));
      const key: PartKey = { upload: target.upload, userPk: by };
      // A new upload replaces the earlier previews, which may be large. A repeated part may have other bytes: a
      // preview of the old bytes must not be imported with the new ones.
      await deleteImportPreviews(db, by, target.upload);
      if (!(await receivePart(db, key, target, bytes, clock.now()))) return null;
      try {
        return await limitReading(() => previewImport(by, target));
      } catch (error) {
        await deleteParts(db, key);
        throw error;
      }
    },

    /** @throws AppError not_found */
    async readPreview(by: number, id: string): Promise<ImportDryRun> {
      return previewOf(await selectPreview(by, id));
    },

    /**
     * Applies exactly what the preview showed.
     * @throws AppError not_found, file_invalid, conflict when the courses have changed since the preview
     */
    async apply(by: number, id: string, { overwrite }: ImportApplyBody): Promise<ImportOutcome> {
      await limiter.take(limits.apply, String(by));
      const report = await limitReading(async () => {
        // An earlier request in the queue may have imported it.
        const preview = await selectPreview(by, id);
        return runImport(preview, {
          by,
          expected: preview.etag,
          overwrite: overwrite === 'all' || new Set(overwrite),
          inTransaction: async (tx) => {
            if (!(await claimImportPreview(tx, preview)))
              throw new AppError('conflict', 'This has already been imported, or is being imported right now.');
          },
        });
      });
      if (report.applied) await deleteParts(db, { upload: id, userPk: by });
      return { ...resultOf(report), courses: await findImportedCourses(db, report.source) };
    },

    async export(by: number): Promise<BundleFiles> {
      await limiter.take(limits.export, String(by));
      const bundle = await exportBundle(db);
      await db
        .transaction()
        .execute((tx) => audit(tx, { actor: by, action: 'content.exported', data: { files: bundle.size } }));
      return bundle;
    },
  };

  async function selectPreview(by: number, id: string): Promise<StoredPreview> {
    const preview = await findImportPreview(db, id, by);
    const partCount = preview ? (await listParts(db, { upload: id, userPk: by })).length : 0;
    if (!preview || partCount < preview.parts) throw notFound('import');
    return preview;
  }

  async function previewImport(
    by: number,
    { upload, name, format, continent, parts, max_files, max_mb }: ImportPart,
  ): Promise<ImportDryRun> {
    const limits = { files: max_files, total: max_mb * 1_000_000 };
    const bundle = { id: upload, user_pk: by, name, format, continent, limits };
    let etag = '';
    let differences: FileDifferences = { files: [], more_files: 0 };
    const report = await runImport(bundle, {
      by,
      dryRun: true,
      onPlan: async (stored, plan) => {
        etag = stored.etag;
        differences = await describeFiles(db, stored, plan);
      },
    });
    const at = clock.now();
    const { format: found, total } = report;
    const preview = {
      ...resultOf(report),
      ...differences,
      id: upload,
      name,
      format: found,
      total,
      at: at.toISOString(),
    };
    const row = { ...bundle, limits: JSON.stringify(limits), parts, etag, preview: JSON.stringify(preview), at };
    await storeImportPreview(db, row);
    return preview;
  }

  /** Reads a pending bundle and imports it, or previews the import. */
  async function runImport(
    { id, user_pk, name, format, continent, limits }: PendingBundle,
    options: Omit<ImportFilesOptions, 'source' | 'findings' | 'reader'>,
  ): Promise<ImportReport & Pick<ImportDryRun, 'format' | 'total'> & Pick<ImportFilesOptions, 'source'>> {
    return withTemporaryFolder(async (folder) => {
      const [from, into] = [join(folder, 'bundle.zip'), join(folder, 'files')];
      await pipeline(Readable.from(readParts(db, { upload: id, userPk: user_pk })), createWriteStream(from));
      await mkdir(into);
      const convert = { name, ...(continent === '' ? {} : { continent: await continentOf(continent) }) };
      const requestedFormat = format === 'auto' ? undefined : format;
      const unpacked = await unpackWithinLimit(reader, { from, into, format: requestedFormat, convert, limits });
      if ('rejection' in unpacked) throw new AppError('file_invalid', unpacked.rejection.message);
      const { diagnostics: findings, total } = unpacked;
      const owner = sourceOf(unpacked.format, name);
      const report = await importFiles(db, unpackedFiles(into, unpacked), { ...options, ...owner, findings, reader });
      return { ...report, format: unpacked.format, total, source: owner.source };
    });
  }

  async function continentOf(name: string): Promise<NonNullable<ConvertOptions['continent']>> {
    return (await findContinent(db, name)) ?? { slug: slugOf(name), name, colour: 'blue' };
  }
}

const previewOf = ({ preview }: StoredPreview): ImportDryRun =>
  // Written by `previewImport`.
  preview as unknown as ImportDryRun;

const resultOf = ({
  applied,
  dry_run,
  counts,
  changes,
  diagnostics,
}: ImportReport): Omit<ImportOutcome, 'courses'> => ({
  valid: applied || (dry_run && !diagnostics.some(({ severity }) => severity === 'error')),
  counts,
  changes,
  diagnostics,
});
