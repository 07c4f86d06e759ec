import { fixtureFolder } from '@hexpedition/curriculum/testing/fixture-folder';
import type { Db } from '#platform/db/db';
import { importCurriculum } from '../import/import-curriculum.ts';

export async function importFixture(db: Db): Promise<void> {
  const { applied, diagnostics } = await importCurriculum({ db, root: fixtureFolder, labs: null });
  if (!applied) throw new Error(JSON.stringify(diagnostics));
}
