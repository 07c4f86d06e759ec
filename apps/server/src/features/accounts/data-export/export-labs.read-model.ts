import type { Tx } from '#platform/db/db';

/** The user's repairs, solutions and ratings of labs. Flags, hints and instances are in `export-learning`. */
export async function readLabWork(tx: Tx, userPk: number) {
  return {
    lab_repairs: await tx
      .selectFrom('lab_repairs')
      .innerJoin('labs', 'labs.pk', 'lab_repairs.lab_pk')
      .select(['labs.name as lab', 'lab_repairs.files', 'lab_repairs.saved_at', 'lab_repairs.report'])
      .select('lab_repairs.source_price')
      .where('lab_repairs.user_pk', '=', userPk)
      .orderBy('lab_repairs.saved_at')
      .execute(),
    lab_solutions: await tx
      .selectFrom('lab_solutions')
      .innerJoin('labs', 'labs.pk', 'lab_solutions.lab_pk')
      .select(['labs.name as lab', 'lab_solutions.text', 'lab_solutions.published', 'lab_solutions.hidden'])
      .select(['lab_solutions.updated_at', 'lab_solutions.published_at'])
      .where('lab_solutions.user_pk', '=', userPk)
      .orderBy('lab_solutions.updated_at')
      .execute(),
    lab_ratings: await tx
      .selectFrom('lab_ratings')
      .innerJoin('labs', 'labs.pk', 'lab_ratings.lab_pk')
      .select(['labs.name as lab', 'lab_ratings.difficulty', 'lab_ratings.rated_at'])
      .where('lab_ratings.user_pk', '=', userPk)
      .orderBy('lab_ratings.rated_at')
      .execute(),
  };
}
