import { createHmac } from 'node:crypto';
import type { DrillGenerators, DrillRound, DrillSolution, DrillVerdict } from '@hexpedition/contract';
import { drills, type Round, roundOf } from '@hexpedition/drills';
import { assertLessonAccess } from '#features/content/training-access.public';
import { awardFlag, hashFlag, recordForeign, sameHash } from '#features/flags/flags.public';
import { readRank } from '#features/leaderboard/leaderboard.public';
import { audit } from '#platform/audit';
import type { Clock } from '#platform/clock';
import type { Db, Tx } from '#platform/db/db';
import { AppError, notFound } from '#platform/errors';
import type { RateLimiter } from '#platform/http/rate-limit';
import type { Viewer } from '#platform/http/viewer';
import { endRound, findDrillModule, findOwner, readRound, readShownDrills } from './drills.store.ts';

/** Some answers are one of a few thousand: who tries them all needs longer than who thinks. */
const guesses = { name: 'drill', hits: 10, seconds: 60 };
const looks = { name: 'drill-solution', hits: 20, seconds: 60 };

interface Place {
  slug: string;
  id: string;
}

export type DrillService = ReturnType<typeof createDrillService>;

/** Exercises that are made anew for each learner. Nothing of a round is stored before it is over: it follows from a key. */
export function createDrillService(deps: { db: Db; clock: Clock; limiter: RateLimiter; key: Buffer }) {
  const { db, clock, limiter, key } = deps;
  return {
    /** @throws AppError not_found, tier_required, step_required */
    async read(viewer: Viewer, place: Place): Promise<DrillRound> {
      const { flag, drill } = await reach(viewer, place);
      const number = await readRound(db, { userPk: viewer.pk, flagPk: flag.pk });
      return { round: number, given: roundOf(drill, seed(viewer, flag, number)).given };
    },

    /**
     * Takes an answer to the round that the learner is at. What was somebody else's answer is wrong like any other, and
     * recorded.
     * @throws AppError not_found, tier_required, step_required, conflict, too_many_requests
     */
    async answer(viewer: Viewer, place: Place, input: { round: number; answer: string }): Promise<DrillVerdict> {
      await limiter.take(guesses, String(viewer.pk));
      const { flag, drill, round } = await reachRound(viewer, place, input.round);
      const hash = hashFlag(drill.read(input.answer));
      if (!sameHash(hash, hashFlag(round.answer))) {
        if (drill.isDistinct) await recordOwner(viewer, flag, hash);
        return { correct: false, points: 0, rank: null, solution: null };
      }
      const before = await readRank(db, viewer.pk);
      const points = await db.transaction().execute(async (tx) => {
        await end(tx, viewer, flag, { number: input.round, outcome: 'right', hash: drill.isDistinct ? hash : null });
        const award = { userPk: viewer.pk, flagPk: flag.pk, points: flag.points, now: clock.now() };
        const given = await awardFlag(tx, award);
        if (given.isNew) await audit(tx, { actor: viewer.pk, action: 'flag.solved', subject: `flag:${flag.pk}` });
        return given.points;
      });
      const after = points > 0 ? await readRank(db, viewer.pk) : null;
      return { correct: true, points, rank: after === null ? null : { before, after }, solution: solutionOf(round) };
    },

    /**
     * Shows how a round is solved, and ends it.
     * @throws AppError not_found, tier_required, step_required, conflict, too_many_requests
     */
    async show(viewer: Viewer, place: Place, input: { round: number }): Promise<DrillSolution> {
      await limiter.take(looks, String(viewer.pk));
      const { flag, drill, round } = await reachRound(viewer, place, input.round);
      const hash = drill.isDistinct ? hashFlag(round.answer) : null;
      await db.transaction().execute((tx) => end(tx, viewer, flag, { number: input.round, outcome: 'shown', hash }));
      return solutionOf(round);
    },

    /** What authors choose from. */
    async list(): Promise<DrillGenerators> {
      const seen = await readShownDrills(db);
      return {
        drills: [...drills].map(([make, { form }]) => ({ make, form, seen: seen.get(make) ?? null })),
      };
    },
  };

  /** A drill of a lesson that the viewer reaches. */
  async function reach(viewer: Viewer, { slug, id }: Place) {
    const subchapter = await assertLessonAccess(db, viewer, slug);
    const flag = await findDrillModule(db, subchapter.pk, id);
    const drill = flag && drills.get(flag.make);
    if (!drill) throw notFound('drill');
    return { flag, drill };
  }

  async function reachRound(viewer: Viewer, place: Place, number: number) {
    const { flag, drill } = await reach(viewer, place);
    if (number !== (await readRound(db, { userPk: viewer.pk, flagPk: flag.pk }))) throw moved();
    return { flag, drill, round: roundOf(drill, seed(viewer, flag, number)) };
  }

  /** Nobody who does not know the key can work out what somebody is given. */
  function seed(viewer: Viewer, flag: { pk: number }, round: number): Buffer {
    return createHmac('sha256', key).update(`v1|${viewer.pk}|${flag.pk}|${round}`).digest();
  }

  async function end(
    tx: Tx,
    viewer: Viewer,
    flag: { pk: number },
    { number, outcome, hash }: { number: number; outcome: 'right' | 'shown'; hash: Buffer | null },
  ): Promise<void> {
    const place = { userPk: viewer.pk, flagPk: flag.pk };
    if (!(await endRound(tx, { ...place, round: number, outcome, hash, now: clock.now() }))) throw moved();
  }

  async function recordOwner(viewer: Viewer, flag: { pk: number }, hash: Buffer): Promise<void> {
    const owner = await findOwner(db, { userPk: viewer.pk, flagPk: flag.pk }, hash);
    if (owner === undefined) return;
    const incident = { userPk: viewer.pk, ownerPk: owner, flagPk: flag.pk, now: clock.now() };
    await db.transaction().execute((tx) => recordForeign(tx, incident));
  }
}

const solutionOf = ({ answer, solution }: Round): DrillSolution => ({ answer, steps: solution });

const moved = () =>
  new AppError(
    'conflict',
    'You have gone on with this drill in the meantime, perhaps in another tab. Load the page again.',
  );
