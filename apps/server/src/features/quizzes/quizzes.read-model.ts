import type { QuizAnswers } from '@hexpedition/contract';
import { judge, type QuizData, type QuizSecret } from '@hexpedition/curriculum/quiz-judge';
import type { Db, Tx } from '#platform/db/db';

export interface Subchapter {
  pk: number;
  revision: number;
}

interface Quiz {
  pk: number;
  id: string;
  data: QuizData;
  secret: QuizSecret;
}

function quizzesOf(db: Db | Tx, subchapterPk: number) {
  return db
    .selectFrom('modules')
    .select(['modules.pk', 'modules.id', 'modules.data', 'modules.secret'])
    .where('modules.subchapter_pk', '=', subchapterPk)
    .where('modules.kind', '=', 'quiz')
    .where('modules.hidden', '=', false);
}

/** The import writes both columns in the shape of a quiz. */
const asQuiz = <T>(row: T) => row as T & Quiz;

/** Lists the visible quizzes of a lesson with their solutions, in a stable order. */
export async function readQuizzes(db: Db | Tx, subchapterPk: number): Promise<Quiz[]> {
  return (await quizzesOf(db, subchapterPk).orderBy('modules.pk').execute()).map(asQuiz);
}

/** Finds a visible quiz of a lesson. */
export async function findQuiz(db: Db, subchapterPk: number, id: string): Promise<Quiz | undefined> {
  const row = await quizzesOf(db, subchapterPk).where('modules.id', '=', id).executeTakeFirst();
  return row && asQuiz(row);
}

/** Reads a learner's answers to the current revision of a lesson. */
export async function readQuizAnswers(db: Db | Tx, userPk: number, { pk, revision }: Subchapter): Promise<QuizAnswers> {
  const rows = await quizzesOf(db, pk)
    .innerJoin('quiz_answers', 'quiz_answers.module_pk', 'modules.pk')
    .select(['quiz_answers.answer', 'quiz_answers.answered_at'])
    .where('quiz_answers.user_pk', '=', userPk)
    .where('quiz_answers.revision', '=', revision)
    .orderBy('modules.position')
    .execute();
  return {
    answers: rows.map(asQuiz).map(({ id, data, secret, answer, answered_at }) => ({
      id,
      answer,
      answered_at: answered_at.toISOString(),
      ...judge(data, secret, answer),
    })),
  };
}
