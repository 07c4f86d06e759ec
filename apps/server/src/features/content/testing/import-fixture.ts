import { fixtureFolder } from '@hexpedition/curriculum/testing/fixture-folder';
import type { Db } from '#platform/db/db';
import { sharedTemplate } from '#testing/test-database';
import { importCurriculum } from '../import/import-curriculum.ts';

export async function importFixture(db: Db): Promise<void> {
  const { applied, diagnostics } = await importCurriculum({ db, root: fixtureFolder, labs: null });
  if (!applied) throw new Error(JSON.stringify(diagnostics));
}

/** A database with the fixture, for `createTestApp` and `createTestDatabase`. All files share it. */
export const fixtureTemplate = () => sharedTemplate('fixture', importFixture);
