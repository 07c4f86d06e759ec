import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/db';

interface StoredAnswer {
  userPk: number;
  modulePk: number;
  answer: string[];
  correct: boolean;
  /** Revision of the lesson that contained the question. */
  revision: number;
  answeredAt: Date;
}

/** Stores the latest answer to a quiz. A right answer is kept until the lesson is rewritten. */
export async function storeAnswer(db: Db | Tx, stored: StoredAnswer): Promise<void> {
  const { answer, correct, revision, answeredAt } = stored;
  const values = { answer, correct, revision, answered_at: answeredAt };
  await db
    .insertInto('quiz_answers')
    .values({ user_pk: stored.userPk, module_pk: stored.modulePk, ...values })
    .onConflict((conflict) =>
      conflict
        .columns(['user_pk', 'module_pk'])
        .doUpdateSet(values)
        .where(
          sql<boolean>`quiz_answers.revision < excluded.revision or (
          quiz_answers.revision = excluded.revision and not quiz_answers.correct
          and (excluded.correct or quiz_answers.answered_at <= excluded.answered_at)
        )`,
        ),
    )
    .execute();
}
