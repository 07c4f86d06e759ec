import { audit } from '#platform/audit';
import type { Db } from '#platform/db/db';
import type { Diagnostic } from '../diagnostics.ts';
import { mapFiles } from '../source/map.ts';
import type { IncomingFile } from '../source/tree.ts';
import { applyPlan } from '../sources/apply.ts';
import { readHere } from '../sources/read-here.ts';
import type { SourceReader } from '../sources/reader.ts';
import { findText } from '../sources/sources.read-model.ts';
import { findKnownLabs } from './known-labs.ts';
import { mergeImport } from './merge.ts';
import type { ImportReport } from './report.ts';

export interface ImportFilesOptions {
  /** Who brings the files: `curriculum` for the folder that ships, `bundle:…` for others. */
  source: string;
  dryRun?: boolean;
  /** Takes what the import brings also where a file was changed here. */
  overwrite?: boolean;
  /** Labs that lessons may name; those of the database when it is left out. */
  labs?: ReadonlySet<string> | null;
  /** What was found out when the files were gathered or converted. */
  findings?: readonly Diagnostic[];
  reader?: SourceReader;
  /** Who does it; null for the command and the start. */
  by?: number | null;
  /** Reads everything anew: what was compiled before is not asked. */
  isFresh?: boolean;
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
  const textOf = (pk: number) => findText(db, pk);
  return applyPlan((stored) => mergeImport(stored, sources, { source, overwrite, textOf }), {
    db,
    reader,
    labs,
    by,
    dryRun,
    isFresh,
    beside: maps,
    ...(options.findings ? { findings: options.findings } : {}),
    also: async (tx, { changes, counts }) => {
      if (changes.length > 0)
        await audit(tx, { actor: by, action: 'content.imported', subject: source, data: { ...counts } });
    },
  });
}

/** Maps are documents of their own (see features/maps), which an import brings together with those that are there. */
const isMap = (path: string): boolean => Object.values<string>(mapFiles).includes(path);
