import type { FlagVerdict } from '@hexpedition/contract';
import { cleanFlag, hashFlag, sameHash } from '@hexpedition/curriculum/flag-hash';
import { pathsOfLab, selectLab } from '#features/lab-lookup/lab-lookup.public';
import { readRank } from '#features/leaderboard/leaderboard.public';
import { assertLessonAccess } from '#features/training-access/training-access.public';
import { audit } from '#platform/audit';
import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';
import { recordPageChange } from '#platform/db/recorded-page-changes';
import { notFound } from '#platform/errors';
import type { RateLimiter } from '#platform/http/rate-limit';
import type { Reader, Viewer } from '#platform/http/viewer';
import { awardFlag, findIssuedFlag, findSubchapterFlag, isSolved, recordSharedFlag } from './flags.store.ts';

/** Rate limit for submissions over all flags: of a learner, or of a network without an account. */
const guesses = { name: 'flag', hits: 10, seconds: 60 };

/** Milliseconds for which flags of an instance are accepted after its end. */
const gracePeriodMs = 24 * 60 * 60_000;

interface LessonFlag {
  /** Slug of the lesson. */
  subchapter: string;
  id: string;
  flag: string;
}

export type FlagService = ReturnType<typeof createFlagService>;

/** Creates the service that checks submitted flags and awards their points. */
export function createFlagService(deps: {
  db: Db;
  clock: Clock;
  limiter: RateLimiter;
  /** Called when a learner has found a flag of a lab. */
  onLabSolve: (labPk: number) => void;
}) {
  const { db, clock, limiter } = deps;
  return {
    /** @throws AppError too_many_requests, not_found, tier_required, step_required */
    async submitSubchapterFlag(viewer: Viewer, training: string, input: LessonFlag): Promise<FlagVerdict> {
      await limiter.take(guesses, String(viewer.pk));
      const { flag, mistake } = await judgeLessonFlag(viewer, input, training);
      return mistake ?? award(viewer, flag, { subject: `flag:${flag.pk}` });
    },

    /**
     * Checks a visitor's flag and stores nothing.
     * @param network network of the visitor, for the rate limit
     * @throws AppError too_many_requests, not_found, tier_required, step_required
     */
    async checkSubchapterFlag(reader: Reader, network: string, input: LessonFlag): Promise<FlagVerdict> {
      await limiter.take(guesses, reader.pk === undefined ? network : String(reader.pk));
      const { flag, mistake } = await judgeLessonFlag(reader, input);
      const { id, name } = flag;
      return mistake ?? { result: 'right', points: 0, flag: { id, name }, hint: null, rank: null, first: false };
    },

    /**
     * Accepts a flag of the learner's own instance until a day after its end. Another learner's flag gets the same answer as
     * any wrong flag, and is recorded.
     * @throws AppError too_many_requests, not_found
     */
    async submitLabFlag(viewer: Viewer, slug: string, text: string): Promise<FlagVerdict> {
      await limiter.take(guesses, String(viewer.pk));
      const lab = await selectLab(db, slug);
      const answer = cleanFlag(text);
      // A flag has 130 random bits, so its hash identifies its owner.
      const flag = await findIssuedFlag(db, hashFlag(answer));
      if (!flag) return wrong(formatHint(answer));
      if (flag.user_pk !== viewer.pk) {
        const incident = { userPk: viewer.pk, ownerPk: flag.user_pk, flagPk: flag.pk, now: clock.now() };
        await db.transaction().execute((tx) => recordSharedFlag(tx, incident));
        return wrong(formatHint(answer));
      }
      if (flag.lab_pk !== lab.pk) return wrong('This flag belongs to another lab.');
      if (flag.ended_at && clock.now().getTime() - flag.ended_at.getTime() > gracePeriodMs) {
        return wrong(
          'This flag is from an instance that ended more than a day ago. Start a new one and find its flag.',
        );
      }
      return award(viewer, flag, { subject: `lab:${slug}`, data: { id: flag.id } }, lab);
    },
  };

  /** Compares a text with a flag of a lesson that the reader can access. @returns the verdict if it is wrong */
  async function judgeLessonFlag(reader: Reader, input: LessonFlag, training?: string) {
    const subchapter = await assertLessonAccess(db, reader, input.subchapter, training);
    const flag = await findSubchapterFlag(db, subchapter.pk, input.id);
    if (!flag?.hash || !flag.salt) throw notFound('flag');
    const answer = cleanFlag(input.flag);
    const isRight = sameHash(hashFlag(answer, flag.salt), flag.hash);
    return { flag, mistake: isRight ? null : wrong(formatHint(answer)) };
  }

  /**
   * Awards a flag.
   * @param about subject and data of the audit event, which is recorded for a new solve
   * @param lab the flag's lab; undefined for a flag of a lesson
   */
  async function award(
    viewer: Viewer,
    flag: { pk: number; id: string; name: string; points: number },
    about: { subject: string; data?: { id: string } },
    lab?: { pk: number; slug: string },
  ): Promise<FlagVerdict> {
    // Ranks are read outside of the transaction, because its locks block other learners. Two learners who find a flag at
    // the same time can therefore both count as the first.
    const [before, isAlreadySolved] = await Promise.all([readRank(db, viewer.pk), isSolved(db, flag.pk)]);
    const { isNew, points } = await db.transaction().execute(async (tx) => {
      const result = await awardFlag(tx, {
        userPk: viewer.pk,
        flagPk: flag.pk,
        points: flag.points,
        now: clock.now(),
      });
      if (result.isNew) await audit(tx, { actor: viewer.pk, action: 'flag.solved', ...about });
      // Cached pages may show an old number of solves for a minute, except for the first solve.
      if (result.isNew && lab && !isAlreadySolved) await recordPageChange(tx, pathsOfLab(lab.slug));
      return result;
    });
    const solved = { flag: { id: flag.id, name: flag.name }, hint: null };
    if (!isNew) return { result: 'solved', points, ...solved, rank: null, first: false };
    if (lab) deps.onLabSolve(lab.pk);
    const after = await readRank(db, viewer.pk);
    const rank = after === null ? null : { before, after };
    return { result: 'right', points, ...solved, rank, first: !isAlreadySolved };
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

/** Returns a hint for a common format mistake, or null. Not all flags of lessons have braces. */
function formatHint(flag: string): string | null {
  if (/^flag\{[^}]*$/i.test(flag)) return 'The closing brace is missing.';
  if (/^[^{}]+\}$/.test(flag)) return 'The beginning, flag{, is missing.';
  if (/^FLAG\{.*\}$/.test(flag)) return 'Flags begin with lower-case letters: flag{.';
  return null;
}
