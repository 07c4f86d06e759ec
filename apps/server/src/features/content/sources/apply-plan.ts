import type { Diagnostic } from '@hexpedition/curriculum/diagnostics';
import { findType, type MediaFolder, mediaFolders } from '@hexpedition/curriculum/media/media-types';
import { type IncomingFile, nameOf } from '@hexpedition/curriculum/source/source-tree';
import type { CompileTask } from '#features/maps/maps.public';
import { findMissingMedia, storeMedia } from '#features/media/media.public';
import { type Db, disableStatementTimeout, type Tx } from '#platform/db/db';
import { takeLock } from '#platform/db/locks';
import { AppError } from '#platform/errors';
import { TaskLimitError } from '#platform/worker-thread';
import { ChangeLog, type ImportReport } from '../import/import-report.ts';
import { prepareLessonSync } from '../import/lessons.sync.ts';
import type { SyncContext } from '../import/sync-context.ts';
import { synchronise } from '../import/synchronise.ts';
import { type CompiledSources, compileSources, folderOf, trainingsOf } from './compile-sources.ts';
import { filesAfter, type PlannedWrite, type SourcePlan } from './source-plan.ts';
import type { SourceReader } from './source-reader.ts';
import { findText, isTextFile, type LiveFile, StoredSources } from './sources.read-model.ts';
import { type FileWrite, storeCompiled, storeImport, writeFiles } from './sources.store.ts';

/** Advisory lock id, any fixed number. Serializes changes of the sources. */
const sourcesLock = 4_839_202;

/** Maximum attempts: if another change was faster, everything is read again. */
const maxAttempts = 8;

export interface ApplyOptions {
  db: Db;
  reader: SourceReader;
  labs: ReadonlySet<string> | null;
  /** The account that makes the change; null for an import. */
  by: number | null;
  note?: string;
  dryRun?: boolean;
  isFresh?: (folder: string) => boolean;
  /** Map files, which are read with the sources but not stored. */
  unstoredFiles?: ReadonlyMap<string, IncomingFile>;
  /** Selects files in which a text of a template is an error. In all others it is a warning. */
  refusesPlaceholders?: (file: string) => boolean;
  /** Diagnostics that exist before anything is read. */
  findings?: readonly Diagnostic[];
  /** Runs in the same transaction, for audit events and finished drafts. */
  inTransaction?: (tx: Tx, report: ImportReport) => Promise<void>;
}

/**
 * Writes a plan to the sources and updates the tables behind learners' pages: everything in one transaction, or
 * nothing if a file has an error. Reads the sources before the transaction and retries if they changed in the
 * meantime. A dry run does the same and rolls back, so its report is exact.
 * @param planOf called again when another change was faster
 */
export async function applyPlan(
  planOf: (stored: StoredSources) => SourcePlan | Promise<SourcePlan>,
  options: ApplyOptions,
): Promise<ImportReport> {
  for (let n = 0; n < maxAttempts; n++) {
    const stored = await StoredSources.read(options.db);
    const plan = await planOf(stored);
    const report = await attempt(stored, plan, options);
    if (report) return report;
  }
  throw new AppError('conflict', 'Other authors are changing the courses right now. Try again.');
}

