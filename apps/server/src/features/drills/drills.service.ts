import { createHmac } from 'node:crypto';
import type { DrillGenerators, DrillRound, DrillSolution, DrillVerdict } from '@hexpedition/contract';
import { hashFlag, sameHash } from '@hexpedition/curriculum/flag-hash';
import { type Drill, drills, explainWrongAnswer, type Round, roundOf } from '@hexpedition/drills';
import { awardFlag, recordSharedFlag } from '#features/flags/flags.public';
import { readRank } from '#features/leaderboard/leaderboard.public';
import { assertLessonAccess } from '#features/training-access/training-access.public';
import { audit } from '#platform/audit';
import type { Clock } from '#platform/clock';
import type { Db, Tx } from '#platform/db/db';
import { AppError, notFound } from '#platform/errors';
import type { Limit, RateLimiter } from '#platform/http/rate-limit';
import type { Viewer } from '#platform/http/viewer';
import { maxWrongAnswers, roundsNeeded } from './drills.policy.ts';
import {
  countSolvedRounds,
  endRound,
  findAnswerOwner,
  findDrillModule,
  readDrillUses,
  readRound,
} from './drills.store.ts';

/** Some answers have only a few thousand possible values, so guessing must be slower than solving. */
const guesses = { name: 'drill', hits: 10, seconds: 60 };
/** Wrong answers that leave a round open. */
const wrongAnswersOf = (drill: Drill): Limit => ({
  ...{ name: 'drill-wrong', hits: maxWrongAnswers(drill) - 1, seconds: 86_400 },
});
const solutions = { name: 'drill-solution', hits: 20, seconds: 60 };

/** Identifies a drill by the slug of its lesson and its module ID. */
interface DrillRef {
  slug: string;
  id: string;
}

export type DrillService = ReturnType<typeof createDrillService>;

