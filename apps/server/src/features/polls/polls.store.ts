import { sql } from 'kysely';
import type { Tx } from '#platform/db/db';

/** Inserts or replaces an answer. An equal answer changes nothing. A trigger maintains the counts. */
export async function setAnswer(
  tx: Tx,
  answer: { userPk: number; questionPk: number; answers: string[]; now: Date },
): Promise<void> {
  const { userPk, questionPk, answers, now } = answer;
  await tx
    .insertInto('poll_answers')
    .values({ user_pk: userPk, question_pk: questionPk, answers, answered_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['user_pk', 'question_pk'])
        .doUpdateSet({ answers, answered_at: now })
        .where(sql<boolean>`poll_answers.answers is distinct from excluded.answers`),
    )
    .execute();
}

/** Serialises answers to a question and changes of its options by an import. */
export async function lockQuestion(tx: Tx, pk: number): Promise<void> {
  await sql`select from poll_questions where pk = ${pk} for no key update`.execute(tx);
}
