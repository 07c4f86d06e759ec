import { fileURLToPath } from 'node:url';
import type { Db } from '#platform/db/db';
import { importCurriculum } from '../import/import-curriculum.ts';

/** A curriculum that contains every kind of module. */
export const fixtureFolder = fileURLToPath(new URL('./curriculum', import.meta.url));

export async function importFixture(db: Db): Promise<void> {
  const { applied, diagnostics } = await importCurriculum({ db, root: fixtureFolder, labs: null });
  if (!applied) throw new Error(JSON.stringify(diagnostics));
}
