import { readFolder } from '@hexpedition/curriculum/source/curriculum-folder';
import type { Db } from '#platform/db/db';
import { type ImportFilesOptions, importFiles } from './import-files.ts';
import type { ImportReport } from './import-report.ts';
import { findKnownLabs } from './known-labs.ts';

export interface ImportOptions extends Partial<Omit<ImportFilesOptions, 'findings'>> {
  db: Db;
  /** The folder that contains the continents. */
  root: string;
}

/** Imports a folder on the disk. The labs next to it count as known. */
export async function importCurriculum({ db, root, source, ...options }: ImportOptions): Promise<ImportReport> {
  const labs = options.labs === undefined ? await findKnownLabs(db, root) : options.labs;
  const { files, diagnostics } = await readFolder(root);
  return importFiles(db, files, { ...options, source: source ?? 'curriculum', labs, findings: diagnostics });
}
