import { createHmac } from 'node:crypto';
import type { DrillRound, VisitorDrillVerdict } from '@hexpedition/contract';
import { hashFlag, sameHash } from '@hexpedition/curriculum/flag-hash';
import { type Drill, drills, explainWrongAnswer, roundOf } from '@hexpedition/drills';
import { awardFlag, recordSharedFlag } from '#features/flags/flags.public';
import { assertLessonAccess } from '#features/training-access/training-access.public';
import { audit } from '#platform/audit';
import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';
import { AppError, notFound } from '#platform/errors';
import type { RateLimiter } from '#platform/http/rate-limit';
import type { Reader, Viewer } from '#platform/http/viewer';
import { maxVisitorAnswers, roundsNeeded } from './drills.policy.ts';
import { endRound, findAnswerOwner, findDrillModule, lockVisitorRound, readRound } from './drills.store.ts';

/** Rate limit for answers over all drills: of a network without an account, or of a learner who hands answers in. */
const guesses = { name: 'drill', hits: 10, seconds: 60 };
/** Answers to one visitor's round, so that its answer cannot be guessed. */
const triesFor = (drill: Drill) => ({ name: 'drill-visitor', hits: maxVisitorAnswers(drill), seconds: 86_400 });

/** Identifies a drill by the slug of its lesson and its module ID. */
interface DrillRef {
  slug: string;
  id: string;
}

interface VisitorAnswer {
  /** Random key of the visitor's browser. */
  key: string;
  answer: string;
}

export type VisitorDrillService = ReturnType<typeof createVisitorDrillService>;

/**
 * Creates the service for drills of visitors. Each key has one round, generated from the key and a secret, so nothing is
 * stored for visitors.
 */
export function createVisitorDrillService(deps: { db: Db; clock: Clock; limiter: RateLimiter; key: Buffer }) {
  const { db, clock, limiter } = deps;
  return {
    /** @throws AppError not_found, tier_required, step_required */
    async read(reader: Reader, ref: DrillRef, key: string): Promise<Pick<DrillRound, 'given' | 'rounds_needed'>> {
      const { drill, round } = await selectRound(reader, ref, key);
      return { given: round.given, rounds_needed: roundsNeeded(drill) };
    },

    /**
     * Checks a visitor's answer.
     * @param network network of the visitor, for the rate limit
     * @throws AppError not_found, tier_required, step_required, conflict, too_many_requests
     */
    async check(reader: Reader, network: string, ref: DrillRef, input: VisitorAnswer): Promise<VisitorDrillVerdict> {
      await limiter.take(guesses, network);
      const { correct, reason } = await judge(reader, ref, input);
      return { correct, points: 0, reason };
    },

    /**
     * Awards a drill that the learner solved before signing up, and ends the learner's current round. The first account
     * that hands in the round of a key gets its points. For another account the answer is wrong, and is recorded as
     * shared. A drill that needs two rounds gives no points for this one, because visitors can try any number of keys.
     * @throws AppError not_found, tier_required, step_required, conflict, too_many_requests
     */
    async claim(viewer: Viewer, ref: DrillRef, input: VisitorAnswer): Promise<VisitorDrillVerdict> {
      await limiter.take(guesses, String(viewer.pk));
      // The claim of the last permitted answer counts as one more try.
      const { flag, drill, correct, reason } = await judge(viewer, ref, input, 1);
      if (!correct) return { correct, points: 0, reason };
      const hash = hashFlag(`visitor ${input.key}`);
      const learner = { userPk: viewer.pk, flagPk: flag.pk };
      const now = clock.now();
      return db.transaction().execute(async (tx) => {
        await lockVisitorRound(tx, hash);
        const ownerPk = await findAnswerOwner(tx, learner, hash);
        if (ownerPk !== undefined) {
          await recordSharedFlag(tx, { ...learner, ownerPk, now });
          return { correct: false, points: 0, reason };
        }
        await endRound(tx, { ...learner, round: await readRound(tx, learner), outcome: 'right', hash, now });
        if (roundsNeeded(drill) > 1) return { correct: true, points: 0, reason };
        const { isNew, points } = await awardFlag(tx, { ...learner, points: flag.points, now });
        if (isNew) await audit(tx, { actor: viewer.pk, action: 'flag.solved', subject: `flag:${flag.pk}` });
        return { correct: true, points, reason };
      });
    },
  };

  async function judge(reader: Reader, ref: DrillRef, { key, answer }: VisitorAnswer, moreTries = 0) {
    const { flag, drill, round } = await selectRound(reader, ref, key);
    const limit = triesFor(drill);
    if (await limiter.count({ ...limit, hits: limit.hits + moreTries }, `${flag.pk}|${key}`))
      throw new AppError('conflict', 'That was the last try with these values. Continue with new ones.');
    const correct = sameHash(hashFlag(drill.normalize(answer)), hashFlag(round.answer));
    return { flag, drill, correct, reason: correct ? null : (explainWrongAnswer(drill, round, answer) ?? null) };
  }

  /** Returns the round of a key. Without the secret, a visitor cannot compute it. */
  async function selectRound(reader: Reader, { slug, id }: DrillRef, key: string) {
    const subchapter = await assertLessonAccess(db, reader, slug);
    const flag = await findDrillModule(db, subchapter.pk, id);
    const drill = flag && drills.get(flag.make);
    if (!drill) throw notFound('drill');
    const seed = createHmac('sha256', deps.key).update(`v1|visitor ${key}|${flag.pk}`).digest();
    return { flag, drill, round: roundOf(drill, seed) };
  }
}
