import { createHash } from 'node:crypto';
import { readFolder } from '@hexpedition/curriculum/source/curriculum-folder';
import type { IncomingFile } from '@hexpedition/curriculum/source/source-tree';
import type { Db } from '#platform/db/db';
import { rendererVersion } from '../sources/renderer-version.ts';
import type { ImportOptions } from './import-curriculum.ts';
import type { ImportReport } from './import-report.ts';
import { findKnownLabs } from './known-labs.ts';

const source = 'curriculum';

interface Options extends Pick<ImportOptions, 'db' | 'root'> {
  /** Called with the number of files before an import, which can take a minute. */
  onImport?: (files: number) => void;
}

/**
 * Imports a folder if its files have changed since the last import; runs at every start of the server.
 * @returns the report, or null if nothing had changed
 */
export async function syncCurriculum({ db, root, onImport }: Options): Promise<ImportReport | null> {
  const labs = await findKnownLabs(db, root);
  const { files, diagnostics } = await readFolder(root);
  const fingerprint = fingerprintOf(files, labs);
  const before = await db
    .selectFrom('content_state')
    .select('fingerprint')
    .where('source', '=', source)
    .executeTakeFirst();
  if (before?.fingerprint === fingerprint) return null;
  onImport?.(files.size);
  // Loaded on demand: most starts do not reach this line.
  const { importFiles } = await import('./import-files.ts');
  const report = await importFiles(db, files, { source, labs, findings: diagnostics });
  if (report.applied) await storeFingerprint(db, fingerprint);
  return report;
}

async function storeFingerprint(db: Db, fingerprint: string): Promise<void> {
  await db
    .insertInto('content_state')
    .values({ source, fingerprint })
    .onConflict((conflict) => conflict.column('source').doUpdateSet({ fingerprint, imported_at: new Date() }))
    .execute();
}

/** Uses names and contents only: file times change with every checkout. */
function fingerprintOf(files: ReadonlyMap<string, IncomingFile>, labs: ReadonlySet<string> | null): string {
  const list = [...files].map(([path, { hash }]) => [path, hash]);
  return createHash('sha256')
    .update(JSON.stringify([rendererVersion, labs && [...labs].sort(), list]))
    .digest('hex');
}
