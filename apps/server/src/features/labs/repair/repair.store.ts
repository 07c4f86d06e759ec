import type { RepairReport } from '@hexpedition/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/db';

interface Learner {
  userPk: number;
  labPk: number;
}

/** Returns a learner's version of a lab's files, the report of the newest run, and whether they paid for the source. */
export async function findRepair(db: Db, { userPk, labPk }: Learner) {
  const row = await db
    .selectFrom('lab_repairs')
    .select(['files', 'saved_at', 'report', 'source_price'])
    .where('user_pk', '=', userPk)
    .where('lab_pk', '=', labPk)
    .executeTakeFirst();
  return row && { ...row, report: row.report as RepairReport | null };
}

/** Stores a learner's files. The report of the last run remains. */
export async function saveRepair(db: Db, learner: Learner, files: Record<string, string>, now: Date): Promise<void> {
  const values = { files: JSON.stringify(files), saved_at: now };
  await db
    .insertInto('lab_repairs')
    .values({ ...values, user_pk: learner.userPk, lab_pk: learner.labPk, report: null })
    .onConflict((conflict) => conflict.columns(['user_pk', 'lab_pk']).doUpdateSet(values))
    .execute();
}

/**
 * Opens the source of a repair for points. If it is open already, its price stays. The row lock serializes this with `awardFlag`.
 */
export async function openSource(tx: Tx, { userPk, labPk }: Learner, price: number, now: Date): Promise<void> {
  await sql`select from users where users.pk = ${userPk} for no key update`.execute(tx);
  await tx
    .insertInto('lab_repairs')
    .values({ user_pk: userPk, lab_pk: labPk, files: '{}', saved_at: now, report: null, source_price: price })
    .onConflict((conflict) =>
      conflict
        .columns(['user_pk', 'lab_pk'])
        .doUpdateSet({ source_price: price })
        .where('lab_repairs.source_price', 'is', null),
    )
    .execute();
}

export async function saveReport(tx: Tx, { userPk, labPk }: Learner, report: RepairReport): Promise<void> {
  await tx
    .updateTable('lab_repairs')
    .set({ report: JSON.stringify(report) })
    .where('user_pk', '=', userPk)
    .where('lab_pk', '=', labPk)
    .execute();
}

/** Returns when a learner was awarded a repair; null before. */
export async function findRepairedAt(db: Db, userPk: number, flagPk: number): Promise<Date | null> {
  const solve = await db
    .selectFrom('solves')
    .select('solved_at')
    .where('user_pk', '=', userPk)
    .where('flag_pk', '=', flagPk)
    .executeTakeFirst();
  return solve?.solved_at ?? null;
}
