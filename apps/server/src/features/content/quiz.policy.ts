import type { QuizVerdict } from '@hexpedition/contract';

/** What a visitor sees of a quiz. */
export interface QuizData {
  answer_kind: 'single' | 'multiple' | 'ordering' | 'free';
  question_html: string;
  options: { id: string; html: string }[];
}

/** What decides about an answer: ids of options (all of them, in order, for `ordering`) or accepted texts (`free`). */
export interface QuizSecret {
  right: string[];
  explanation_html: string | null;
  /** Absent in what was imported before there were replies. */
  replies?: QuizReply[];
}

/** An author's words on why an answer is wrong. */
export interface QuizReply {
  /** The id of an option, or texts that are known to be wrong (`free`). */
  to: string[];
  html: string;
}

/**
 * Whether an answer is right. Only a right answer gets the explanation, so it may talk about the wrong ones; only a
 * wrong one gets the replies to what was chosen.
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
  // In an order, the first step that is out of place stands too early: it alone is replied to.
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

/** Without case and outer blanks; é as one character and as two is the same. */
const plain = (text: string): string => text.trim().normalize('NFC').toLowerCase();
