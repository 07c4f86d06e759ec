import type { Colour } from '@hexpedition/contract';
import type { Db } from '#platform/db/db';
import type { StoredPreview } from './transfer.store.ts';

/** Finds an import preview of a superuser; other accounts cannot see it. */
export function findImportPreview(db: Db, id: string, userPk: number): Promise<StoredPreview | undefined> {
  return db
    .selectFrom('import_previews')
    .selectAll()
    .where('id', '=', id)
    .where('user_pk', '=', userPk)
    .executeTakeFirst();
}

/** Finds the continent with a name, ignoring case. */
export async function findContinent(db: Db, name: string) {
  const row = await db
    .selectFrom('continents')
    .select(['slug', 'name', 'colour'])
    .where(({ eb, fn }) => eb(fn('lower', ['continents.name']), '=', name.toLowerCase()))
    .orderBy('pk')
    .executeTakeFirst();
  // The import writes only colours that the contract allows.
  return row && { ...row, colour: row.colour as Colour };
}
