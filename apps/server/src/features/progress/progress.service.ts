import type { TrainingProgress } from '@hexpedition/contract';
import { assertLessonAccess, assertTier } from '#features/training-access/training-access.public';
import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';
import type { Viewer } from '#platform/http/viewer';
import { readTrainingProgress, selectTraining } from './progress.read-model.ts';
import { clearCompletion, enrol, setCompletion, unenrol } from './progress.store.ts';

export type ProgressService = ReturnType<typeof createProgressService>;

export function createProgressService({ db, clock }: { db: Db; clock: Clock }) {
  return {
    /**
     * Marks a subchapter as completed at its current revision, or clears the mark. Repeating it changes nothing. The
     * first completed lesson of a training enrols the learner.
     * @throws AppError not_found, tier_required, step_required
     */
    async complete(
      viewer: Viewer,
      training: string,
      input: { subchapter: string; completed: boolean },
    ): Promise<TrainingProgress> {
      const subchapter = await assertLessonAccess(db, viewer, input.subchapter, training);
      const { training_pk: pk, training_slug: slug } = subchapter;
      if (input.completed) {
        const now = clock.now();
        await db.transaction().execute(async (tx) => {
          const isNew = await setCompletion(tx, viewer.pk, subchapter, now);
          if (isNew) await enrol(tx, viewer.pk, pk, now);
        });
      } else {
        await clearCompletion(db, viewer.pk, subchapter.pk);
      }
      return readTrainingProgress(db, viewer.pk, { pk, slug });
    },

    /**
     * Enrols the learner; repeating it changes nothing. Prerequisites may still be missing: the training opens later.
     * @throws AppError not_found, tier_required
     */
    async enrol(viewer: Viewer, slug: string): Promise<TrainingProgress> {
      const training = await selectTraining(db, slug, viewer);
      assertTier(viewer, training.tier, 'course');
      await enrol(db, viewer.pk, training.pk, clock.now());
      return readTrainingProgress(db, viewer.pk, training);
    },

    /** Unenrols the learner; completed lessons stay completed. @throws AppError not_found */
    async unenrol(viewer: Viewer, slug: string): Promise<TrainingProgress> {
      const training = await selectTraining(db, slug, viewer);
      await unenrol(db, viewer.pk, training.pk);
      return readTrainingProgress(db, viewer.pk, training);
    },
  };
}
