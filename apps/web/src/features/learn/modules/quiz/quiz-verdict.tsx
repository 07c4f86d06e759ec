import type { QuizVerdict } from '@hexpedition/contract';
import { messageOf } from '#lib/api-error.ts';
import { Icon } from '#ui/icon.tsx';
import css from './quiz.module.css';
import type { Quiz } from './use-quiz.ts';

const wrongWords: Record<Quiz['answer_kind'], string> = {
  single: 'Not that one. Read the question once more.',
  multiple: 'Not quite: something is missing, or one too many is ticked.',
  ordering: 'Not in this order yet.',
  free: 'That is not it. Try other words.',
};

interface Props {
  kind: Quiz['answer_kind'];
  verdict: QuizVerdict | null;
  error: Error | null;
}

/** Always in the page, so that screen readers notice when it fills. */
export function QuizVerdictLine({ kind, verdict, error }: Props) {
  return (
    <p className={css.verdict} role="status" data-tone={verdict?.correct ? 'right' : 'wrong'}>
      {verdict && <Icon name={verdict.correct ? 'tick' : 'close'} size={18} />}
      {verdict && <span>{verdict.correct ? 'Right.' : wrongWords[kind]}</span>}
      {error && <span>{messageOf(error)}</span>}
    </p>
  );
}
