import type { QuizVerdict } from '@hexpedition/contract';
import type { z } from 'zod';
import type { QuizData, QuizSecret } from './source/quiz.ts';

/** Whether an answer is right. Only a right answer gets the explanation, so it may talk about the wrong ones. */
export function judge(
  data: Pick<QuizData, 'answer_kind'>,
  secret: QuizSecret,
  answer: readonly string[],
): z.infer<typeof QuizVerdict> {
  const correct = isRight(data.answer_kind, secret.right, answer);
  return { correct, explanation_html: correct ? secret.explanation_html : null };
}

export function isRight(kind: QuizData['answer_kind'], right: readonly string[], answer: readonly string[]): boolean {
  switch (kind) {
    case 'free':
      return answer.length === 1 && right.map(plain).includes(plain(answer[0] ?? ''));
    case 'ordering':
      return same(answer, right);
    case 'single':
    case 'multiple':
      return same([...new Set(answer)].sort(), [...right].sort());
  }
}

const same = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((value, i) => value === b[i]);

/** Without case and outer blanks; é as one character and as two is the same. */
const plain = (text: string): string => text.trim().normalize('NFC').toLowerCase();
