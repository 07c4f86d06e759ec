import { isRight, type QuizData, type QuizSecret } from '@hexpedition/curriculum/quiz-judge';

/** Waiting time after a failed try. */
const retryDelayMs = 6 * 3_600_000;

/** Returns the time of the next allowed try, or null if a try is allowed now. */
export function nextTryAt(tried: { attempts: number; last_at: Date; passed_at: Date | null }, now: Date): Date | null {
  if (tried.attempts === 0 || tried.passed_at) return null;
  const at = new Date(tried.last_at.getTime() + retryDelayMs);
  return at > now ? at : null;
}

/** Counts the right answers. All questions count the same, and an unanswered one is wrong. */
export function countRight(
  quizzes: readonly ({ id: string } & Pick<QuizData, 'answer_kind'>)[],
  secrets: Record<string, QuizSecret>,
  answers: ReadonlyMap<string, readonly string[]>,
): number {
  return quizzes.filter(({ id, answer_kind }) => {
    const secret = secrets[id];
    return secret !== undefined && isRight(answer_kind, secret.right, answers.get(id) ?? []);
  }).length;
}

export const isPass = (right: number, of: number, pass: number): boolean => of > 0 && right * 100 >= pass * of;