/** @returns undefined when the sources have changed in the meantime */
async function attempt(
  stored: StoredSources,
  plan: SourcePlan,
  options: ApplyOptions,
): Promise<ImportReport | undefined> {
  const { db, dryRun = false } = options;
  const files = new Map([...filesAfter(stored, plan.writes), ...(options.unstoredFiles ?? [])]);
  const compiled = await compileOrReport(db, files, plan, options);
  const read = compiled.reading.diagnostics.map((one) =>
    one.code === 'placeholder' && options.refusesPlaceholders?.(one.file) ? refusePlaceholder(one) : one,
  );
  const found = [...(options.findings ?? []), ...plan.diagnostics, ...read];
  if (found.some(({ severity }) => severity === 'error')) {
    const { changes, counts } = new ChangeLog();
    return { dry_run: dryRun, applied: false, counts, changes, pages: [], diagnostics: found };
  }
  const writes = await contentsOf(plan.writes);
  if (!dryRun) await storeFiles(db, files, writes, compiled);

  const work = async (tx: Tx): Promise<ImportReport | undefined> => {
    // The transaction may take long, and may wait for another one.
    await disableStatementTimeout(tx);
    await takeLock(tx, sourcesLock);
    if ((await StoredSources.read(tx)).etag !== stored.etag) return undefined;
    const synchroniseTables = await prepareSync(tx, { stored, plan, compiled }, options);
    if (!synchroniseTables) return undefined;
    if (!dryRun) await writeSources(tx, plan, writes, compiled, options);
    const context = await synchroniseTables();
    const report = reportOf(context, found, dryRun);
    await options.inTransaction?.(tx, report);
    return report;
  };
  return dryRun ? runDryRun(db, work) : db.transaction().execute(work);
}

interface Planned {
  stored: StoredSources;
  plan: SourcePlan;
  compiled: CompiledSources;
}

/**
 * Chooses how to update the tables behind learners' pages: only the lessons that changed, or everything.
 * @returns undefined if another change has replaced a stored compilation in the meantime
 */
async function prepareSync(
  tx: Tx,
  { stored, plan, compiled }: Planned,
  { labs, reader, unstoredFiles }: ApplyOptions,
): Promise<(() => Promise<SyncContext>) | undefined> {
  const { continents, maps, media, read } = compiled.reading;
  const touched = touchedPaths(stored, plan.writes);
  const isInsideTrainings = touched.every((path) => path.split('/').length > 2 && read.has(folderOf(path)));
  if (!plan.imported && !unstoredFiles?.size && isInsideTrainings) {
    const lessonSync = await prepareLessonSync(tx, {
      trainings: [...read.values()].flatMap(({ training }) => training ?? []),
      media,
      hasFileChanges: touched.some((path) => !/\.(md|yaml)$/.test(path)),
    });
    if (lessonSync) return lessonSync;
  }
  const trainings = await trainingsOf(tx, compiled);
  if (!trainings) return undefined;
  const source = plan.imported?.source ?? 'curriculum';
  const compileMap = (task: CompileTask) => reader.compileMap(task);
  return () => synchronise(tx, { source, curriculum: { continents, trainings }, maps, media, labs, compileMap });
}

/** Returns the paths of the changed files, before and after the change. */
function touchedPaths({ files }: StoredSources, writes: readonly PlannedWrite[]): string[] {
  const changed = new Set(writes.map(({ pk }) => pk));
  return [...writes.map(({ path }) => path), ...files.filter(({ pk }) => changed.has(pk)).map(({ path }) => path)];
}

/** Turns the warning about a text of a template into an error. */
export const refusePlaceholder = (diagnostic: Diagnostic): Diagnostic => ({ ...diagnostic, severity: 'error' });

function reportOf({ log, tags, warnings }: SyncContext, found: readonly Diagnostic[], dryRun: boolean): ImportReport {
  const { changes, counts } = log;
  const diagnostics = [...found, ...warnings];
  return { dry_run: dryRun, applied: !dryRun, counts, changes, pages: [...tags].sort(), diagnostics };
}

/** Reports a reading that takes too long as an error of the file that was being read. */
async function compileOrReport(
  db: Db,
  files: ReadonlyMap<string, LiveFile | IncomingFile>,
  { writes }: SourcePlan,
  options: ApplyOptions,
): Promise<CompiledSources> {
  try {
    return await compileSources(db, files, options);
  } catch (error) {
    if (!(error instanceof TaskLimitError)) throw error;
    const file = error.at ?? writes.find(({ path }) => path.endsWith('.md'))?.path ?? writes[0]?.path ?? '.';
    const diagnostic: Diagnostic = { severity: 'error', file, line: 1, code: 'too-slow', message: tooSlowMessage };
    const empty = { continents: [], folders: [], read: new Map(), maps: [], media: [] };
    return { reading: { ...empty, diagnostics: [diagnostic] }, fingerprints: new Map(), lessonFingerprints: new Map() };
  }
}

