import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ImportApplyBody, ImportDone, ImportPart, ImportTrial } from '@hexpedition/contract';
import { audit } from '#platform/audit';
import type { Clock } from '#platform/clock';
import { createConcurrencyLimiter } from '#platform/concurrency-limiter';
import type { Db } from '#platform/db/db';
import { AppError, notFound } from '#platform/errors';
import type { RateLimiter } from '#platform/http/rate-limit';
import type { BundleFiles } from '../bundles/bundle-files.ts';
import type { ConvertOptions } from '../bundles/convert.ts';
import { slugOf } from '../bundles/slugs-and-ids.ts';
import { unpackedFiles, withTemporaryFolder } from '../bundles/unpack.ts';
import { sourceOf, unpackOrSay } from '../import/import-bundle.ts';
import { type ImportFilesOptions, importFiles } from '../import/import-files.ts';
import type { ImportReport } from '../import/report.ts';
import { exportBundle } from '../sources/export-sources.ts';
import type { SourceReader } from '../sources/reader.ts';
import { takePart } from '../uploads/take-part.ts';
import { dropParts, listParts, type PartKey, readParts } from '../uploads/uploads.store.ts';
import { describeFiles, type FileDifferences } from './file-differences.ts';
import { findContinent, findTrial } from './transfer.read-model.ts';
import { dropTrials, keepTrial, type Trial, takeTrial } from './transfer.store.ts';

const limits = {
  /** Parts of zips: 4 GB an hour. */
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

/** A bundle that waits in `upload_parts`, and how it is to be read. */
type Waiting = Pick<Trial, 'id' | 'user_pk' | 'name' | 'format' | 'continent'>;

export type Transfer = ReturnType<typeof createTransfer>;

/** Imports of zips by superusers, each tried before it is carried out, and the export of everything. */
export function createTransfer({ db, clock, limiter, reader }: Deps) {
  // Each takes up to a gigabyte of the disk, and a core for a while.
  const limitReading = createConcurrencyLimiter({
    maxRunning: 1,
    maxQueued: 4,
    createError: () =>
      new AppError('unavailable', 'Other imports are being read. Try again in a moment.', { retry_after: 10 }),
  });

  return {
    /**
     * Takes in a part of a zip; with the last one that was missing the import is tried.
     * @returns null while parts are missing
     * @throws AppError file_invalid, conflict
     */
    async part(by: number, target: ImportPart, bytes: Buffer): Promise<ImportTrial | null> {
      await limiter.take(limits.part, String(by));
      const key: PartKey = { upload: target.upload, userPk: by };
      // Whoever begins anew has no use for what was tried before, which may be large. A part that comes again may be
      // another one: what was tried with the old one is not to be imported with the new one.
      await dropTrials(db, by, target.upload);
      if (!(await takePart(db, key, target, bytes, clock.now()))) return null;
      try {
        return await limitReading(() => tryOut(by, target));
      } catch (error) {
        await dropParts(db, key);
        throw error;
      }
    },

    /** @throws AppError not_found */
    async look(by: number, id: string): Promise<ImportTrial> {
      return shownOf(await selectTrial(by, id));
    },

    /**
     * Carries out what was shown, and nothing else.
     * @throws AppError not_found, file_invalid, conflict when the courses have changed since
     */
    async apply(by: number, id: string, { overwrite }: ImportApplyBody): Promise<ImportDone> {
      await limiter.take(limits.apply, String(by));
      const report = await limitReading(async () => {
        // Whoever was before in the queue may have imported it.
        const trial = await selectTrial(by, id);
        return bring(trial, {
          by,
          expected: trial.etag,
          overwrite: overwrite === 'all' || new Set(overwrite),
          inTransaction: async (tx) => {
            if (!(await takeTrial(tx, trial)))
              throw new AppError('conflict', 'This has been imported already, or is being imported.');
          },
        });
      });
      if (report.applied) await dropParts(db, { upload: id, userPk: by });
      return resultOf(report);
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

  async function selectTrial(by: number, id: string): Promise<Trial> {
    const trial = await findTrial(db, id, by);
    const waiting = trial ? (await listParts(db, { upload: id, userPk: by })).length : 0;
    if (!trial || waiting < trial.parts) throw notFound('import');
    return trial;
  }

  async function tryOut(by: number, { upload, name, format, continent, parts }: ImportPart): Promise<ImportTrial> {
    const waiting = { id: upload, user_pk: by, name, format, continent };
    let etag = '';
    let differences: FileDifferences = { files: [], more_files: 0 };
    const report = await bring(waiting, {
      by,
      dryRun: true,
      onPlan: async (stored, plan) => {
        etag = stored.etag;
        differences = await describeFiles(db, stored, plan);
      },
    });
    const at = clock.now();
    const { format: found, total } = report;
    const shown = { ...resultOf(report), ...differences, id: upload, name, format: found, total, at: at.toISOString() };
    await keepTrial(db, { ...waiting, parts, etag, shown: JSON.stringify(shown), at });
    return shown;
  }

  /** Reads a bundle that waits, and imports it, or tries to. */
  async function bring(
    { id, user_pk, name, format, continent }: Waiting,
    options: Omit<ImportFilesOptions, 'source' | 'findings' | 'reader'>,
  ): Promise<ImportReport & Pick<ImportTrial, 'format' | 'total'>> {
    return withTemporaryFolder(async (folder) => {
      const [from, into] = [join(folder, 'bundle.zip'), join(folder, 'files')];
      await pipeline(Readable.from(readParts(db, { upload: id, userPk: user_pk })), createWriteStream(from));
      await mkdir(into);
      const convert = { name, ...(continent === '' ? {} : { continent: await continentOf(continent) }) };
      const asked = format === 'auto' ? undefined : format;
      const unpacked = await unpackOrSay(reader, { from, into, format: asked, convert });
      if ('rejection' in unpacked) throw new AppError('file_invalid', unpacked.rejection.message);
      const { diagnostics: findings, total } = unpacked;
      const source = sourceOf(unpacked.format, name);
      const report = await importFiles(db, unpackedFiles(into, unpacked), { ...options, ...source, findings, reader });
      return { ...report, format: unpacked.format, total };
    });
  }

  async function continentOf(name: string): Promise<NonNullable<ConvertOptions['continent']>> {
    return (await findContinent(db, name)) ?? { slug: slugOf(name), name, colour: 'blue' };
  }
}

const shownOf = ({ shown }: Trial): ImportTrial =>
  // Written by `tryOut`.
  shown as unknown as ImportTrial;

const resultOf = ({ applied, dry_run, counts, changes, diagnostics }: ImportReport): ImportDone => ({
  valid: applied || (dry_run && !diagnostics.some(({ severity }) => severity === 'error')),
  counts,
  changes,
  diagnostics,
});
