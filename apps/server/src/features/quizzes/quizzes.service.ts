import type { QuizVerdict } from '@hexpedition/contract';
import { judge } from '@hexpedition/curriculum/quiz-judge';
import { assertLessonAccess } from '#features/training-access/training-access.public';
import type { Clock } from '#platform/clock';
import type { Db, Tx } from '#platform/db/db';
import { notFound } from '#platform/errors';
import type { Reader } from '#platform/http/viewer';
import { findQuiz, readQuizzes, type Subchapter } from './quizzes.read-model.ts';
import { storeAnswer } from './quizzes.store.ts';

export function createQuizzesService({ db, clock }: { db: Db; clock: Clock }) {
  return {
    /**
     * Checks an answer to a quiz, and stores it for signed-in learners.
     * @throws AppError not_found, tier_required, step_required
     */
    async check(reader: Reader, slug: string, id: string, answer: string[]): Promise<QuizVerdict> {
      const subchapter = await assertLessonAccess(db, reader, slug);
      const quiz = await findQuiz(db, subchapter.pk, id);
      if (!quiz) throw notFound('quiz');
      const verdict = judge(quiz.data, quiz.secret, answer);
      if (reader.pk !== undefined) {
        const { correct } = verdict;
        const stored = { userPk: reader.pk, modulePk: quiz.pk, answer, correct, revision: subchapter.revision };
        await storeAnswer(db, { ...stored, answeredAt: clock.now() });
      }
      return verdict;
    },
  };
}

interface GivenAnswer {
  id: string;
  answer: string[];
  revision: number;
  answered_at: string;
}

/**
 * Stores answers that a visitor gave before signing up, if the lesson still has the same questions. A stored answer that
 * is right or newer is kept.
 */
export async function storeEarlierAnswers(
  tx: Tx,
  userPk: number,
  subchapter: Subchapter,
  answers: readonly GivenAnswer[],
  now: Date,
): Promise<void> {
  const { revision } = subchapter;
  for (const { pk, id, data, secret } of await readQuizzes(tx, subchapter.pk)) {
    for (const given of answers) {
      if (given.id !== id || given.revision !== revision) continue;
      const { correct } = judge(data, secret, given.answer);
      const at = new Date(given.answered_at);
      const answeredAt = at < now ? at : now;
      await storeAnswer(tx, { userPk, modulePk: pk, answer: given.answer, correct, revision, answeredAt });
    }
  }
}
