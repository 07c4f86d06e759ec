import type { Lab } from '@hexpedition/contract';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';

/**
 * Returns the number of solves of each lab's least solved flag, by lab pk, for one lab or for all. The query reads every
 * solve, so callers must cache the result.
 */
export async function countSolves(db: Db, labPk?: number): Promise<Map<number, number>> {
  const condition = labPk === undefined ? sql`flags.lab_pk is not null` : sql`flags.lab_pk = ${labPk}`;
  const rows = await sql<{ lab_pk: number; solves: number }>`
    select per_flag.lab_pk, min(per_flag.solves)::int as solves
    from (
      select flags.lab_pk, count(solves.user_pk) as solves
      from flags left join solves on solves.flag_pk = flags.pk
      where ${condition} and not flags.hidden and flags.kind = 'find'
      group by flags.pk
    ) per_flag
    group by per_flag.lab_pk`.execute(db);
  return new Map(rows.rows.map((row) => [row.lab_pk, row.solves]));
}

/** Returns the number of ratings from 1 to 5, by lab pk, for one lab or for all labs with ratings. */
export async function countRatings(db: Db, labPk?: number): Promise<Map<number, number[]>> {
  let query = db
    .selectFrom('lab_ratings')
    .select(['lab_ratings.lab_pk', 'lab_ratings.difficulty', sql<number>`count(*)::int`.as('ratings')])
    .groupBy(['lab_ratings.lab_pk', 'lab_ratings.difficulty']);
  if (labPk !== undefined) query = query.where('lab_ratings.lab_pk', '=', labPk);
  const counts = new Map<number, number[]>(labPk === undefined ? [] : [[labPk, [0, 0, 0, 0, 0]]]);
  for (const { lab_pk, difficulty, ratings } of await query.execute()) {
    const ofLab = counts.get(lab_pk) ?? [0, 0, 0, 0, 0];
    ofLab[difficulty - 1] = ratings;
    counts.set(lab_pk, ofLab);
  }
  return counts;
}

/**
 * Returns the first three learners who found all flags of a lab. Excludes learners who are not listed on leaderboards or
 * hide labs on their profile. The query reads every solve of the lab, so callers must cache the result.
 */
export async function readFirstSolves(db: Db, labPk: number): Promise<Lab['first_solves']> {
  const { rows } = await sql<{ name: string; slug: string | null; at: Date }>`
    select users.username as name, complete.at,
      case when users.profile_public then users.profile_slug end as slug
    from (
      select solves.user_pk, max(solves.solved_at) as at
      from flags join solves on solves.flag_pk = flags.pk
      where flags.lab_pk = ${labPk} and flags.kind = 'find' and not flags.hidden
      group by solves.user_pk
      having count(*) = (
        select count(*) from flags where flags.lab_pk = ${labPk} and flags.kind = 'find' and not flags.hidden
      )
    ) as complete
    join users on users.pk = complete.user_pk
    where users.is_active and users.listed and users.delete_at is null and users.profile_labs
    order by complete.at, users.pk
    limit 3`.execute(db);
  return rows.map(({ name, slug, at }) => ({ name, slug, at: at.toISOString() }));
}
