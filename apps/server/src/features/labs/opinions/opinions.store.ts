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

/** Writes a learner's only solution of a lab. It keeps its place among the others, and stays down where it was taken down. */
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

/** Takes a solution back. Of one that was taken down an empty row stays, so that it cannot come back by being written again. */
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

/** A solution that somebody has written, with its lab; held until the transaction ends. */
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
