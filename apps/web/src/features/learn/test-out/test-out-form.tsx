import type { TestOut, TestOutVerdict } from '@hexpedition/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import quizCss from '#entities/lesson/quiz/quiz-module.module.css';
import { Answer, answerKindLabels } from '#entities/lesson/quiz/quiz-module.tsx';
import { testOutQuery, trainingProgressQuery } from '#entities/training/training-queries.ts';
import { messageOf } from '#lib/api-error.ts';
import { plural } from '#lib/format.ts';
import { useApi } from '#lib/query.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Html } from '#ui/html.tsx';
import { Label } from '#ui/label.tsx';
import prose from '#ui/prose.module.css';
import css from './test-out.module.css';
import { TestOutResult } from './test-out-result.tsx';

type Answers = Record<string, readonly string[]>;

const isBlank = (answer: readonly string[] | undefined) => !answer?.some((part) => part.trim() !== '');

export function TestOutForm({ test }: { test: TestOut }) {
  const quizzes = test.modules.filter((module) => module.kind === 'quiz');
  const [answers, setAnswers] = useState<Answers>(() => initialAnswers(quizzes));
  const [hasWarned, setHasWarned] = useState(false);
  const submission = useSubmitTest(test.training.slug);
  const open = quizzes.filter(({ id }) => isBlank(answers[id])).length;
  if (submission.data) return <TestOutResult training={test.training} verdict={submission.data} />;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    // Warns once about unanswered questions. The learner can still submit.
    if (open > 0 && !hasWarned) return setHasWarned(true);
    submission.mutate(answers);
  };
  let number = 0;
  return (
    <form className={css.form} onSubmit={onSubmit} aria-label={test.name}>
      {test.modules.map((module) => {
        if (module.kind === 'text') return <Html key={module.id} html={module.html} className={prose.prose} />;
        number += 1;
        const id = `quiz-${module.id}`;
        return (
          <Card key={module.id} className={quizCss.quiz}>
            <div className={quizCss.form}>
              <div className={quizCss.head}>
                <Label tone="beacon">
                  {number} of {quizzes.length} · {answerKindLabels[module.answer_kind]}
                </Label>
                <Html
                  as="div"
                  id={`${id}-question`}
                  html={module.question_html}
                  className={`${prose.prose} ${quizCss.question}`}
                />
              </div>
              <Answer
                id={id}
                quiz={module}
                answer={answers[module.id] ?? []}
                onChange={(next) => setAnswers((before) => ({ ...before, [module.id]: next(before[module.id] ?? []) }))}
                wrong={false}
              />
            </div>
          </Card>
        );
      })}
      <div className={css.foot}>
        <Button type="submit" variant="primary" busy={submission.isPending}>
          {hasWarned && open > 0 ? 'Submit anyway' : 'Submit'}
        </Button>
        <p className={css.note} role="status">
          {hasWarned && open > 0
            ? `${plural(open, 'question has', 'questions have')} no answer yet. A missing answer counts as wrong.`
            : ''}
        </p>
      </div>
      {submission.isError && (
        <p className={css.error} role="alert">
          {messageOf(submission.error)}
        </p>
      )}
    </form>
  );
}

/** Returns the initial answers. The initial order of an ordering question already is an answer. */
function initialAnswers(quizzes: readonly { id: string; answer_kind: string; options: { id: string }[] }[]): Answers {
  return Object.fromEntries(
    quizzes.map((quiz) => [quiz.id, quiz.answer_kind === 'ordering' ? quiz.options.map(({ id }) => id) : []]),
  );
}

function useSubmitTest(training: string) {
  const api = useApi();
  const client = useQueryClient();
  return useMutation<TestOutVerdict, Error, Answers>({
    mutationFn: (answers) =>
      api('POST /api/training/:slug/test_out', {
        params: { slug: training },
        body: { answers: Object.fromEntries(Object.entries(answers).map(([id, answer]) => [id, [...answer]])) },
      }),
    // Invalidates the data of this training and of those that require it.
    onSuccess: () => {
      // Does not refetch the test now, so that the result stays visible. A later visit loads the new state.
      void client.invalidateQueries({ queryKey: testOutQuery(training).queryKey, refetchType: 'none' });
      void client.invalidateQueries({ queryKey: trainingProgressQuery(training).queryKey });
      const keys = ['GET /api/progress', 'GET /api/account/overview', 'GET /api/training/:slug/access'] as const;
      for (const key of [...keys, 'GET /api/subchapter/:slug']) void client.invalidateQueries({ queryKey: [key] });
    },
  });
}
