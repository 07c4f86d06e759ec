import type { Diagnostic } from '@hexpedition/curriculum/diagnostics';
import { mapFiles } from '@hexpedition/curriculum/source/map-file';
import { type IncomingFile, nameOf } from '@hexpedition/curriculum/source/source-tree';
import { audit } from '#platform/audit';
import type { Db, Tx } from '#platform/db/db';
import { AppError } from '#platform/errors';
import { applyPlan } from '../sources/apply-plan.ts';
import { folderOf } from '../sources/compile-sources.ts';
import { inProcessReader } from '../sources/in-process-reader.ts';
import type { SourcePlan } from '../sources/source-plan.ts';
import type { SourceReader } from '../sources/source-reader.ts';
import { findHeads, findText, type StoredSources } from '../sources/sources.read-model.ts';
import type { ImportReport } from './import-report.ts';
import { findKnownLabs } from './known-labs.ts';
import { mergeImport, type Overwrite } from './merge-import.ts';

export interface ImportFilesOptions {
  /**
   * Identifies the source: `curriculum` for the folder that ships with the product, else `bundle:…`, `ctfcli:…` or
   * `dojo:…`.
   */
  source: string;
  dryRun?: boolean;
  /** Replaces files that authors changed. */
  overwrite?: Overwrite;
  /** Labs that lessons may reference; by default those of the database. */
  labs?: ReadonlySet<string> | null;
  /** Diagnostics from gathering or converting the files. */
  findings?: readonly Diagnostic[];
  reader?: SourceReader;
  /** The account that imports; null for the command and the server start. */
  by?: number | null;
  /** Reads the imported trainings again, even if a compiled version exists. */
  isFresh?: boolean;
  /** Leaves continents of other sources unchanged: converted challenges only name their continent. */
  sharesContinents?: boolean;
  /** The `etag` that the sources must have; otherwise throws `conflict`. */
  expected?: string;
  /** Called with the plan; called again if another change was faster. */
  onPlan?: (stored: StoredSources, plan: SourcePlan) => Promise<void>;
  /** Runs in the same transaction. */
  inTransaction?: (tx: Tx) => Promise<void>;
}

/** Writes the files of a source to the database and updates learners' pages (see `mergeImport`, `applyPlan`). */
export async function importFiles(
  db: Db,
  files: ReadonlyMap<string, IncomingFile>,
  options: ImportFilesOptions,
): Promise<ImportReport> {
  const { source, overwrite = false, by = null, reader = inProcessReader, dryRun = false, isFresh = false } = options;
  const labs = options.labs === undefined ? await findKnownLabs(db) : options.labs;
  const maps = new Map([...files].filter(([path]) => isMap(path)));
  const sources = new Map([...files].filter(([path]) => !isMap(path)));
  const brought = new Set([...sources.keys()].map(folderOf));
  const textOf = (pk: number) => findText(db, pk);
  const headsOf = () => findHeads(db);
  let touched = { before: {}, after: {} };
  const planOf = async (stored: StoredSources): Promise<SourcePlan> => {
    if (options.expected !== undefined && options.expected !== stored.etag) throw sourcesConflict();
    const ownSources = options.sharesContinents ? withoutForeignContinents(stored, sources, source) : sources;
    const plan = await mergeImport(stored, ownSources, { source, overwrite, textOf, headsOf });
    touched = revisionsOf(stored, plan);
    await options.onPlan?.(stored, plan);
    return plan;
  };
  return applyPlan(planOf, {
    db,
    reader,
    labs,
    by,
    dryRun,
    isFresh: (folder) => isFresh && brought.has(folder),
    unstoredFiles: maps,
    ...(options.findings ? { findings: options.findings } : {}),
    inTransaction: async (tx, { changes, counts }) => {
      const overwritten = typeof overwrite === 'boolean' ? overwrite : [...overwrite].slice(0, maxNamedFiles);
      const data = { ...counts, overwritten, ...touched };
      if (changes.length > 0) await audit(tx, { actor: by, action: 'content.imported', subject: source, data });
      await options.inTransaction?.(tx);
    },
  });
}

/** An import can change thousands of files. Its audit event counts all of them and names at most this many. */
const maxNamedFiles = 100;

/** Returns the revisions of files before and after a plan, by path; null where there is no file. */
function revisionsOf({ files }: StoredSources, { writes }: SourcePlan) {
  const byPk = new Map(files.map((file) => [file.pk, file]));
  const named = writes.slice(0, maxNamedFiles).map(({ pk, path, file }) => {
    const row = pk === null ? undefined : byPk.get(pk);
    const before = row && row.hash !== null ? row.revision : null;
    return { path, before, after: file === null ? null : (row?.revision ?? 0) + 1 };
  });
  return {
    before: Object.fromEntries(named.map(({ path, before }) => [path, before])),
    after: Object.fromEntries(named.map(({ path, after }) => [path, after])),
  };
}

/** Maps are separate documents (see features/maps). Their import merges them with the stored maps. */
const isMap = (path: string): boolean => Object.values<string>(mapFiles).includes(path);

function withoutForeignContinents(
  { live, imports }: StoredSources,
  files: ReadonlyMap<string, IncomingFile>,
  source: string,
): ReadonlyMap<string, IncomingFile> {
  const ownPaths = new Set(imports.filter((one) => one.source === source).map(({ path }) => path));
  return new Map(
    [...files].filter(([path]) => nameOf(path) !== 'continent.yaml' || ownPaths.has(path) || !live.has(path)),
  );
}

const sourcesConflict = (): AppError =>
  new AppError(
    'conflict',
    'The courses have changed since the preview. Upload the import again to preview it, then import.',
  );
