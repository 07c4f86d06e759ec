import type { PollAnswer } from '@hexpedition/contract';
import { assertOpen } from '#features/training-access/training-access.public';
import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';
import { invalid, notFound } from '#platform/errors';
import type { Viewer } from '#platform/http/viewer';
import { findQuestion, readAnswers } from './polls.read-model.ts';
import { lockQuestion, setAnswer } from './polls.store.ts';

export function createPollsService({ db, clock }: { db: Db; clock: Clock }) {
  return {
    /**
     * Answers a question or changes an earlier answer.
     * @throws AppError not_found, tier_required, step_required, invalid_request
     */
    answer(viewer: Viewer, questionPk: number, chosen: readonly string[]): Promise<PollAnswer> {
      return db.transaction().execute(async (tx) => {
        await lockQuestion(tx, questionPk);
        const question = await findQuestion(tx, viewer, questionPk);
        if (!question) throw notFound('question');
        assertOpen(viewer, question);
        const answers = question.options.map(({ id }) => id).filter((id) => chosen.includes(id));
        if (answers.length !== new Set(chosen).size)
          throw invalid({
            answers: 'This is not one of the options. Reload the page, because the options may have changed.',
          });
        if (answers.length > 1 && !question.multiple) throw invalid({ answers: 'Choose one option.' });
        await setAnswer(tx, { userPk: viewer.pk, questionPk, answers, now: clock.now() });
        const [answer] = (await readAnswers(tx, viewer, { question: questionPk })).answers;
        if (!answer) throw new Error('The stored answer could not be read back.');
        return answer;
      });
    },
  };
}
