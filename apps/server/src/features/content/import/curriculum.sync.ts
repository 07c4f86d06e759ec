import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from '#platform/db/db';
import { listFolder } from '../source/folder.ts';
import type { ImportOptions } from './import-curriculum.ts';
import { findKnownLabs } from './known-labs.ts';
import type { ImportReport } from './report.ts';

/** Raise it when lessons have to be rendered again although their files are the same. */
const rendererVersion = 3;

const source = 'curriculum';

/**
 * Imports a folder when its files are not those of the last time; meant for every start of the server.
 * @returns the report, or null when nothing had to be done
 */
export async function syncCurriculum({ db, root }: Pick<ImportOptions, 'db' | 'root'>): Promise<ImportReport | null> {
  const labs = await findKnownLabs(db, root);
  const fingerprint = await fingerprintOf(root, labs);
  const before = await db
    .selectFrom('content_state')
    .select('fingerprint')
    .where('source', '=', source)
    .executeTakeFirst();
  if (before?.fingerprint === fingerprint) return null;
  // Loaded only now: most starts do not come here.
  const { importCurriculum } = await import('./import-curriculum.ts');
  const report = await importCurriculum({ db, root, labs });
  if (report.applied) await remember(db, fingerprint);
  return report;
}

async function remember(db: Db, fingerprint: string): Promise<void> {
  await db
    .insertInto('content_state')
    .values({ source, fingerprint })
    .onConflict((conflict) => conflict.column('source').doUpdateSet({ fingerprint, imported_at: new Date() }))
    .execute();
}

/** Larger files are not read at every start: another size or time means that an import has a look. */
const largest = 1_000_000;

/** Over names and contents: times of files change with every checkout. */
async function fingerprintOf(root: string, labs: ReadonlySet<string> | null): Promise<string> {
  const sum = createHash('sha256').update(JSON.stringify([rendererVersion, labs && [...labs].sort()]));
  const add = async (folder: string): Promise<void> => {
    const { files, folders } = await listFolder(join(root, folder));
    for (const name of files) {
      const { size, mtimeMs } = await stat(join(root, folder, name));
      sum.update(`\0${folder}/${name}\0`);
      sum.update(size > largest ? `${size} ${mtimeMs}` : await readFile(join(root, folder, name)));
    }
    for (const name of folders) await add(`${folder}/${name}`);
  };
  await add('.');
  return sum.digest('hex');
}