/** Creates the service for drills. Each round is generated from a secret key, so nothing is stored before it has ended. */
export function createDrillService(deps: { db: Db; clock: Clock; limiter: RateLimiter; key: Buffer }) {
  const { db, clock, limiter, key } = deps;
  return {
    /** @throws AppError not_found, tier_required, step_required */
    async read(viewer: Viewer, ref: DrillRef): Promise<DrillRound> {
      const { flag, drill } = await selectDrill(viewer, ref);
      const number = await readRound(db, { userPk: viewer.pk, flagPk: flag.pk });
      const { given } = roundOf(drill, seed(viewer, flag, number));
      const solved = await countSolvedBefore(viewer, { flag, drill }, number);
      return { round: number, given, rounds_needed: roundsNeeded(drill), rounds_solved: solved };
    },

    /**
     * Checks an answer to the learner's current round. Another learner's answer gets the same result as any wrong answer,
     * and is recorded.
     * @throws AppError not_found, tier_required, step_required, conflict, too_many_requests
     */
    async answer(viewer: Viewer, ref: DrillRef, input: { round: number; answer: string }): Promise<DrillVerdict> {
      const { flag, drill, round } = await selectRound(viewer, ref, input.round, guesses);
      const hash = hashFlag(drill.normalize(input.answer));
      if (!sameHash(hash, hashFlag(round.answer))) {
        if (drill.isDistinct) await recordOwner(viewer, flag, hash);
        const reason = explainWrongAnswer(drill, round, input.answer) ?? null;
        const tries = `${viewer.pk}|${flag.pk}|${input.round}`;
        const limit = wrongAnswersOf(drill);
        const isOver = Number.isFinite(limit.hits) && (await limiter.count(limit, tries));
        const solution = isOver ? await reveal(viewer, { flag, drill, round }, input.round) : null;
        return { correct: false, points: 0, rank: null, reason, rounds_solved: 0, solution };
      }
      const needed = roundsNeeded(drill);
      const solved = (await countSolvedBefore(viewer, { flag, drill }, input.round)) + 1;
      const before = await readRank(db, viewer.pk);
      const points = await db.transaction().execute(async (tx) => {
        await end(tx, viewer, flag, { number: input.round, outcome: 'right', hash: drill.isDistinct ? hash : null });
        if (solved < needed) return 0;
        const award = { userPk: viewer.pk, flagPk: flag.pk, points: flag.points, now: clock.now() };
        const result = await awardFlag(tx, award);
        if (result.isNew) await audit(tx, { actor: viewer.pk, action: 'flag.solved', subject: `flag:${flag.pk}` });
        return result.points;
      });
      const after = points > 0 ? await readRank(db, viewer.pk) : null;
      const rank = after === null ? null : { before, after };
      return { correct: true, points, rank, reason: null, rounds_solved: solved, solution: solutionOf(round) };
    },

    /**
     * Returns the solution of a round, and ends the round.
     * @throws AppError not_found, tier_required, step_required, conflict, too_many_requests
     */
    async show(viewer: Viewer, ref: DrillRef, input: { round: number }): Promise<DrillSolution> {
      return reveal(viewer, await selectRound(viewer, ref, input.round, solutions), input.round);
    },

    /** Lists all drill generators for authors. */
    async list(): Promise<DrillGenerators> {
      const seen = await readDrillUses(db);
      return {
        drills: [...drills].map(([make, { form }]) => ({ make, form, seen: seen.get(make) ?? null })),
      };
    },
  };

  /** Returns a drill of a lesson that the viewer can access. */
  async function selectDrill(viewer: Viewer, { slug, id }: DrillRef) {
    const subchapter = await assertLessonAccess(db, viewer, slug);
    const flag = await findDrillModule(db, subchapter.pk, id);
    const drill = flag && drills.get(flag.make);
    if (!drill) throw notFound('drill');
    return { flag, drill };
  }

  /** Returns the learner's current round. Each drill has its own limit, so that one does not lock the others. */
  async function selectRound(viewer: Viewer, ref: DrillRef, number: number, limit: Limit) {
    const { flag, drill } = await selectDrill(viewer, ref);
    await limiter.take(limit, `${viewer.pk}|${flag.pk}`);
    if (number !== (await readRound(db, { userPk: viewer.pk, flagPk: flag.pk }))) throw roundEnded();
    return { flag, drill, round: roundOf(drill, seed(viewer, flag, number)) };
  }

  /** Returns how many of the needed rounds the learner has solved just before a round. */
  async function countSolvedBefore(
    viewer: Viewer,
    { flag, drill }: { flag: { pk: number }; drill: Drill },
    number: number,
  ): Promise<number> {
    return countSolvedRounds(db, { userPk: viewer.pk, flagPk: flag.pk }, number, roundsNeeded(drill) - 1);
  }

  /** Returns the seed of a round. Without the key, a learner cannot compute the rounds of other learners. */
  function seed(viewer: Viewer, flag: { pk: number }, round: number): Buffer {
    return createHmac('sha256', key).update(`v1|${viewer.pk}|${flag.pk}|${round}`).digest();
  }

  async function end(
    tx: Tx,
    viewer: Viewer,
    flag: { pk: number },
    { number, outcome, hash }: { number: number; outcome: 'right' | 'shown'; hash: Buffer | null },
  ): Promise<void> {
    const round = { userPk: viewer.pk, flagPk: flag.pk, round: number };
    if (!(await endRound(tx, { ...round, outcome, hash, now: clock.now() }))) throw roundEnded();
  }

  /** Ends a round without points. */
  async function reveal(
    viewer: Viewer,
    { flag, drill, round }: { flag: { pk: number }; drill: Drill; round: Round },
    number: number,
  ): Promise<DrillSolution> {
    const hash = drill.isDistinct ? hashFlag(round.answer) : null;
    await db.transaction().execute((tx) => end(tx, viewer, flag, { number, outcome: 'shown', hash }));
    return solutionOf(round);
  }

  async function recordOwner(viewer: Viewer, flag: { pk: number }, hash: Buffer): Promise<void> {
    const owner = await findAnswerOwner(db, { userPk: viewer.pk, flagPk: flag.pk }, hash);
    if (owner === undefined) return;
    const incident = { userPk: viewer.pk, ownerPk: owner, flagPk: flag.pk, now: clock.now() };
    await db.transaction().execute((tx) => recordSharedFlag(tx, incident));
  }
}

const solutionOf = ({ answer, solution }: Round): DrillSolution => ({ answer, steps: solution });

const roundEnded = () =>
  new AppError('conflict', 'This round has already ended, perhaps in another tab. Reload the page.');
