import { sql } from 'kysely';
import type { Db } from '#platform/db/db';

/** Where the files of a training lie, `<continent>/<training>`; undefined where there is none. */
export async function findTrainingFolder(db: Db, slug: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('compiled_trainings')
    .select('compiled_trainings.folder')
    .where(sql`compiled_trainings.training->>'slug'`, '=', slug)
    .executeTakeFirst();
  return row?.folder;
}
