import type { RepairReport } from '@hexpedition/contract';
import type { Db, Tx } from '#platform/db/db';

interface Learner {
  userPk: number;
  labPk: number;
}

/** Returns a learner's version of a lab's files, and the report of the newest run. */
export async function findRepair(db: Db, { userPk, labPk }: Learner) {
  const row = await db
    .selectFrom('lab_repairs')
    .select(['files', 'saved_at', 'report'])
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
