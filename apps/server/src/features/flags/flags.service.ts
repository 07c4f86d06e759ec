import type { FlagVerdict } from '@hexpedition/contract';
import { assertLessonAccess } from '#features/content/training-access.public';
import { pathsOfLab, selectLab } from '#features/labs/labs.public';
import { readRank } from '#features/leaderboard/leaderboard.public';
import { audit } from '#platform/audit';
import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';
import { announcePageChange } from '#platform/db/page-changes';
import { notFound } from '#platform/errors';
import type { RateLimiter } from '#platform/http/rate-limit';
import type { Viewer } from '#platform/http/viewer';
import { cleanFlag, hashFlag, sameHash } from './flags.public.ts';
import { awardFlag, findIssuedFlag, findSubchapterFlag, isSolved, recordForeign } from './flags.store.ts';

/** How many guesses a learner has, whatever they are for. */
const guesses = { name: 'flag', hits: 10, seconds: 60 };

/** Flags of an instance that has gone are still taken for a day, in milliseconds. */
const grace = 24 * 60 * 60_000;

export type FlagService = ReturnType<typeof createFlagService>;

/** Where every flag goes from the box that it was typed into to the points of its finder. */
export function createFlagService(deps: {
  db: Db;
  clock: Clock;
  limiter: RateLimiter;
  /** Told of labs of which somebody has found a flag. */
  onLabSolve: (labPk: number) => void;
}) {
  const { db, clock, limiter } = deps;
  return {
    /** @throws AppError too_many_requests, not_found, tier_required, step_required */
    async submitSubchapterFlag(
      viewer: Viewer,
      training: string,
      input: { subchapter: string; id: string; flag: string },
    ): Promise<FlagVerdict> {
      await limiter.take(guesses, String(viewer.pk));
      const subchapter = await assertLessonAccess(db, viewer, input.subchapter, training);
      const flag = await findSubchapterFlag(db, subchapter.pk, input.id);
      if (!flag?.hash || !flag.salt) throw notFound('flag');
      const answer = cleanFlag(input.flag);
      if (!sameHash(hashFlag(answer, flag.salt), flag.hash)) return wrong(nearMiss(answer));
      return award(viewer, flag, { subject: `flag:${flag.pk}` });
    },

    /**
     * Takes a flag of the learner's own instance, up to a day after it has gone. Another learner's flag is answered
     * like any wrong one, and recorded.
     * @throws AppError too_many_requests, not_found
     */
    async submitLabFlag(viewer: Viewer, slug: string, text: string): Promise<FlagVerdict> {
      await limiter.take(guesses, String(viewer.pk));
      const lab = await selectLab(db, slug);
      const answer = cleanFlag(text);
      // Flags hold 130 random bits: finding one by its hash is finding out whose it is.
      const flag = await findIssuedFlag(db, hashFlag(answer));
      if (!flag) return wrong(nearMiss(answer));
      if (flag.user_pk !== viewer.pk) {
        const incident = { userPk: viewer.pk, ownerPk: flag.user_pk, flagPk: flag.pk, now: clock.now() };
        await db.transaction().execute((tx) => recordForeign(tx, incident));
        return wrong(nearMiss(answer));
      }
      if (flag.lab_pk !== lab.pk) return wrong('That is a flag, but of another lab.');
      if (flag.ended_at && clock.now().getTime() - flag.ended_at.getTime() > grace) {
        return wrong('That flag is from an instance that ended more than a day ago. Find the one of a new instance.');
      }
      return award(viewer, flag, { subject: `lab:${slug}`, data: { id: flag.id } }, lab);
    },
  };

  /**
   * @param about what the audit event says of it, when the flag is new to the learner
   * @param lab whose flag it is, if it is a lab's
   */
  async function award(
    viewer: Viewer,
    flag: { pk: number; id: string; name: string; points: number },
    about: { subject: string; data?: { id: string } },
    lab?: { pk: number; slug: string },
  ): Promise<FlagVerdict> {
    // Ranks are read outside of the transaction, which would keep other learners waiting meanwhile. Two who find a flag
    // in the same moment are both its first.
    const [before, isKnown] = await Promise.all([readRank(db, viewer.pk), isSolved(db, flag.pk)]);
    const { isNew, points } = await db.transaction().execute(async (tx) => {
      const given = await awardFlag(tx, {
        userPk: viewer.pk,
        flagPk: flag.pk,
        points: flag.points,
        now: clock.now(),
      });
      if (given.isNew) await audit(tx, { actor: viewer.pk, action: 'flag.solved', ...about });
      // Pages that say how many have solved a lab may be a minute late, but not with the first.
      if (given.isNew && lab && !isKnown) await announcePageChange(tx, pathsOfLab(lab.slug));
      return given;
    });
    const named = { flag: { id: flag.id, name: flag.name }, hint: null };
    if (!isNew) return { result: 'solved', points, ...named, rank: null, first: false };
    if (lab) deps.onLabSolve(lab.pk);
    const after = await readRank(db, viewer.pk);
    return { result: 'right', points, ...named, rank: after === null ? null : { before, after }, first: !isKnown };
  }
}

const wrong = (hint: string | null): FlagVerdict => ({
  result: 'wrong',
  points: 0,
  flag: null,
  hint,
  rank: null,
  first: false,
});

/** What a wrong answer has nearly right; null when there is nothing to say. Not every lesson's flag has braces. */
function nearMiss(flag: string): string | null {
  if (/^flag\{[^}]*$/i.test(flag)) return 'The closing brace is missing.';
  if (/^[^{}]+\}$/.test(flag)) return 'The beginning, flag{, is missing.';
  if (/^FLAG\{.*\}$/.test(flag)) return 'Flags begin with small letters: flag{.';
  return null;
}
