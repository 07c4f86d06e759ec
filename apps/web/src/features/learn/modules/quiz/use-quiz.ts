import type { Module, QuizVerdict } from '@hexpedition/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '#lib/query.ts';

export type Quiz = Extract<Module, { kind: 'quiz' }>;

/** The properties of each kind of answer field. */
export interface AnswerProps {
  id: string;
  quiz: Quiz;
  answer: readonly string[];
  onChange: (next: (answer: readonly string[]) => readonly string[]) => void;
  wrong: boolean;
}

/** The state of one quiz: the answer so far, and what the server said about the last one. */
export function useQuiz(lesson: string, quiz: Quiz) {
  const api = useApi();
  const [answer, setAnswer] = useState<readonly string[]>(
    quiz.answer_kind === 'ordering' ? quiz.options.map(({ id }) => id) : [],
  );
  const [verdict, setVerdict] = useState<QuizVerdict | null>(null);
  const check = useMutation({
    mutationFn: (given: readonly string[]) =>
      api('POST /api/subchapter/:slug/quiz/:id', {
        params: { slug: lesson, id: quiz.id },
        body: { answer: quiz.answer_kind === 'free' ? given.map((text) => text.trim()) : [...given] },
      }),
    onSuccess: setVerdict,
  });
  const isEmpty = answer.every((part) => part.trim() === '');
  return {
    answer,
    verdict,
    isEmpty,
    busy: check.isPending,
    error: check.error,
    /** Makes the next answer from the present one. The next one has no verdict yet. */
    change: (next: (answer: readonly string[]) => readonly string[]) => {
      setAnswer(next);
      setVerdict(null);
      check.reset();
    },
    submit: () => {
      if (!isEmpty && !check.isPending) check.mutate(answer);
    },
  };
}
