import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Html } from '#ui/html.tsx';
import { Label } from '#ui/label.tsx';
import prose from '#ui/prose.module.css';
import css from './quiz.module.css';
import { QuizChoices } from './quiz-choices.tsx';
import { QuizFree } from './quiz-free.tsx';
import { QuizOrdering } from './quiz-ordering.tsx';
import { QuizVerdictLine } from './quiz-verdict.tsx';
import { type AnswerProps, type Quiz, useQuiz } from './use-quiz.ts';

export const kindWords: Record<Quiz['answer_kind'], string> = {
  single: 'choose one',
  multiple: 'choose all that apply',
  ordering: 'put in order',
  free: 'write it',
};

/** A question of a lesson. The server checks; it works without an account too. */
export function QuizModule({ lesson, quiz }: { lesson: string; quiz: Quiz }) {
  const state = useQuiz(lesson, quiz);
  const id = `quiz-${quiz.id}`;
  return (
    <Card className={css.quiz}>
      <form
        aria-labelledby={`${id}-question`}
        className={css.form}
        data-right={state.verdict?.correct ? '' : undefined}
        onSubmit={(event) => {
          event.preventDefault();
          state.submit();
        }}
      >
        <div className={css.head}>
          <Label tone="beacon">Question · {kindWords[quiz.answer_kind]}</Label>
          <Html as="div" id={`${id}-question`} html={quiz.question_html} className={`${prose.prose} ${css.question}`} />
        </div>
        <Answer
          id={id}
          quiz={quiz}
          answer={state.answer}
          onChange={state.change}
          wrong={state.verdict?.correct === false}
        />
        <div className={css.foot}>
          <Button type="submit" busy={state.busy} disabled={state.isEmpty || state.verdict !== null}>
            Check
          </Button>
          <QuizVerdictLine kind={quiz.answer_kind} verdict={state.verdict} error={state.error} />
        </div>
        {state.verdict?.explanation_html && (
          <Html html={state.verdict.explanation_html} className={`${prose.prose} ${css.explanation}`} />
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
