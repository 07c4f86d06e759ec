import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/db';

/**
 * Completes a subchapter. Completing it again after a rewrite stores the new revision and keeps the first date.
 * @returns whether it was not completed before
 */
export async function setCompletion(
  db: Db | Tx,
  userPk: number,
  subchapter: { pk: number; revision: number },
  now: Date,
): Promise<boolean> {
  const { isNew } = await db
    .insertInto('completions')
    .values({ user_pk: userPk, subchapter_pk: subchapter.pk, revision: subchapter.revision, completed_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['user_pk', 'subchapter_pk'])
        .doUpdateSet({ revision: sql<number>`greatest(completions.revision, excluded.revision)` }),
    )
    // `xmax` is 0 for a row that this statement has inserted, because no update has locked it yet.
    .returning(sql<boolean>`completions.xmax = 0`.as('isNew'))
    .executeTakeFirstOrThrow();
  return isNew;
}

export async function clearCompletion(db: Db, userPk: number, subchapterPk: number): Promise<void> {
  await db.deleteFrom('completions').where('user_pk', '=', userPk).where('subchapter_pk', '=', subchapterPk).execute();
}

export async function enrol(db: Db | Tx, userPk: number, trainingPk: number, now: Date): Promise<void> {
  await db
    .insertInto('enrolments')
    .values({ user_pk: userPk, training_pk: trainingPk, enrolled_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function unenrol(db: Db, userPk: number, trainingPk: number): Promise<void> {
  await db.deleteFrom('enrolments').where('user_pk', '=', userPk).where('training_pk', '=', trainingPk).execute();
}

/** Completes every visible lesson of a training by its test; existing completions keep their date. */
export async function completeAll(tx: Tx, userPk: number, trainingPk: number, now: Date): Promise<void> {
  await tx
    .insertInto('completions')
    .columns(['user_pk', 'subchapter_pk', 'revision', 'completed_at', 'via'])
    .expression((eb) =>
      eb
        .selectFrom('subchapters')
        .innerJoin('chapters', 'chapters.pk', 'subchapters.chapter_pk')
        .select([
          sql<number>`${userPk}::integer`.as('user_pk'),
          'subchapters.pk as subchapter_pk',
          'subchapters.revision',
          sql<Date>`${now}::timestamptz`.as('completed_at'),
          sql<'test_out'>`'test_out'`.as('via'),
        ])
        .where('chapters.training_pk', '=', trainingPk)
        .where('chapters.hidden', '=', false)
        .where('subchapters.hidden', '=', false),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
