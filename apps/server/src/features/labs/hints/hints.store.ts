import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/db';

interface Learner {
  userPk: number;
  labPk: number;
}

/** Numbers of the hints of a lab that a learner has opened. */
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
 * Opens hints; what is open already keeps its time. Waits for a flag that the same learner is just handing in, and holds the next
 * one back (`awardFlag`): either the hint was open before the flag was found, or it costs nothing any more.
 */
export async function openHints(tx: Tx, { userPk, labPk }: Learner, numbers: number[], now: Date): Promise<void> {
  await sql`select from users where users.pk = ${userPk} for no key update`.execute(tx);
  await sql`insert into hint_openings (user_pk, lab_pk, number, opened_at)
    select ${userPk}, ${labPk}, opened.number, ${now} from unnest(${numbers}::smallint[]) as opened (number)
    on conflict do nothing`.execute(tx);
}
