import { mapKinds } from '@hexpedition/contract';
import { markMedia, storeMedia } from '#features/media/media.public';
import { refreshSearch } from '#features/search/search.public';
import { audit } from '#platform/audit';
import { type Db, liftTimeout, type Tx } from '#platform/db/db';
import { takeLock } from '#platform/db/locks';
import { announcePageChange } from '#platform/db/page-changes';
import { type ReadResult, readCurriculum } from '../source/read-curriculum.ts';
import type { Curriculum } from '../source/types.ts';
import { findKnownLabs } from './known-labs.ts';
import { syncMap } from './map.sync.ts';
import { syncModules } from './modules.sync.ts';
import { syncPolls } from './polls.sync.ts';
import { ChangeLog, type ImportReport } from './report.ts';
import { StoredModules } from './stored.read-model.ts';
import { syncSubchapters } from './subchapters.sync.ts';
import { SyncContext } from './sync-context.ts';
import { pageTags } from './tags.ts';
import { syncTestOuts } from './test-outs.sync.ts';
import { syncChapters, syncContinents, syncTrainings } from './trainings.sync.ts';

export interface ImportOptions {
  db: Db;
  /** The folder that holds the continents. */
  root: string;
  dryRun?: boolean;
  /** Labs that lessons may name; found beside the folder and in the database when it is left out. */
  labs?: ReadonlySet<string> | null;
}

/** Any fixed number: imports queue up behind it. */
const importLock = 4_839_202;

/**
 * Makes the database show what a folder holds: all of it in one transaction, or, when a file has an error, nothing.
 * Rows are found by the authors' ids; what is gone is hidden and comes back with its progress when it returns.
 * A dry run does the same and takes it back, so its report is exact.
 */
export async function importCurriculum(options: ImportOptions): Promise<ImportReport> {
  const { db, root, dryRun = false } = options;
  const labs = options.labs === undefined ? await findKnownLabs(db, root) : options.labs;
  const source = await readCurriculum(root, labs);
  if (source.diagnostics.some(({ severity }) => severity === 'error')) {
    const { changes, counts } = new ChangeLog();
    return { dry_run: dryRun, applied: false, counts, changes, pages: [], diagnostics: source.diagnostics };
  }
  if (!dryRun) await storeMedia(db, source.media);
  const context = dryRun ? await rehearse(db, source) : await db.transaction().execute((tx) => synchronise(tx, source));
  const { changes, counts } = context.log;
  const pages = [...context.tags].sort();
  return {
    dry_run: dryRun,
    applied: !dryRun,
    counts,
    changes,
    pages,
    diagnostics: [...source.diagnostics, ...context.warnings],
  };
}

async function synchronise(tx: Tx, { curriculum, maps, media, labs }: ReadResult): Promise<SyncContext> {
  // An import may take long, and may have to wait for another one.
  await liftTimeout(tx);
  await takeLock(tx, importLock);
  const context = new SyncContext(tx);
  const modules = await StoredModules.read(tx);
  const continents = await syncContinents(curriculum, context);
  const trainings = await syncTrainings(curriculum, continents, context);
  await syncTestOuts(curriculum, trainings, context);
  const chapters = await syncChapters(curriculum, trainings, context);
  const subchapters = await syncSubchapters(curriculum, chapters, modules, context);
  await syncModules(curriculum, subchapters, modules, context);
  await syncPolls(context);
  await markMedia(tx, new Map(media.map(({ hash, contentType }) => [hash, contentType])));
  for (const kind of mapKinds) {
    const file = maps.find((map) => map.kind === kind);
    await syncMap(kind, { file, curriculum, labs }, context);
  }
  tagWaiting(curriculum, context);
  await refreshSearch(tx);
  if (context.log.changes.length > 0) {
    await audit(tx, { actor: null, action: 'content.imported', data: context.log.counts });
    await announcePageChange(tx, [...context.tags].sort());
  }
  return context;
}

/** A training that waits for a changed one shows its name and may be locked by it, so its pages change too. */
function tagWaiting({ trainings }: Curriculum, { tags }: SyncContext): void {
  for (const { slug, requires } of trainings)
    if (requires.some((step) => tags.has(pageTags.training(step)))) tags.add(pageTags.training(slug));
}

/** Carries the result of a rehearsal out of the transaction that it undoes. */
class Rehearsed extends Error {
  readonly context: SyncContext;

  constructor(context: SyncContext) {
    super('This was a rehearsal.');
    this.context = context;
  }
}

async function rehearse(db: Db, source: ReadResult): Promise<SyncContext> {
  try {
    return await db.transaction().execute(async (tx) => {
      throw new Rehearsed(await synchronise(tx, source));
    });
  } catch (error) {
    if (error instanceof Rehearsed) return error.context;
    throw error;
  }
}
