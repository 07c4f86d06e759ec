import type { FlagVerdict, TrainingProgress } from '@hexpedition/contract';
import { awardFlag, cleanFlag, hashFlag, nearMiss, sameHash } from '#features/flags/flags.public';
import { audit } from '#platform/audit';
import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';
import { AppError, notFound } from '#platform/errors';
import { reachesTier, type Viewer } from '#platform/http/viewer';
import { findLessonFlag, findSubchapter, findTraining, readTrainingProgress } from './progress.read-model.ts';
import { clearCompletion, setCompletion } from './progress.store.ts';

export type ProgressService = ReturnType<typeof createProgressService>;

export function createProgressService({ db, clock }: { db: Db; clock: Clock }) {
  return {
    /**
     * Marks a subchapter as finished at its present revision, or takes the mark back. Repeating it changes nothing.
     * @throws AppError not_found, tier_required
     */
    async complete(
      viewer: Viewer,
      training: string,
      input: { subchapter: string; completed: boolean },
    ): Promise<TrainingProgress> {
      const { pk } = await reachableTraining(viewer, training);
      const subchapter = await findSubchapter(db, pk, input.subchapter);
      if (!subchapter) throw notFound('subchapter');
      if (input.completed) await setCompletion(db, viewer.pk, subchapter, clock.now());
      else await clearCompletion(db, viewer.pk, subchapter.pk);
      return readTrainingProgress(db, viewer.pk, pk);
    },

    /** @throws AppError not_found, tier_required */
    async submitFlag(
      viewer: Viewer,
      training: string,
      input: { subchapter: string; id: string; flag: string },
    ): Promise<FlagVerdict> {
      const { pk } = await reachableTraining(viewer, training);
      const flag = await findLessonFlag(db, pk, input.subchapter, input.id);
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

  async function reachableTraining(viewer: Viewer, slug: string) {
    const training = await findTraining(db, slug);
    if (!training) throw notFound('training');
    if (!reachesTier(viewer, training.tier)) {
      throw new AppError('tier_required', 'Your tier does not include this training.');
    }
    return training;
  }
}
