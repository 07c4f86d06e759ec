import type { DrillGenerator } from '@hexpedition/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/db';

/** A drill that a lesson shows, with the flag that gives its points. */
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

/** What a drill is called in the first lesson that shows it, by the name that the lesson asks for it with. */
export async function readShownDrills(db: Db): Promise<Map<string, NonNullable<DrillGenerator['seen']>>> {
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
    .orderBy(['trainings.position', 'trainings.pk', 'chapters.position', 'subchapters.position', 'modules.position'])
    .execute();
  const seen = new Map<string, NonNullable<DrillGenerator['seen']>>();
  for (const { make, title, lesson, ...training } of rows) {
    if (!seen.has(make)) seen.set(make, { title, lesson, training });
  }
  return seen;
}

interface Place {
  userPk: number;
  flagPk: number;
}

/** The number of the round that a learner is at: one more than are over. */
export async function readRound(db: Db | Tx, { userPk, flagPk }: Place): Promise<number> {
  const { over } = await db
    .selectFrom('drill_rounds')
    .select(({ fn }) => fn.max('round').as('over'))
    .where('user_pk', '=', userPk)
    .where('flag_pk', '=', flagPk)
    .executeTakeFirstOrThrow();
  return (over ?? 0) + 1;
}

/** Ends a round. @returns whether it had not ended yet */
export async function endRound(
  tx: Tx,
  end: Place & { round: number; outcome: 'right' | 'shown'; hash: Buffer | null; now: Date },
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

/** Somebody else who had a round of a drill with this answer, and knows it. */
export async function findOwner(db: Db, { userPk, flagPk }: Place, hash: Buffer): Promise<number | undefined> {
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
