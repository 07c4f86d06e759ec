import type { QuizVerdict } from '@hexpedition/contract';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '#lib/api-error.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Html } from '#ui/html.tsx';
import { Icon } from '#ui/icon.tsx';
import { Label } from '#ui/label.tsx';
import prose from '#ui/prose.module.css';
import { TextField } from '#ui/text-field.tsx';
import type { ModuleProps } from '../module-props.ts';
import css from './quiz-module.module.css';
import { QuizOrdering } from './quiz-ordering.tsx';
import { type AnswerProps, type Quiz, useQuiz } from './use-quiz.ts';

export const answerKindLabels: Record<Quiz['answer_kind'], string> = {
  single: 'choose one',
  multiple: 'choose all that apply',
  ordering: 'put in order',
  free: 'type an answer',
};

const wrongMessages: Record<Quiz['answer_kind'], string> = {
  single: 'Not this one. Read the question again.',
  multiple: 'Not quite. You missed one, or selected one too many.',
  ordering: 'Not in this order yet.',
  free: 'Not correct. Try a different answer.',
};

interface QuizVerdictLineProps {
  quiz: Quiz;
  verdict: QuizVerdict | null;
  error: Error | null;
  /** Whether the verdict is from an earlier visit. It is then not announced. */
  isRestored: boolean;
  /** Whether the replies are shown. */
  isOpen: boolean;
}

/** Verdict of the server in one line, with the author's replies to wrong choices. */
function QuizVerdictLine({ quiz, verdict, error, isRestored, isOpen }: QuizVerdictLineProps) {
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

/** Question of a lesson. The server checks the answer, also without an account. */
export default function QuizModule({ module: quiz, ...location }: ModuleProps<'quiz'>) {
  const state = useQuiz(location, quiz);
  const { verdict, isRestored } = state;
  const id = `quiz-${quiz.id}`;
  const form = useRef<HTMLFormElement>(null);
  const [isExpanded, setExpanded] = useState(false);
  const isOpen = isExpanded || !isRestored;
  const hasExplanation = verdict !== null && (verdict.explanation_html !== null || verdict.replies.length > 0);
  // A restored answer loads late. Expands its explanation only outside of the viewport, to avoid a layout shift.
  useEffect(() => {
    const { top, bottom } = form.current?.getBoundingClientRect() ?? { top: 0, bottom: 0 };
    if (isRestored && (bottom <= 0 || top >= innerHeight)) setExpanded(true);
  }, [isRestored]);
  return (
    <Card className={css.quiz} id={id}>
      <form
        ref={form}
        aria-labelledby={`${id}-question`}
        className={css.form}
        data-right={verdict?.correct ? '' : undefined}
        onSubmit={(event) => {
          event.preventDefault();
          state.submit();
        }}
      >
        <div className={css.head}>
          <Label tone="beacon">Question · {answerKindLabels[quiz.answer_kind]}</Label>
          <Html as="div" id={`${id}-question`} html={quiz.question_html} className={`${prose.prose} ${css.question}`} />
        </div>
        <Answer id={id} quiz={quiz} answer={state.answer} onChange={state.change} wrong={verdict?.correct === false} />
        <div className={css.foot}>
          <Button type="submit" busy={state.busy} disabled={state.isEmpty || verdict !== null}>
            Check
          </Button>
          <QuizVerdictLine quiz={quiz} verdict={verdict} error={state.error} isRestored={isRestored} isOpen={isOpen} />
          {hasExplanation && !isOpen && (
            <Button variant="quiet" size="sm" onClick={() => setExpanded(true)}>
              Show explanation
            </Button>
          )}
        </div>
        {isOpen && verdict?.explanation_html && (
          <Html html={verdict.explanation_html} className={`${prose.prose} ${css.explanation}`} />
        )}
      </form>
    </Card>
  );
}

/** Answer field of a question, by its kind. */
export function Answer(props: AnswerProps) {
  switch (props.quiz.answer_kind) {
    case 'single':
    case 'multiple':
      return <QuizChoices {...props} />;
    case 'ordering':
      return <QuizOrdering {...props} />;
    case 'free':
      return <QuizFree {...props} />;
  }
}

function QuizChoices({ id, quiz, answer, onChange }: AnswerProps) {
  const single = quiz.answer_kind === 'single';
  const toggle = (option: string, on: boolean) => {
    if (single) return onChange(() => [option]);
    onChange((before) => (on ? [...before, option] : before.filter((chosen) => chosen !== option)));
  };
  return (
    // A legend cannot contain block elements, so the question names the group by aria-labelledby.
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles allow it; the linter cannot determine the role
    <div className={css.choices} role={single ? 'radiogroup' : 'group'} aria-labelledby={`${id}-question`}>
      {quiz.options.map((option) => (
        <Checkbox
          key={option.id}
          kind={single ? 'radio' : 'checkbox'}
          name={id}
          checked={answer.includes(option.id)}
          onChange={(event) => toggle(option.id, event.target.checked)}
        >
          <Html as="span" html={option.html} className={`${prose.prose} ${css.option}`} />
        </Checkbox>
      ))}
    </div>
  );
}

function QuizFree({ answer, onChange }: AnswerProps) {
  return (
    <div className={css.free}>
      <TextField
        label="Your answer"
        mono
        value={answer[0] ?? ''}
        onChange={(event) => onChange(() => [event.target.value])}
        maxLength={500}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
    </div>
  );
}
