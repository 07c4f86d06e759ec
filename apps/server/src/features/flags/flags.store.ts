import { sql } from 'kysely';
import { addToBoards } from '#features/leaderboard/leaderboard.public';
import type { Db, Tx } from '#platform/db/db';

/** A flag that a shown lesson asks for, with what decides about answers. */
export function findSubchapterFlag(db: Db, subchapterPk: number, id: string) {
  return db
    .selectFrom('flags')
    .innerJoin('modules', 'modules.pk', 'flags.module_pk')
    .select(['flags.pk', 'flags.id', 'flags.name', 'flags.points', 'flags.salt', 'flags.hash'])
    .where('modules.subchapter_pk', '=', subchapterPk)
    .where('flags.id', '=', id)
    .where('flags.hidden', '=', false)
    .where('modules.hidden', '=', false)
    .executeTakeFirst();
}

/** The flag of an instance that has this hash, with whose instance it is. */
export function findIssuedFlag(db: Db, hash: Buffer) {
  return db
    .selectFrom('instance_flags')
    .innerJoin('instances', 'instances.pk', 'instance_flags.instance_pk')
    .innerJoin('flags', 'flags.pk', 'instance_flags.flag_pk')
    .select(['instances.user_pk', 'instances.lab_pk', 'instances.ended_at'])
    .select(['flags.pk', 'flags.id', 'flags.name', 'flags.points'])
    .where('instance_flags.hash', '=', hash)
    .where('flags.hidden', '=', false)
    .executeTakeFirst();
}

/** Whether anybody has a flag. */
export async function isSolved(db: Db, flagPk: number): Promise<boolean> {
  const solve = await db
    .selectFrom('solves')
    .select('flag_pk')
    .where('flag_pk', '=', flagPk)
    .limit(1)
    .executeTakeFirst();
  return solve !== undefined;
}

/**
 * Gives a learner a flag, once. However often this runs, and however many at the same time, points are added one time,
 * to every board that the flag counts for. Call it near the end of a transaction: the counts stay locked until that
 * ends.
 * @returns the points added; 0 when they had it already, which `isNew` tells apart from a flag worth nothing
 */
export async function awardFlag(
  tx: Tx,
  award: { userPk: number; flagPk: number; points: number; now: Date },
): Promise<{ isNew: boolean; points: number }> {
  const { userPk, flagPk, points, now } = award;
  const { continent } = await lockLearner(tx, userPk, flagPk);
  const added = await tx
    .insertInto('solves')
    .values({ user_pk: userPk, flag_pk: flagPk, points, solved_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('flag_pk')
    .executeTakeFirst();
  if (!added) return { isNew: false, points: 0 };
  await addToBoards(tx, { userPk, continent, points, now });
  return { isNew: true, points };
}

/**
 * Makes other solves of the same learner, and changes of their account, wait until this one is done.
 * @returns the continent that the flag counts for; null for a lab that lies on none
 */
async function lockLearner(tx: Tx, userPk: number, flagPk: number): Promise<{ continent: string | null }> {
  const { rows } = await sql<{ continent: string | null }>`
    select flag_continent(${flagPk}) as continent from users where users.pk = ${userPk} for no key update`.execute(tx);
  return rows[0] ?? { continent: null };
}

/** Records that somebody submitted a flag of somebody else's instance. */
export async function writeIncident(
  tx: Tx,
  incident: { userPk: number; ownerPk: number; flagPk: number; now: Date },
): Promise<void> {
  const { userPk, ownerPk, flagPk, now } = incident;
  await tx
    .insertInto('flag_incidents')
    .values({ user_pk: userPk, owner_pk: ownerPk, flag_pk: flagPk, at: now })
    .execute();
}
