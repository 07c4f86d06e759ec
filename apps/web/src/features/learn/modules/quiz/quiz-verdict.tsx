import type { QuizVerdict } from '@hexpedition/contract';
import { messageOf } from '#lib/api-error.ts';
import { Html } from '#ui/html.tsx';
import { Icon } from '#ui/icon.tsx';
import prose from '#ui/prose.module.css';
import css from './quiz.module.css';
import type { Quiz } from './use-quiz.ts';

const wrongWords: Record<Quiz['answer_kind'], string> = {
  single: 'Not that one. Read the question once more.',
  multiple: 'Not quite: something is missing, or one too many is ticked.',
  ordering: 'Not in this order yet.',
  free: 'That is not it. Try other words.',
};

interface Props {
  quiz: Quiz;
  verdict: QuizVerdict | null;
  error: Error | null;
  /** An old verdict is not news. */
  isRecalled: boolean;
  /** Whether the replies show. */
  isOpen: boolean;
}

/** What the server said: a line, and the author's words on what was wrong. */
export function QuizVerdictLine({ quiz, verdict, error, isRecalled, isOpen }: Props) {
  const replies = verdict?.replies ?? [];
  return (
    // Always in the page, so that screen readers notice when it fills.
    <div className={css.told} role={isRecalled ? undefined : 'status'}>
      <p className={css.verdict} data-tone={verdict?.correct ? 'right' : 'wrong'}>
        {verdict && <Icon name={verdict.correct ? 'tick' : 'close'} size={18} />}
        {verdict && <span>{wordsOf(quiz, verdict)}</span>}
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

function wordsOf({ answer_kind }: Quiz, { correct, replies }: QuizVerdict): string {
  if (correct) return 'Right.';
  return answer_kind === 'single' && replies.length > 0 ? 'Not that one.' : wrongWords[answer_kind];
}

/** Which option a reply is about, where several were chosen. */
function Option({ quiz, id }: { quiz: Quiz; id: string | null }) {
  const option = quiz.options.find((one) => one.id === id);
  return option ? <Html html={option.html} className={`${prose.prose} ${css.about}`} /> : null;
}
