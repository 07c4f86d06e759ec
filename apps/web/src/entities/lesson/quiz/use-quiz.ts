import type { QuizVerdict } from '@hexpedition/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { updateQueryResult, useApi } from '#lib/query.ts';
import { readSession } from '#lib/session.ts';
import { useStoredAnswers } from '../../progress/use-stored-answers.ts';
import { changeVisitorProgress, type StoredAnswer } from '../../progress/visitor-progress.ts';
import { quizAnswersQuery } from '../../training/training-queries.ts';
import type { ModuleOf } from '../module-props.ts';

export type Quiz = ModuleOf<'quiz'>;

/** Props of each kind of answer field. */
export interface AnswerProps {
  id: string;
  quiz: Quiz;
  answer: readonly string[];
  onChange: (next: (answer: readonly string[]) => readonly string[]) => void;
  wrong: boolean;
}

export interface QuizLocation {
  /** Slugs. */
  lesson: string;
  training: string;
  /** Revision of the lesson. */
  revision: number;
}

/** State of one quiz: the current answer, and the verdict on the last one, from now or from an earlier visit. */
export function useQuiz(location: QuizLocation, quiz: Quiz) {
  const { lesson, revision } = location;
  const api = useApi();
  const stored = useStoredAnswers(lesson, revision).get(quiz.id);
  const storeAnswer = useStoreAnswer(location);
  /** Answer of this visit; null until the learner changes it. Until then, the stored answer applies. */
  const [given, setGiven] = useState<readonly string[] | null>(null);
  const [verdict, setVerdict] = useState<QuizVerdict | null>(null);
  const first = stored?.answer ?? (quiz.answer_kind === 'ordering' ? quiz.options.map(({ id }) => id) : []);
  const answer = given ?? first;
  const check = useMutation({
    mutationFn: async (answer: string[]) => ({
      answer,
      verdict: await api('POST /api/subchapter/:slug/quiz/:id', {
        params: { slug: lesson, id: quiz.id },
        body: { answer },
      }),
    }),
    onSuccess: ({ answer, verdict }) => {
      setVerdict(verdict);
      storeAnswer({ id: quiz.id, answer, answered_at: new Date().toISOString(), ...verdict });
    },
  });
  const isEmpty = answer.every((part) => part.trim() === '');
  return {
    answer,
    verdict: given ? verdict : (stored ?? null),
    /** Whether the verdict is from an earlier visit. */
    isRestored: given === null && stored !== undefined,
    isEmpty,
    busy: check.isPending,
    error: check.error,
    /** Changes the answer and clears the verdict. */
    change: (next: (answer: readonly string[]) => readonly string[]) => {
      setGiven((before) => next(before ?? first));
      setVerdict(null);
      check.reset();
    },
    submit: () => {
      if (isEmpty || check.isPending) return;
      setGiven(answer);
      check.mutate(quiz.answer_kind === 'free' ? answer.map((text) => text.trim()) : [...answer]);
    },
  };
}

/**
 * Remembers an answer: what the server has stored, for this page; without an account, in this browser. A right one stays
 * until the lesson is rewritten, as on the server.
 */
function useStoreAnswer({ lesson, training, revision }: QuizLocation) {
  const client = useQueryClient();
  return (answer: StoredAnswer) => {
    // Reads the session directly, because the click may come before `useSession` updates.
    if (readSession()) {
      void updateQueryResult(client, quizAnswersQuery(lesson), (before) => {
        const others = before?.answers.filter(({ id }) => id !== answer.id) ?? [];
        const own = before?.answers.find(({ id, correct }) => id === answer.id && correct);
        return { answers: [...others, own ?? answer] };
      });
      return;
    }
    changeVisitorProgress(lesson, (visit) => {
      const own = visit?.answers?.[answer.id];
      const keepsOwn = own?.revision === revision && own.correct;
      return {
        ...visit,
        training,
        answers: { ...visit?.answers, [answer.id]: keepsOwn ? own : { ...answer, revision } },
      };
    });
  };
}
