import type { MapVersionName } from '@hexpedition/contract';
import type { Db, Tx } from '#platform/db/db';

/** What superusers have changed of the configuration's switches; null where the configuration's word stands. */
export async function findFeatureSwitches(db: Db | Tx, version: MapVersionName) {
  const row = await db
    .selectFrom('feature_edits')
    .select(['paddle', 'login', 'register', 'msg'])
    .where('version', '=', version)
    .executeTakeFirst();
  return row ?? { paddle: null, login: null, register: null, msg: null };
}
