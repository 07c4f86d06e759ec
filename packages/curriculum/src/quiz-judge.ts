import type { QuizVerdict } from '@hexpedition/contract';

/** The part of a quiz that a visitor sees. */
export interface QuizData {
  answer_kind: 'single' | 'multiple' | 'ordering' | 'free';
  question_html: string;
  options: { id: string; html: string }[];
}

/** The right answer: ids of options (all of them, in order, for `ordering`) or accepted texts (`free`). */
export interface QuizSecret {
  right: string[];
  explanation_html: string | null;
  /** Absent in quizzes that were imported before replies existed. */
  replies?: QuizReply[];
}

/** An author's explanation of why an answer is wrong. */
export interface QuizReply {
  /** The id of an option, or texts that are known to be wrong (`free`). */
  to: string[];
  html: string;
}

/**
 * Judges an answer. Only a right answer gets the explanation, so it may discuss the wrong ones. Only a wrong answer
 * gets the replies to the chosen options.
 */
export function judge(data: Pick<QuizData, 'answer_kind'>, secret: QuizSecret, answer: readonly string[]): QuizVerdict {
  if (isRight(data.answer_kind, secret.right, answer))
    return { correct: true, explanation_html: secret.explanation_html, replies: [] };
  const replies = repliesTo(data.answer_kind, secret, answer);
  return { correct: false, explanation_html: null, replies };
}

function repliesTo(
  kind: QuizData['answer_kind'],
  { right, replies = [] }: QuizSecret,
  answer: readonly string[],
): QuizVerdict['replies'] {
  if (kind === 'free') {
    const given = plain(answer[0] ?? '');
    return replies.filter(({ to }) => to.map(plain).includes(given)).map(({ html }) => ({ option: null, html }));
  }
  // For `ordering`, only the first misplaced step gets a reply: it is too early.
  const named = kind === 'ordering' ? answer.filter((_, i) => answer[i] !== right[i]).slice(0, 1) : answer;
  return replies.flatMap(({ to: [option], html }) =>
    option !== undefined && named.includes(option) ? [{ option, html }] : [],
  );
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

/** Ignores case, surrounding whitespace and Unicode normal form. */
const plain = (text: string): string => text.trim().normalize('NFC').toLowerCase();
