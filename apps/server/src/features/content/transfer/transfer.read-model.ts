import type { Colour } from '@hexpedition/contract';
import type { Db } from '#platform/db/db';
import type { Trial } from './transfer.store.ts';

/** What its own superuser has tried; for everybody else it is not there. */
export function findTrial(db: Db, id: string, userPk: number): Promise<Trial | undefined> {
  return db
    .selectFrom('import_trials')
    .selectAll()
    .where('id', '=', id)
    .where('user_pk', '=', userPk)
    .executeTakeFirst();
}

/** The continent of a name, as learners see it. */
export async function findContinent(db: Db, name: string) {
  const row = await db
    .selectFrom('continents')
    .select(['slug', 'name', 'colour'])
    .where(({ eb, fn }) => eb(fn('lower', ['continents.name']), '=', name.toLowerCase()))
    .orderBy('pk')
    .executeTakeFirst();
  // The import writes what the contract knows.
  return row && { ...row, colour: row.colour as Colour };
}
