import { useEffect, useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Html } from '#ui/html.tsx';
import { Label } from '#ui/label.tsx';
import prose from '#ui/prose.module.css';
import { TextField } from '#ui/text-field.tsx';
import type { ModuleProps } from '../module-props.ts';
import { QuizChoices } from './quiz-choices.tsx';
import css from './quiz-module.module.css';
import { QuizOrdering } from './quiz-ordering.tsx';
import { QuizVerdictLine } from './quiz-verdict.tsx';
import { type AnswerProps, type Quiz, useQuiz } from './use-quiz.ts';

export const answerKindLabels: Record<Quiz['answer_kind'], string> = {
  single: 'choose one',
  multiple: 'choose all that apply',
  ordering: 'put in order',
  free: 'type an answer',
};

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
