import type { Db } from '#platform/db/db';

/** Finishing again what was rewritten since pins the new revision and keeps the first date. */
export async function setCompletion(
  db: Db,
  userPk: number,
  subchapter: { pk: number; revision: number },
  now: Date,
): Promise<void> {
  await db
    .insertInto('completions')
    .values({ user_pk: userPk, subchapter_pk: subchapter.pk, revision: subchapter.revision, completed_at: now })
    .onConflict((conflict) =>
      conflict.columns(['user_pk', 'subchapter_pk']).doUpdateSet({ revision: subchapter.revision }),
    )
    .execute();
}

export async function clearCompletion(db: Db, userPk: number, subchapterPk: number): Promise<void> {
  await db.deleteFrom('completions').where('user_pk', '=', userPk).where('subchapter_pk', '=', subchapterPk).execute();
}
