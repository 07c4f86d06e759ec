import type { EndpointAnswer, VisitorProgressBody } from '@hexpedition/contract';
import { readQuizAnswers, storeEarlierAnswers } from '#features/quizzes/quizzes.public';
import { assertLessonAccess } from '#features/training-access/training-access.public';
import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';
import type { Viewer } from '#platform/http/viewer';
import { readTrainingProgress } from './progress.read-model.ts';
import { enrol, setCompletion } from './progress.store.ts';

/** Adds the progress that a visitor made without an account, or before signing in, to the account. */
export function createVisitService({ db, clock }: { db: Db; clock: Clock }) {
  return {
    /**
     * Merges a visitor's progress in one lesson into the account. Existing progress is never undone, and repeating it
     * changes nothing.
     * @throws AppError not_found, tier_required, step_required
     */
    async mergeVisit(
      viewer: Viewer,
      slug: string,
      visit: VisitorProgressBody,
    ): Promise<EndpointAnswer<'POST /api/subchapter/:slug/visit'>> {
      const subchapter = await assertLessonAccess(db, viewer, slug);
      const { training_pk: pk, training_slug, revision } = subchapter;
      const now = clock.now();
      await db.transaction().execute(async (tx) => {
        if (visit.completed) {
          const finished = { pk: subchapter.pk, revision: Math.min(visit.completed.revision, revision) };
          const isNew = await setCompletion(tx, viewer.pk, finished, now);
          if (isNew) await enrol(tx, viewer.pk, pk, now);
        }
        await storeEarlierAnswers(tx, viewer.pk, subchapter, visit.answers, now);
      });
      const [progress, { answers }] = await Promise.all([
        readTrainingProgress(db, viewer.pk, { pk, slug: training_slug }),
        readQuizAnswers(db, viewer.pk, subchapter),
      ]);
      return { progress, answers };
    },
  };
}