export const tooSlowMessage =
  'This file takes too long to process. Shorten it: large diagrams, formulas, tables and deeply nested lists take the most time.';

type FullWrite = FileWrite & { file: IncomingFile | null | undefined };

async function contentsOf(writes: readonly PlannedWrite[]): Promise<FullWrite[]> {
  return Promise.all(
    writes.map(async ({ file, ...write }) => {
      if (!file) return { ...write, ...(file === null ? { content: null } : {}), file };
      const { hash, size } = file;
      const text = isTextFile(write.path, size) ? ((await file.text()) ?? null) : null;
      return { ...write, file, content: { text, hash, size } };
    }),
  );
}

/** Stores bytes in `media`: those of binary files and of all files that learners get. */
async function storeFiles(
  db: Db,
  files: ReadonlyMap<string, LiveFile | IncomingFile>,
  writes: readonly FullWrite[],
  { reading }: CompiledSources,
): Promise<void> {
  for (const { path, file, content } of writes) {
    if (!file || content?.text !== null) continue;
    const { hash, size } = content;
    await storeMedia(db, [{ path, hash, size, contentType: contentTypeOf(path), bytes: () => file.bytes() }]);
  }
  const missing = new Set(
    await findMissingMedia(
      db,
      reading.media.map(({ hash }) => hash),
    ),
  );
  for (const { path, hash, size, contentType } of reading.media) {
    const file = files.get(path);
    if (!missing.has(hash) || !file) continue;
    const bytes = 'pk' in file ? await bytesOfStored(db, file) : () => file.bytes();
    await storeMedia(db, [{ path, hash, size, contentType, bytes }]);
  }
}

/** Bytes of stored binary files are already in `media`, so a missing file is stored as text. */
async function bytesOfStored(db: Db, { pk }: LiveFile): Promise<() => Uint8Array[]> {
  const bytes = Buffer.from((await findText(db, pk)) ?? '');
  return () => [bytes];
}

/** Returns the content type by folder and name. Served files get their type from the reading (see `markMedia`). */
function contentTypeOf(path: string): string {
  const folder = path.split('/').at(-2);
  const known = mediaFolders.find((one): one is MediaFolder => one === folder);
  return (known && findType(known, nameOf(path))?.contentType) ?? 'application/octet-stream';
}

async function writeSources(
  tx: Tx,
  { imported }: SourcePlan,
  writes: readonly FileWrite[],
  compiled: CompiledSources,
  { by, note = '' }: ApplyOptions,
): Promise<void> {
  const pks = await writeFiles(tx, writes, { by, note });
  if (imported) {
    const files = imported.files.map(({ path, file, hash }) => ({ path, file_pk: pkOf(file), hash }));
    await storeImport(tx, imported.source, files);
  }
  await storeCompiled(tx, compiled);

  function pkOf(file: string | number): number {
    const pk = typeof file === 'number' ? file : pks.get(file);
    if (pk === undefined) throw new Error(`${file} has not been written.`);
    return pk;
  }
}

/** Carries the report out of the transaction that is rolled back. */
class DryRunRollback extends Error {
  readonly report: ImportReport | undefined;

  constructor(report: ImportReport | undefined) {
    super('Dry run: the transaction is rolled back.');
    this.report = report;
  }
}

async function runDryRun(
  db: Db,
  work: (tx: Tx) => Promise<ImportReport | undefined>,
): Promise<ImportReport | undefined> {
  try {
    return await db.transaction().execute(async (tx) => {
      throw new DryRunRollback(await work(tx));
    });
  } catch (error) {
    if (error instanceof DryRunRollback) return error.report;
    throw error;
  }
}
