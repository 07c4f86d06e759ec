import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/db';

interface Learner {
  userPk: number;
  labPk: number;
}

/** Returns the numbers of a lab's hints that a learner has opened. */
export async function readOpenHints(db: Db | Tx, { userPk, labPk }: Learner): Promise<Set<number>> {
  const rows = await db
    .selectFrom('hint_openings')
    .select('hint_openings.number')
    .where('hint_openings.user_pk', '=', userPk)
    .where('hint_openings.lab_pk', '=', labPk)
    .execute();
  return new Set(rows.map(({ number }) => number));
}

/**
 * Opens hints. Hints that are already open keep their time. The row lock serializes this with `awardFlag`: a hint is either
 * open before the flag is found, or costs nothing.
 */
export async function openHints(tx: Tx, { userPk, labPk }: Learner, numbers: number[], now: Date): Promise<void> {
  await sql`select from users where users.pk = ${userPk} for no key update`.execute(tx);
  await sql`insert into hint_openings (user_pk, lab_pk, number, opened_at)
    select ${userPk}, ${labPk}, opened.number, ${now} from unnest(${numbers}::smallint[]) as opened (number)
    on conflict do nothing`.execute(tx);
}
