import type { CompileTask } from '#features/maps/maps.public';
import { findMissingMedia, findType, type MediaFolder, mediaFolders, storeMedia } from '#features/media/media.public';
import { type Db, disableStatementTimeout, type Tx } from '#platform/db/db';
import { takeLock } from '#platform/db/locks';
import { AppError } from '#platform/errors';
import { TaskLimitError } from '#platform/worker-thread';
import type { Diagnostic } from '../diagnostics.ts';
import { ChangeLog, type ImportReport } from '../import/report.ts';
import type { SyncContext } from '../import/sync-context.ts';
import { synchronise } from '../import/synchronise.ts';
import { type IncomingFile, nameOf } from '../source/source-tree.ts';
import { filesAfter, type PlannedWrite, type SourcePlan } from './changes.ts';
import { type Compiled, compileSources, trainingsOf } from './compile.ts';
import type { SourceReader } from './reader.ts';
import { findText, isTextFile, type LiveFile, StoredSources } from './sources.read-model.ts';
import { type FileWrite, keepCompiled, rememberImport, writeFiles } from './sources.store.ts';

/** Any fixed number: whoever changes the sources comes after whoever does so already. */
const sourcesLock = 4_839_202;

/** Each time that another change was faster, everything is read once more. */
const mostTries = 8;

export interface ApplyOptions {
  db: Db;
  reader: SourceReader;
  labs: ReadonlySet<string> | null;
  /** Who does it; null for an import. */
  by: number | null;
  note?: string;
  dryRun?: boolean;
  isFresh?: (folder: string) => boolean;
  /** Files that are read with the sources and are not stored: those of the maps. */
  beside?: ReadonlyMap<string, IncomingFile>;
  /** What is found out before anything is read. */
  findings?: readonly Diagnostic[];
  /** More that belongs to the same transaction: events, drafts that are done with. */
  inTransaction?: (tx: Tx, report: ImportReport) => Promise<void>;
}

/**
 * Brings a plan into the sources and makes learners' pages show it: all of it in one transaction, or, when a file has an
 * error, nothing. The sources are read before the transaction, which begins only when nobody else has changed them.
 * A dry run does the same and takes it back, so its report is exact.
 * @param planOf is called again when somebody else was faster
 */
export async function applyPlan(
  planOf: (stored: StoredSources) => SourcePlan | Promise<SourcePlan>,
  options: ApplyOptions,
): Promise<ImportReport> {
  for (let n = 0; n < mostTries; n++) {
    const stored = await StoredSources.read(options.db);
    const plan = await planOf(stored);
    const report = await attempt(stored, plan, options);
    if (report) return report;
  }
  throw new AppError('conflict', 'Others are changing the courses at this moment. Try again.');
}

/** @returns undefined when the sources were changed meanwhile */
async function attempt(
  stored: StoredSources,
  plan: SourcePlan,
  options: ApplyOptions,
): Promise<ImportReport | undefined> {
  const { db, dryRun = false } = options;
  const files = new Map([...filesAfter(stored, plan.writes), ...(options.beside ?? [])]);
  const compiled = await compileOrSay(db, files, plan, options);
  const found = [...(options.findings ?? []), ...plan.diagnostics, ...compiled.reading.diagnostics];
  if (found.some(({ severity }) => severity === 'error')) {
    const { changes, counts } = new ChangeLog();
    return { dry_run: dryRun, applied: false, counts, changes, pages: [], diagnostics: found };
  }
  const writes = await contentsOf(plan.writes);
  if (!dryRun) await storeFiles(db, files, writes, compiled);

  const work = async (tx: Tx): Promise<ImportReport | undefined> => {
    // It may take long, and may have to wait for another one.
    await disableStatementTimeout(tx);
    await takeLock(tx, sourcesLock);
    if ((await StoredSources.read(tx)).etag !== stored.etag) return undefined;
    const trainings = await trainingsOf(tx, compiled);
    if (!trainings) return undefined;
    if (!dryRun) await writeSources(tx, plan, writes, compiled, options);
    const { continents, maps, media } = compiled.reading;
    const source = plan.imported?.source ?? 'curriculum';
    const curriculum = { continents, trainings };
    const compileMap = (task: CompileTask) => options.reader.compileMap(task);
    const context = await synchronise(tx, { source, curriculum, maps, media, labs: options.labs, compileMap });
    const report = reportOf(context, found, dryRun);
    await options.inTransaction?.(tx, report);
    return report;
  };
  return dryRun ? rehearse(db, work) : db.transaction().execute(work);
}

