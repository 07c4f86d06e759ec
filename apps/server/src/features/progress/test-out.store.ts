import type { Tx } from '#platform/db/db';

export interface TestOutAttempts {
  attempts: number;
  last_at: Date;
  last_right: number;
  last_of: number;
  passed_at: Date | null;
}

/** Locks a learner's tries at a test until the transaction ends, so that concurrent tries are serialized. */
export async function lockAttempts(tx: Tx, userPk: number, trainingPk: number, now: Date): Promise<TestOutAttempts> {
  await tx
    .insertInto('test_out_tries')
    .values({ user_pk: userPk, training_pk: trainingPk, attempts: 0, last_at: now, passed_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return tx
    .selectFrom('test_out_tries')
    .select(['attempts', 'last_at', 'last_right', 'last_of', 'passed_at'])
    .where('user_pk', '=', userPk)
    .where('training_pk', '=', trainingPk)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export async function storeAttempts(tx: Tx, userPk: number, trainingPk: number, tried: TestOutAttempts): Promise<void> {
  await tx
    .updateTable('test_out_tries')
    .set(tried)
    .where('user_pk', '=', userPk)
    .where('training_pk', '=', trainingPk)
    .execute();
}
