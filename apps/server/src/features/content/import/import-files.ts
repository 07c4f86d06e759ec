import { audit } from '#platform/audit';
import type { Db, Tx } from '#platform/db/db';
import { AppError } from '#platform/errors';
import type { Diagnostic } from '../diagnostics.ts';
import { mapFiles } from '../source/map-file.ts';
import { type IncomingFile, nameOf } from '../source/source-tree.ts';
import { applyPlan } from '../sources/apply.ts';
import type { SourcePlan } from '../sources/changes.ts';
import { folderOf } from '../sources/compile.ts';
import { readHere } from '../sources/read-here.ts';
import type { SourceReader } from '../sources/reader.ts';
import { findHeads, findText, type StoredSources } from '../sources/sources.read-model.ts';
import { findKnownLabs } from './known-labs.ts';
import { mergeImport, type Overwrite } from './merge.ts';
import type { ImportReport } from './report.ts';

export interface ImportFilesOptions {
  /** Who brings the files: `curriculum` for the folder that ships, `bundle:…`, `ctfcli:…` or `dojo:…` for others. */
  source: string;
  dryRun?: boolean;
  /** Takes what the import brings also where a file was changed here. */
  overwrite?: Overwrite;
  /** Labs that lessons may name; those of the database when it is left out. */
  labs?: ReadonlySet<string> | null;
  /** What was found out when the files were gathered or converted. */
  findings?: readonly Diagnostic[];
  reader?: SourceReader;
  /** Who does it; null for the command and the start. */
  by?: number | null;
  /** Reads the trainings that it brings anew: what was compiled of them before is not asked. */
  isFresh?: boolean;
  /** Leaves a continent as it is that others have brought: converted challenges only say where they go. */
  sharesContinents?: boolean;
  /** The `etag` that the sources must have. Others throw `conflict`. */
  expected?: string;
  /** Told of the plan, and of what it is for; when somebody else was faster, told once more. */
  onPlan?: (stored: StoredSources, plan: SourcePlan) => Promise<void>;
  /** More that belongs to the same transaction. */
  inTransaction?: (tx: Tx) => Promise<void>;
}

/** Brings the files of a source into the database, and makes the platform show them (see `mergeImport`, `applyPlan`). */
export async function importFiles(
  db: Db,
  files: ReadonlyMap<string, IncomingFile>,
  options: ImportFilesOptions,
): Promise<ImportReport> {
  const { source, overwrite = false, by = null, reader = readHere, dryRun = false, isFresh = false } = options;
  const labs = options.labs === undefined ? await findKnownLabs(db) : options.labs;
  const maps = new Map([...files].filter(([path]) => isMap(path)));
  const sources = new Map([...files].filter(([path]) => !isMap(path)));
  const brought = new Set([...sources.keys()].map(folderOf));
  const textOf = (pk: number) => findText(db, pk);
  const headsOf = () => findHeads(db);
  let touched = { before: {}, after: {} };
  const planOf = async (stored: StoredSources): Promise<SourcePlan> => {
    if (options.expected !== undefined && options.expected !== stored.etag) throw changedMeanwhile();
    const own = options.sharesContinents ? withoutOthersContinents(stored, sources, source) : sources;
    const plan = await mergeImport(stored, own, { source, overwrite, textOf, headsOf });
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
    beside: maps,
    ...(options.findings ? { findings: options.findings } : {}),
    inTransaction: async (tx, { changes, counts }) => {
      const overwritten = typeof overwrite === 'boolean' ? overwrite : [...overwrite].slice(0, mostNamed);
      const data = { ...counts, overwritten, ...touched };
      if (changes.length > 0) await audit(tx, { actor: by, action: 'content.imported', subject: source, data });
      await options.inTransaction?.(tx);
    },
  });
}

/** An import can change thousands of files. Its entry in the log counts all and names so many. */
const mostNamed = 100;

/** The revisions of files before and after a plan, by path; null where there is no file. Their texts are kept as revisions. */
function revisionsOf({ files }: StoredSources, { writes }: SourcePlan) {
  const byPk = new Map(files.map((file) => [file.pk, file]));
  const named = writes.slice(0, mostNamed).map(({ pk, path, file }) => {
    const row = pk === null ? undefined : byPk.get(pk);
    const before = row && row.hash !== null ? row.revision : null;
    return { path, before, after: file === null ? null : (row?.revision ?? 0) + 1 };
  });
  return {
    before: Object.fromEntries(named.map(({ path, before }) => [path, before])),
    after: Object.fromEntries(named.map(({ path, after }) => [path, after])),
  };
}

/** Maps are documents of their own (see features/maps), which an import brings together with those that are there. */
const isMap = (path: string): boolean => Object.values<string>(mapFiles).includes(path);

function withoutOthersContinents(
  { live, imports }: StoredSources,
  files: ReadonlyMap<string, IncomingFile>,
  source: string,
): ReadonlyMap<string, IncomingFile> {
  const own = new Set(imports.filter((one) => one.source === source).map(({ path }) => path));
  return new Map([...files].filter(([path]) => nameOf(path) !== 'continent.yaml' || own.has(path) || !live.has(path)));
}

const changedMeanwhile = (): AppError =>
  new AppError('conflict', 'The courses have changed since you looked. Look at the import once more, then import.');