function reportOf({ log, tags, warnings }: SyncContext, found: readonly Diagnostic[], dryRun: boolean): ImportReport {
  const { changes, counts } = log;
  const diagnostics = [...found, ...warnings];
  return { dry_run: dryRun, applied: !dryRun, counts, changes, pages: [...tags].sort(), diagnostics };
}

/** What takes too long to read is an error of the file that was being read. */
async function compileOrSay(
  db: Db,
  files: ReadonlyMap<string, LiveFile | IncomingFile>,
  { writes }: SourcePlan,
  options: ApplyOptions,
): Promise<Compiled> {
  try {
    return await compileSources(db, files, options);
  } catch (error) {
    if (!(error instanceof TaskLimitError)) throw error;
    const file = error.at ?? writes.find(({ path }) => path.endsWith('.md'))?.path ?? writes[0]?.path ?? '.';
    const diagnostic: Diagnostic = { severity: 'error', file, line: 1, code: 'too-slow', message: tooSlow };
    const nothing = { continents: [], folders: [], read: new Map(), maps: [], media: [] };
    return { reading: { ...nothing, diagnostics: [diagnostic] }, fingerprints: new Map() };
  }
}

export const tooSlow =
  'This takes too long to read. Make it shorter: large diagrams, formulas, tables and deep lists take most of the time.';

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

/** Puts bytes into `media`: those of files that are no texts, and of all that learners are given. */
async function storeFiles(
  db: Db,
  files: ReadonlyMap<string, LiveFile | IncomingFile>,
  writes: readonly FullWrite[],
  { reading }: Compiled,
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

/** Bytes of stored files are in `media` already: what is missing there is stored as a text. */
async function bytesOfStored(db: Db, { pk }: LiveFile): Promise<() => Uint8Array[]> {
  const bytes = Buffer.from((await findText(db, pk)) ?? '');
  return () => [bytes];
}

/** By its folder and name; what is served gets its type from the reading (see `markMedia`). */
function contentTypeOf(path: string): string {
  const folder = path.split('/').at(-2);
  const known = mediaFolders.find((one): one is MediaFolder => one === folder);
  return (known && findType(known, nameOf(path))?.contentType) ?? 'application/octet-stream';
}

async function writeSources(
  tx: Tx,
  { imported }: SourcePlan,
  writes: readonly FileWrite[],
  { reading, fingerprints }: Compiled,
  { by, note = '' }: ApplyOptions,
): Promise<void> {
  const pks = await writeFiles(tx, writes, { by, note });
  if (imported) {
    const files = imported.files.map(({ path, file, hash }) => ({ path, file_pk: pkOf(file), hash }));
    await rememberImport(tx, imported.source, files);
  }
  await keepCompiled(tx, reading.read, fingerprints);

  function pkOf(file: string | number): number {
    const pk = typeof file === 'number' ? file : pks.get(file);
    if (pk === undefined) throw new Error(`${file} has not been written.`);
    return pk;
  }
}

/** Carries the result of a rehearsal out of the transaction that it undoes. */
class Rehearsed extends Error {
  readonly report: ImportReport | undefined;

  constructor(report: ImportReport | undefined) {
    super('This was a rehearsal.');
    this.report = report;
  }
}

async function rehearse(
  db: Db,
  work: (tx: Tx) => Promise<ImportReport | undefined>,
): Promise<ImportReport | undefined> {
  try {
    return await db.transaction().execute(async (tx) => {
      throw new Rehearsed(await work(tx));
    });
  } catch (error) {
    if (error instanceof Rehearsed) return error.report;
    throw error;
  }
}
