import type { TestOut, TestOutVerdict } from '@hexpedition/contract';
import { isRight, type QuizData, type QuizSecret } from '@hexpedition/curriculum/quiz-judge';
import { assertTier } from '#features/training-access/training-access.public';
import { audit } from '#platform/audit';
import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';
import { AppError, notFound } from '#platform/errors';
import type { Viewer } from '#platform/http/viewer';
import { completeAll, enrol } from './progress.store.ts';
import { findTest, findTry } from './test-out.read-model.ts';
import { lockAttempts, storeAttempts } from './test-out.store.ts';

export type TestOutService = ReturnType<typeof createTestOutService>;

/** Waiting time after a failed try. */
const retryDelayMs = 6 * 3_600_000;

/** Returns the time of the next allowed try, or null if a try is allowed now. */
function nextTryAt(tried: { attempts: number; last_at: Date; passed_at: Date | null }, now: Date): Date | null {
  if (tried.attempts === 0 || tried.passed_at) return null;
  const at = new Date(tried.last_at.getTime() + retryDelayMs);
  return at > now ? at : null;
}

/** Counts the right answers. All questions count the same, and an unanswered one is wrong. */
function countRight(
  quizzes: readonly ({ id: string } & Pick<QuizData, 'answer_kind'>)[],
  secrets: Record<string, QuizSecret>,
  answers: ReadonlyMap<string, readonly string[]>,
): number {
  return quizzes.filter(({ id, answer_kind }) => {
    const secret = secrets[id];
    return secret !== undefined && isRight(answer_kind, secret.right, answers.get(id) ?? []);
  }).length;
}

const isPass = (right: number, of: number, pass: number): boolean => of > 0 && right * 100 >= pass * of;

/**
 * The test that a learner can take instead of the lessons of a training. It needs no prerequisites: passing it proves
 * their content too.
 */
export function createTestOutService({ db, clock }: { db: Db; clock: Clock }) {
  return {
    /** @throws AppError not_found, tier_required */
    async read(viewer: Viewer, slug: string): Promise<TestOut> {
      const test = await reachableTest(viewer, slug);
      const tried = await findTry(db, viewer.pk, test.pk);
      return {
        training: { slug: test.slug, name: test.training_name },
        name: test.name,
        summary: test.summary,
        pass: test.pass,
        modules: test.modules,
        state: {
          passed_at: tried?.passed_at?.toISOString() ?? null,
          attempts: tried?.attempts ?? 0,
          next_try_at: (tried && nextTryAt(tried, clock.now())?.toISOString()) ?? null,
        },
      };
    },

    /**
     * Judges all answers at once. Submitting again after passing changes nothing.
     * @throws AppError not_found, tier_required, too_many_requests before the next try is allowed
     */
    async submit(viewer: Viewer, slug: string, answers: Record<string, string[]>): Promise<TestOutVerdict> {
      const test = await reachableTest(viewer, slug);
      const right = countRight(test.quizzes, test.secrets, new Map(Object.entries(answers)));
      const of = test.quizzes.length;
      const now = clock.now();
      return db.transaction().execute(async (tx) => {
        const before = await lockAttempts(tx, viewer.pk, test.pk, now);
        if (before.passed_at) {
          return { passed: true, right: before.last_right, of: before.last_of, next_try_at: null };
        }
        const waitUntil = nextTryAt(before, now);
        if (waitUntil) throw tooSoon(waitUntil, now);
        const passed = isPass(right, of, test.pass);
        const tried = {
          attempts: before.attempts + 1,
          last_at: now,
          last_right: right,
          last_of: of,
          passed_at: passed ? now : null,
        };
        await storeAttempts(tx, viewer.pk, test.pk, tried);
        if (passed) {
          await completeAll(tx, viewer.pk, test.pk, now);
          await enrol(tx, viewer.pk, test.pk, now);
          await audit(tx, { actor: viewer.pk, action: 'test_out.passed', subject: `training:${test.pk}` });
        }
        return { passed, right, of, next_try_at: nextTryAt(tried, now)?.toISOString() ?? null };
      });
    },
  };

  async function reachableTest(viewer: Viewer, slug: string) {
    const test = await findTest(db, slug, viewer);
    if (!test) throw notFound('test');
    assertTier(viewer, test.tier, 'course');
    return test;
  }
}

function tooSoon(until: Date, now: Date): AppError {
  const seconds = Math.ceil((until.getTime() - now.getTime()) / 1_000);
  const minutes = Math.ceil(seconds / 60);
  const parts = [minutes >= 60 && `${Math.floor(minutes / 60)} h`, minutes % 60 > 0 && `${minutes % 60} min`];
  const wait = parts.filter(Boolean).join(' ');
  return new AppError('too_many_requests', `You can try again in ${wait}. Until then, work through the lessons.`, {
    retry_after: seconds,
  });
}
