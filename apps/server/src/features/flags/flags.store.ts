import { flagPointsAfterHints } from '@hexpedition/contract';
import { sql } from 'kysely';
import { addToBoards } from '#features/leaderboard/leaderboard.public';
import { audit } from '#platform/audit';
import type { Db, Tx } from '#platform/db/db';

/** Returns a visible flag of a lesson, with its hash and salt. */
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

/** Returns the flag with this hash that was issued to an instance, and the instance's user. */
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

/** Returns whether at least one learner has solved a flag. */
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
 * Awards a flag, drill or repair to a learner. Idempotent, also under concurrency: points are added once, to every board
 * that the flag counts for, less the cost of its open hints, or of the source of a repair. Call it near the end of a transaction, because it locks the
 * boards' counts until the transaction ends.
 * @param award.points points of the flag
 * @returns the added points; `isNew` is false if the learner already had the flag
 */
export async function awardFlag(
  tx: Tx,
  award: { userPk: number; flagPk: number; points: number; now: Date },
): Promise<{ isNew: boolean; points: number }> {
  const { userPk, flagPk, now } = award;
  const { continent, kind, lab_pk } = await lockLearner(tx, userPk, flagPk);
  const costs = lab_pk === null ? [] : await readCosts(tx, userPk, flagPk);
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

interface FlagScope {
  /** Continent that the flag counts for; null for a lab without a continent. */
  continent: string | null;
  kind: 'find' | 'repair' | 'drill';
  lab_pk: number | null;
}

/**
 * Locks the learner's row, so that their other solves, opened hints and account changes wait until the transaction ends.
 * @returns the scope that decides on which boards the flag counts
 */
async function lockLearner(tx: Tx, userPk: number, flagPk: number): Promise<FlagScope> {
  const { rows } = await sql<FlagScope>`
    select flag_continent(flags.pk) as continent, flags.kind, flags.lab_pk
    from users cross join flags where users.pk = ${userPk} and flags.pk = ${flagPk}
    for no key update of users`.execute(tx);
  return rows[0] ?? { continent: null, kind: 'find', lab_pk: null };
}

/** Returns the costs of a flag's open hints, and of a repair's source. Call it while the learner is locked, because opening a hint takes the same lock. */
async function readCosts(tx: Tx, userPk: number, flagPk: number): Promise<number[]> {
  const { rows } = await sql<{ cost: number }>`
    select (listed.hint->>'cost')::int as cost
    from flags
    join labs on labs.pk = flags.lab_pk
    cross join jsonb_array_elements(labs.hints) with ordinality as listed (hint, number)
    join hint_openings on hint_openings.lab_pk = labs.pk and hint_openings.number = listed.number
    where flags.pk = ${flagPk} and hint_openings.user_pk = ${userPk} and listed.hint->>'flag' = flags.id
    union all
    select lab_repairs.source_price
    from flags
    join lab_repairs on lab_repairs.lab_pk = flags.lab_pk
    where flags.pk = ${flagPk} and flags.kind = 'repair'
      and lab_repairs.user_pk = ${userPk} and lab_repairs.source_price is not null`.execute(tx);
  return rows.map(({ cost }) => cost);
}

/** Records a shared flag: a learner submitted the flag or drill answer of another learner. */
export async function recordSharedFlag(
  tx: Tx,
  incident: { userPk: number; ownerPk: number; flagPk: number; now: Date },
): Promise<void> {
  const { userPk, ownerPk, flagPk, now } = incident;
  await tx
    .insertInto('shared_flags')
    .values({ user_pk: userPk, owner_pk: ownerPk, flag_pk: flagPk, at: now })
    .execute();
  await audit(tx, { actor: userPk, action: 'flag.shared', subject: `flag:${flagPk}`, data: { owner: ownerPk } });
}
