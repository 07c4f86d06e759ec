import { flagPointsAfterHints } from '@hexpedition/contract';
import { sql } from 'kysely';
import { addToBoards } from '#features/leaderboard/leaderboard.public';
import { audit } from '#platform/audit';
import type { Db, Tx } from '#platform/db/db';

/** A flag that a shown lesson asks for, with what decides about answers. */
export function findSubchapterFlag(db: Db, subchapterPk: number, id: string) {
  return db
    .selectFrom('flags')
    .innerJoin('modules', 'modules.pk', 'flags.module_pk')
    .select(['flags.pk', 'flags.id', 'flags.name', 'flags.points', 'flags.salt', 'flags.hash'])
    .where('modules.subchapter_pk', '=', subchapterPk)
    .where('flags.id', '=', id)
    .where('flags.kind', '=', 'find')
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
    .where('flags.kind', '=', 'find')
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
 * Gives a learner a flag or a repair, once. However often this runs, and however many at the same time, points are added one
 * time, to every board that the flag counts for; what its hints cost that were opened before is taken from them. Call it near
 * the end of a transaction: the counts stay locked until that ends.
 * @param award.points of the flag
 * @returns the points added; 0 when they had it already, which `isNew` tells apart from a flag worth nothing
 */
export async function awardFlag(
  tx: Tx,
  award: { userPk: number; flagPk: number; points: number; now: Date },
): Promise<{ isNew: boolean; points: number }> {
  const { userPk, flagPk, now } = award;
  const { continent, kind, lab_pk } = await lockLearner(tx, userPk, flagPk);
  const costs = lab_pk === null ? [] : await readCostsOfOpenHints(tx, userPk, flagPk);
  const points = flagPointsAfterHints(award.points, costs);
  const added = await tx
    .insertInto('solves')
    .values({ user_pk: userPk, flag_pk: flagPk, points, solved_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('flag_pk')
    .executeTakeFirst();
  if (!added) return { isNew: false, points: 0 };
  await addToBoards(tx, { userPk, continent, points, flags: kind === 'find' ? 1 : 0, now });
  return { isNew: true, points };
}

interface Counted {
  /** The continent that the flag counts for; null for a lab that lies on none. */
  continent: string | null;
  kind: 'find' | 'repair' | 'drill';
  lab_pk: number | null;
}

/**
 * Makes other solves of the same learner, hints that they open, and changes of their account, wait until this one is done.
 * @returns what decides about where the flag counts
 */
async function lockLearner(tx: Tx, userPk: number, flagPk: number): Promise<Counted> {
  const { rows } = await sql<Counted>`
    select flag_continent(flags.pk) as continent, flags.kind, flags.lab_pk
    from users cross join flags where users.pk = ${userPk} and flags.pk = ${flagPk}
    for no key update of users`.execute(tx);
  return rows[0] ?? { continent: null, kind: 'find', lab_pk: null };
}

/** What the hints towards a flag cost that a learner has opened. Read it while the learner is held: openings wait too. */
async function readCostsOfOpenHints(tx: Tx, userPk: number, flagPk: number): Promise<number[]> {
  const { rows } = await sql<{ cost: number }>`
    select (listed.hint->>'cost')::int as cost
    from flags
    join labs on labs.pk = flags.lab_pk
    cross join jsonb_array_elements(labs.hints) with ordinality as listed (hint, number)
    join hint_openings on hint_openings.lab_pk = labs.pk and hint_openings.number = listed.number
    where flags.pk = ${flagPk} and hint_openings.user_pk = ${userPk} and listed.hint->>'flag' = flags.id`.execute(tx);
  return rows.map(({ cost }) => cost);
}

/** Records that somebody handed in what only somebody else could know: a flag of their instance, an answer to their drill. */
export async function recordForeign(
  tx: Tx,
  incident: { userPk: number; ownerPk: number; flagPk: number; now: Date },
): Promise<void> {
  const { userPk, ownerPk, flagPk, now } = incident;
  await tx
    .insertInto('flag_incidents')
    .values({ user_pk: userPk, owner_pk: ownerPk, flag_pk: flagPk, at: now })
    .execute();
  await audit(tx, { actor: userPk, action: 'flag.foreign', subject: `flag:${flagPk}`, data: { owner: ownerPk } });
}
