import { sql } from 'kysely';
import type { Db } from '#platform/db/db';

interface Learner {
  userPk: number;
  labPk: number;
}

/** How many hints of a lab a learner has opened. They open in order, so that says which. */
export async function countOpenHints(db: Db, { userPk, labPk }: Learner): Promise<number> {
  const row = await db
    .selectFrom('hint_openings')
    .select(sql<number>`coalesce(max(hint_openings.number), 0)::int`.as('open'))
    .where('hint_openings.user_pk', '=', userPk)
    .where('hint_openings.lab_pk', '=', labPk)
    .executeTakeFirstOrThrow();
  return row.open;
}

/** Opens a hint and those before it; what is open already keeps its time. */
export async function openHints(db: Db, { userPk, labPk }: Learner, number: number, now: Date): Promise<void> {
  const rows = Array.from({ length: number }, (_, index) => ({
    user_pk: userPk,
    lab_pk: labPk,
    number: index + 1,
    opened_at: now,
  }));
  await db
    .insertInto('hint_openings')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
