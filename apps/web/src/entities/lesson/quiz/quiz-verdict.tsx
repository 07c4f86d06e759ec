import type { QuizVerdict } from '@hexpedition/contract';
import { messageOf } from '#lib/api-error.ts';
import { Html } from '#ui/html.tsx';
import { Icon } from '#ui/icon.tsx';
import prose from '#ui/prose.module.css';
import css from './quiz-module.module.css';
import type { Quiz } from './use-quiz.ts';

const wrongMessages: Record<Quiz['answer_kind'], string> = {
  single: 'Not this one. Read the question again.',
  multiple: 'Not quite. You missed one, or selected one too many.',
  ordering: 'Not in this order yet.',
  free: 'Not correct. Try a different answer.',
};

interface Props {
  quiz: Quiz;
  verdict: QuizVerdict | null;
  error: Error | null;
  /** Whether the verdict is from an earlier visit. It is then not announced. */
  isRestored: boolean;
  /** Whether the replies are shown. */
  isOpen: boolean;
}

/** Verdict of the server in one line, with the author's replies to wrong choices. */
export function QuizVerdictLine({ quiz, verdict, error, isRestored, isOpen }: Props) {
  const replies = verdict?.replies ?? [];
  return (
    // Always in the page, so that screen readers announce changes.
    <div className={css.feedback} role={isRestored ? undefined : 'status'}>
      <p className={css.verdict} data-tone={verdict?.correct ? 'right' : 'wrong'}>
        {verdict && <Icon name={verdict.correct ? 'tick' : 'close'} size={18} />}
        {verdict && <span>{verdictText(quiz, verdict)}</span>}
        {error && <span>{messageOf(error)}</span>}
      </p>
      {isOpen &&
        replies.map(({ option, html }) => (
          <div key={option} className={css.reply}>
            {quiz.answer_kind !== 'single' && <Option quiz={quiz} id={option} />}
            <Html html={html} className={prose.prose} />
          </div>
        ))}
    </div>
  );
}

function verdictText({ answer_kind }: Quiz, { correct, replies }: QuizVerdict): string {
  if (correct) return 'Correct.';
  return answer_kind === 'single' && replies.length > 0 ? 'Not this one.' : wrongMessages[answer_kind];
}

/** Option to which a reply belongs, for questions with several choices. */
function Option({ quiz, id }: { quiz: Quiz; id: string | null }) {
  const option = quiz.options.find((one) => one.id === id);
  return option ? <Html html={option.html} className={`${prose.prose} ${css.about}`} /> : null;
}
