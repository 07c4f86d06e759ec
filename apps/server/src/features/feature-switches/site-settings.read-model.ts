import type { Db, Tx } from '#platform/db/db';

/** Reads the settings that superusers have changed; null for the others. */
export async function findStoredSettings(db: Db | Tx) {
  const row = await db.selectFrom('site_settings').select(['name', 'register', 'free_tier']).executeTakeFirst();
  return row ?? { name: null, register: null, free_tier: null };
}
