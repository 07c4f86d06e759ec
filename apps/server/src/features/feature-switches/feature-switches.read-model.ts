import type { MapVersionName } from '@hexpedition/contract';
import type { Db, Tx } from '#platform/db/db';

/** Reads the switches that superusers have changed; null for those with the configured value. */
export async function findFeatureSwitches(db: Db | Tx, version: MapVersionName) {
  const row = await db
    .selectFrom('feature_overrides')
    .select(['paddle', 'login', 'register', 'msg'])
    .where('version', '=', version)
    .executeTakeFirst();
  return row ?? { paddle: null, login: null, register: null, msg: null };
}
