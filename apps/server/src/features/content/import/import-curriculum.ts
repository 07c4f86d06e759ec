import type { Db } from '#platform/db/db';
import { readFolder } from '../source/curriculum-folder.ts';
import { type ImportFilesOptions, importFiles } from './import-files.ts';
import { findKnownLabs } from './known-labs.ts';
import type { ImportReport } from './report.ts';

export interface ImportOptions extends Partial<Omit<ImportFilesOptions, 'findings'>> {
  db: Db;
  /** The folder that holds the continents. */
  root: string;
}

/** Imports a folder on the disk; the labs beside it are known, too. */
export async function importCurriculum({ db, root, source, ...options }: ImportOptions): Promise<ImportReport> {
  const labs = options.labs === undefined ? await findKnownLabs(db, root) : options.labs;
  const { files, diagnostics } = await readFolder(root);
  return importFiles(db, files, { ...options, source: source ?? 'curriculum', labs, findings: diagnostics });
}
