import { isRight, type QuizData, type QuizSecret } from '#features/content/quiz.public';

/** Between a try that did not pass and the next. */
const waitMs = 6 * 3_600_000;

/** When the next try may be, or null when it may be now. */
export function nextTry(tried: { attempts: number; last_at: Date; passed_at: Date | null }, now: Date): Date | null {
  if (tried.attempts === 0 || tried.passed_at) return null;
  const at = new Date(tried.last_at.getTime() + waitMs);
  return at > now ? at : null;
}

/** How many answers are right. Each question counts the same, and one without an answer is wrong. */
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
