import type { TestOut } from '@hexpedition/contract';
import type { QuizData, QuizSecret } from '@hexpedition/curriculum/quiz-judge';
import { offeredTier } from '#features/training-access/training-access.public';
import type { Db } from '#platform/db/db';
import type { Reader } from '#platform/http/viewer';

/** Finds the test of a visible training with its right answers; undefined if there is none. */
export async function findTest(db: Db, training: string, reader: Reader) {
  const row = await db
    .selectFrom('test_outs')
    .innerJoin('trainings', 'trainings.pk', 'test_outs.training_pk')
    .select(['trainings.pk', 'trainings.slug', 'trainings.name as training_name'])
    .select(offeredTier(reader, 'trainings').as('tier'))
    .select(['test_outs.name', 'test_outs.summary', 'test_outs.pass', 'test_outs.modules', 'test_outs.secrets'])
    .where('trainings.slug', '=', training)
    .where('trainings.hidden', '=', false)
    .where('test_outs.hidden', '=', false)
    .executeTakeFirst();
  if (!row) return undefined;
  // The import wrote both columns in these shapes.
  const modules = row.modules as unknown as ({ kind: TestOut['modules'][number]['kind']; id: string } & object)[];
  const secrets = row.secrets as unknown as Record<string, QuizSecret>;
  const quizzes = modules.filter(({ kind }) => kind === 'quiz') as unknown as ({ id: string } & QuizData)[];
  return { ...row, modules: modules as unknown as TestOut['modules'], secrets, quizzes };
}

export function findTry(db: Db, userPk: number, trainingPk: number) {
  return db
    .selectFrom('test_out_tries')
    .select(['attempts', 'last_at', 'passed_at'])
    .where('user_pk', '=', userPk)
    .where('training_pk', '=', trainingPk)
    .executeTakeFirst();
}
