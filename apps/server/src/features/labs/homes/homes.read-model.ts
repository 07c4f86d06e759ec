import { anyOf, type Db } from '#platform/db/db';
import type { HomeFiles } from './home-files.ts';

/** Returns the homes of a learner, for the data export. */
export async function readHomes(db: Db, files: Pick<HomeFiles, 'list'>, userPk: number) {
  const homes = await files.list(userPk);
  const labs = await db
    .selectFrom('labs')
    .select(['pk', 'name'])
    .where('pk', '=', anyOf(homes.map(({ labPk }) => labPk)))
    .execute();
  const names = new Map(labs.map(({ pk, name }) => [pk, name]));
  return homes.map(({ labPk, at, bytes }) => ({ lab: names.get(labPk) ?? null, bytes, saved_at: at }));
}
