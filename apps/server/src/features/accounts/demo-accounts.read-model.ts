import type { Db, Tx } from '#platform/db/db';

/** Returns the accounts that the first start created and whose password is still the printed one. */
export const listDemoAccounts = (db: Db | Tx) =>
  db.selectFrom('users').select(['pk', 'username', 'is_active']).where('is_demo', '=', true).orderBy('pk').execute();

/**
 * Returns whether someone can administer the site.
 * @param countsDemo whether a demo superuser counts, too
 */
export async function hasSuperuser(db: Db | Tx, { countsDemo }: { countsDemo: boolean }): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('pk')
    .where('is_superuser', '=', true)
    .where('is_active', '=', true)
    .$if(!countsDemo, (query) => query.where('is_demo', '=', false))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
