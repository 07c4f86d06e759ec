import { useEffect, useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Html } from '#ui/html.tsx';
import { Label } from '#ui/label.tsx';
import prose from '#ui/prose.module.css';
import { TextField } from '#ui/text-field.tsx';
import css from './quiz.module.css';
import { QuizChoices } from './quiz-choices.tsx';
import { QuizOrdering } from './quiz-ordering.tsx';
import { QuizVerdictLine } from './quiz-verdict.tsx';
import { type AnswerProps, type Quiz, type QuizPlace, useQuiz } from './use-quiz.ts';

export const kindWords: Record<Quiz['answer_kind'], string> = {
  single: 'choose one',
  multiple: 'choose all that apply',
  ordering: 'put in order',
  free: 'write it',
};

/** A question of a lesson. The server checks; it works without an account too. */
export function QuizModule({ quiz, ...place }: QuizPlace & { quiz: Quiz }) {
  const state = useQuiz(place, quiz);
  const { verdict, isRecalled } = state;
  const id = `quiz-${quiz.id}`;
  const form = useRef<HTMLFormElement>(null);
  const [isUnfolded, setUnfolded] = useState(false);
  const isOpen = isUnfolded || !isRecalled;
  const explains = verdict !== null && (verdict.explanation_html !== null || verdict.replies.length > 0);
  // What was answered on another day comes late: it unfolds by itself only where that moves nothing that is in sight.
  useEffect(() => {
    const { top, bottom } = form.current?.getBoundingClientRect() ?? { top: 0, bottom: 0 };
    if (isRecalled && (bottom <= 0 || top >= innerHeight)) setUnfolded(true);
  }, [isRecalled]);
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
          <Label tone="beacon">Question · {kindWords[quiz.answer_kind]}</Label>
          <Html as="div" id={`${id}-question`} html={quiz.question_html} className={`${prose.prose} ${css.question}`} />
        </div>
        <Answer id={id} quiz={quiz} answer={state.answer} onChange={state.change} wrong={verdict?.correct === false} />
        <div className={css.foot}>
          <Button type="submit" busy={state.busy} disabled={state.isEmpty || verdict !== null}>
            Check
          </Button>
          <QuizVerdictLine quiz={quiz} verdict={verdict} error={state.error} isRecalled={isRecalled} isOpen={isOpen} />
          {explains && !isOpen && (
            <Button variant="quiet" size="sm" onClick={() => setUnfolded(true)}>
              Show why
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

/** The part of a question that is answered, by its kind. */
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
