import type { FlagVerdict, TrainingProgress } from '@hexpedition/contract';
import { assertReaches, assertTier } from '#features/content/reach.public';
import { awardFlag, cleanFlag, hashFlag, nearMiss, sameHash } from '#features/flags/flags.public';
import { audit } from '#platform/audit';
import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';
import { notFound } from '#platform/errors';
import type { Viewer } from '#platform/http/viewer';
import { findLessonFlag, findTraining, readTrainingProgress } from './progress.read-model.ts';
import { clearCompletion, enrol, setCompletion, unEnrol } from './progress.store.ts';

export type ProgressService = ReturnType<typeof createProgressService>;

export function createProgressService({ db, clock }: { db: Db; clock: Clock }) {
  return {
    /**
     * Marks a subchapter as finished at its present revision, or takes the mark back. Repeating it changes nothing.
     * The first lesson of a training enrols.
     * @throws AppError not_found, tier_required, step_required
     */
    async complete(
      viewer: Viewer,
      training: string,
      input: { subchapter: string; completed: boolean },
    ): Promise<TrainingProgress> {
      const lesson = await reachedLesson(viewer, training, input.subchapter);
      const { training_pk: pk, training_slug: slug } = lesson;
      if (input.completed) {
        const now = clock.now();
        await db.transaction().execute(async (tx) => {
          const isNew = await setCompletion(tx, viewer.pk, lesson, now);
          if (isNew) await enrol(tx, viewer.pk, pk, now);
        });
      } else {
        await clearCompletion(db, viewer.pk, lesson.pk);
      }
      return readTrainingProgress(db, viewer.pk, { pk, slug });
    },

    /** Again it changes nothing. What waits for steps may be entered for later. @throws AppError not_found, tier_required */
    async enrol(viewer: Viewer, slug: string): Promise<TrainingProgress> {
      const training = await shownTraining(slug);
      assertTier(viewer, training.tier, 'training');
      await enrol(db, viewer.pk, training.pk, clock.now());
      return readTrainingProgress(db, viewer.pk, training);
    },

    /** Leaves a training; what was done in it stays done. @throws AppError not_found */
    async leave(viewer: Viewer, slug: string): Promise<TrainingProgress> {
      const training = await shownTraining(slug);
      await unEnrol(db, viewer.pk, training.pk);
      return readTrainingProgress(db, viewer.pk, training);
    },

    /** @throws AppError not_found, tier_required, step_required */
    async submitFlag(
      viewer: Viewer,
      training: string,
      input: { subchapter: string; id: string; flag: string },
    ): Promise<FlagVerdict> {
      const lesson = await reachedLesson(viewer, training, input.subchapter);
      const flag = await findLessonFlag(db, lesson, input.id);
      if (!flag?.hash || !flag.salt) throw notFound('flag');
      const answer = cleanFlag(input.flag);
      if (!sameHash(hashFlag(answer, flag.salt), flag.hash)) {
        return { result: 'wrong', points: 0, flag: null, hint: nearMiss(answer) };
      }
      const now = clock.now();
      const award = await db.transaction().execute(async (tx) => {
        const result = await awardFlag(tx, { userPk: viewer.pk, flagPk: flag.pk, points: flag.points, now });
        if (result.isNew) await audit(tx, { actor: viewer.pk, action: 'flag.solved', subject: `flag:${flag.pk}` });
        return result;
      });
      return {
        result: award.isNew ? 'right' : 'solved',
        points: award.points,
        flag: { id: flag.id, name: flag.name },
        hint: null,
      };
    },
  };

  async function shownTraining(slug: string) {
    const training = await findTraining(db, slug);
    if (!training) throw notFound('training');
    return training;
  }

  /** A lesson that the viewer reaches and that belongs to the training that they named. */
  async function reachedLesson(viewer: Viewer, training: string, slug: string) {
    const { slug: own } = await shownTraining(training);
    const lesson = await assertReaches(db, viewer, slug);
    if (lesson.training_slug !== own) throw notFound('lesson');
    return lesson;
  }
}
