import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/db';

interface Learner {
  userPk: number;
  labPk: number;
}

export async function writeRating(db: Db, { userPk, labPk }: Learner, difficulty: number, now: Date): Promise<void> {
  await db
    .insertInto('lab_ratings')
    .values({ user_pk: userPk, lab_pk: labPk, difficulty, rated_at: now })
    .onConflict((conflict) => conflict.columns(['user_pk', 'lab_pk']).doUpdateSet({ difficulty, rated_at: now }))
    .execute();
}

/** Inserts or updates a learner's solution of a lab. An update keeps its publication time and stays hidden if it was. */
export async function writeSolution(
  db: Db,
  { userPk, labPk }: Learner,
  solution: { text: string; html: string; published: boolean },
  now: Date,
): Promise<void> {
  const changed = { ...solution, updated_at: now };
  await db
    .insertInto('lab_solutions')
    .values({ ...changed, user_pk: userPk, lab_pk: labPk, published_at: solution.published ? now : null })
    .onConflict((conflict) =>
      conflict.columns(['user_pk', 'lab_pk']).doUpdateSet({
        ...changed,
        published_at: sql<Date | null>`coalesce(lab_solutions.published_at, excluded.published_at)`,
      }),
    )
    .execute();
}

/** Deletes a solution. A hidden solution leaves an empty row, so that a new text is still hidden. */
export async function removeSolution(db: Db, { userPk, labPk }: Learner, now: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx
      .deleteFrom('lab_solutions')
      .where('user_pk', '=', userPk)
      .where('lab_pk', '=', labPk)
      .where('hidden', '=', false)
      .execute();
    await tx
      .updateTable('lab_solutions')
      .set({ text: '', html: '', published: false, updated_at: now })
      .where('user_pk', '=', userPk)
      .where('lab_pk', '=', labPk)
      .execute();
  });
}

/** Returns a solution with its lab, and locks it until the transaction ends. */
export function lockSolution(tx: Tx, pk: number) {
  return tx
    .selectFrom('lab_solutions')
    .innerJoin('labs', 'labs.pk', 'lab_solutions.lab_pk')
    .select(['lab_solutions.pk', 'lab_solutions.user_pk', 'lab_solutions.hidden', 'labs.slug'])
    .where('lab_solutions.pk', '=', pk)
    .where('lab_solutions.text', '<>', '')
    .forUpdate('lab_solutions')
    .executeTakeFirst();
}

export async function setSolutionHidden(tx: Tx, pk: number, hidden: boolean): Promise<void> {
  await tx.updateTable('lab_solutions').set({ hidden }).where('pk', '=', pk).execute();
}
