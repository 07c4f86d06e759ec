import type { DrillGenerator } from '@hexpedition/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/db';

/** Returns a visible drill of a lesson, with the flag that awards its points. */
export async function findDrillModule(db: Db, subchapterPk: number, id: string) {
  return db
    .selectFrom('modules')
    .innerJoin('flags', 'flags.module_pk', 'modules.pk')
    .select(['flags.pk', 'flags.points'])
    .select(sql<string>`modules.data->>'make'`.as('make'))
    .where('modules.subchapter_pk', '=', subchapterPk)
    .where('modules.id', '=', id)
    .where('modules.kind', '=', 'drill')
    .where('modules.hidden', '=', false)
    .where('flags.hidden', '=', false)
    .executeTakeFirst();
}

/** Returns title and lesson of the first visible use of each drill generator, by generator. */
export async function readDrillUses(db: Db): Promise<Map<string, NonNullable<DrillGenerator['seen']>>> {
  const rows = await db
    .selectFrom('modules')
    .innerJoin('subchapters', 'subchapters.pk', 'modules.subchapter_pk')
    .innerJoin('chapters', 'chapters.pk', 'subchapters.chapter_pk')
    .innerJoin('trainings', 'trainings.pk', 'chapters.training_pk')
    .select(sql<string>`modules.data->>'make'`.as('make'))
    .select(sql<string>`modules.data->>'title'`.as('title'))
    .select(['subchapters.name as lesson', 'trainings.slug', 'trainings.name'])
    .where('modules.kind', '=', 'drill')
    .where('modules.hidden', '=', false)
    .where('subchapters.hidden', '=', false)
    .where('chapters.hidden', '=', false)
    .where('trainings.hidden', '=', false)
    .orderBy('trainings.position')
    .orderBy('trainings.pk')
    .orderBy('chapters.position')
    .orderBy('subchapters.position')
    .orderBy('modules.position')
    .execute();
  const seen = new Map<string, NonNullable<DrillGenerator['seen']>>();
  for (const { make, title, lesson, ...training } of rows) {
    if (!seen.has(make)) seen.set(make, { title, lesson, training });
  }
  return seen;
}

interface LearnerDrill {
  userPk: number;
  flagPk: number;
}

/** Returns the number of a learner's current round: one more than the last round that has ended. */
export async function readRound(db: Db | Tx, { userPk, flagPk }: LearnerDrill): Promise<number> {
  const { last } = await db
    .selectFrom('drill_rounds')
    .select(({ fn }) => fn.max('round').as('last'))
    .where('user_pk', '=', userPk)
    .where('flag_pk', '=', flagPk)
    .executeTakeFirstOrThrow();
  return (last ?? 0) + 1;
}

/**
 * Returns how many rounds in a row a learner has solved just before a round.
 * @param most where to stop counting
 */
export async function countSolvedRounds(
  db: Db | Tx,
  { userPk, flagPk }: LearnerDrill,
  round: number,
  most: number,
): Promise<number> {
  if (most === 0) return 0;
  const rows = await db
    .selectFrom('drill_rounds')
    .select('outcome')
    .where('user_pk', '=', userPk)
    .where('flag_pk', '=', flagPk)
    .where('round', '<', round)
    .orderBy('round', 'desc')
    .limit(most)
    .execute();
  const unsolved = rows.findIndex(({ outcome }) => outcome !== 'right');
  return unsolved < 0 ? rows.length : unsolved;
}

/** Ends a round. @returns false if it had already ended */
export async function endRound(
  tx: Tx,
  end: LearnerDrill & { round: number; outcome: 'right' | 'shown'; hash: Buffer | null; now: Date },
): Promise<boolean> {
  const row = await tx
    .insertInto('drill_rounds')
    .values({
      user_pk: end.userPk,
      flag_pk: end.flagPk,
      round: end.round,
      outcome: end.outcome,
      answer_hash: end.hash,
      ended_at: end.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('round')
    .executeTakeFirst();
  return row !== undefined;
}

/** Makes later transactions for the same round of a visitor wait until this one ends. */
export async function lockVisitorRound(tx: Tx, hash: Buffer): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${hash.toString('hex')}, 0))`.execute(tx);
}

/** Returns another learner with an ended round of this drill that has this answer. */
export async function findAnswerOwner(
  db: Db | Tx,
  { userPk, flagPk }: LearnerDrill,
  hash: Buffer,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('drill_rounds')
    .select('user_pk')
    .where('flag_pk', '=', flagPk)
    .where('answer_hash', '=', hash)
    .where('user_pk', '!=', userPk)
    .limit(1)
    .executeTakeFirst();
  return row?.user_pk;
}
