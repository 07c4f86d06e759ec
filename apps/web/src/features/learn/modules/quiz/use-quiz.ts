import type { Module, QuizVerdict } from '@hexpedition/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { updateQueryResult, useApi } from '#lib/query.ts';
import { readSession } from '#lib/session.ts';
import { quizAnswersQuery } from '../../queries.public.ts';
import { useKeptAnswers } from '../../visit/use-kept-answers.ts';
import { changeVisit, type KeptAnswer } from '../../visit/visits.public.ts';

export type Quiz = Extract<Module, { kind: 'quiz' }>;

/** The properties of each kind of answer field. */
export interface AnswerProps {
  id: string;
  quiz: Quiz;
  answer: readonly string[];
  onChange: (next: (answer: readonly string[]) => readonly string[]) => void;
  wrong: boolean;
}

export interface QuizPlace {
  /** Slugs. */
  lesson: string;
  training: string;
  /** Of the lesson. */
  revision: number;
}

/** The state of one quiz: the answer so far, and what the server said about the last one, now or on another day. */
export function useQuiz(place: QuizPlace, quiz: Quiz) {
  const { lesson, revision } = place;
  const api = useApi();
  const kept = useKeptAnswers(lesson, revision).get(quiz.id);
  const keep = useKeep(place);
  /** Null until something is touched: then the answer that is kept is the answer. */
  const [given, setGiven] = useState<readonly string[] | null>(null);
  const [verdict, setVerdict] = useState<QuizVerdict | null>(null);
  const first = kept?.answer ?? (quiz.answer_kind === 'ordering' ? quiz.options.map(({ id }) => id) : []);
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
      keep({ id: quiz.id, answer, answered_at: new Date().toISOString(), ...verdict });
    },
  });
  const isEmpty = answer.every((part) => part.trim() === '');
  return {
    answer,
    verdict: given ? verdict : (kept ?? null),
    /** The verdict is on an answer that was given before this page was opened. */
    isRecalled: given === null && kept !== undefined,
    isEmpty,
    busy: check.isPending,
    error: check.error,
    /** Makes the next answer from the present one. The next one has no verdict yet. */
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
 * Remembers an answer: what the server has kept, for this page; without an account, in this browser. A right one stays
 * until the lesson is rewritten, as on the server.
 */
function useKeep({ lesson, training, revision }: QuizPlace) {
  const client = useQueryClient();
  return (answer: KeptAnswer) => {
    // This does not use the page's session, because a press may come at the very moment in which it is found.
    if (readSession()) {
      void updateQueryResult(client, quizAnswersQuery(lesson), (before) => {
        const others = before?.answers.filter(({ id }) => id !== answer.id) ?? [];
        const own = before?.answers.find(({ id, correct }) => id === answer.id && correct);
        return { answers: [...others, own ?? answer] };
      });
      return;
    }
    changeVisit(lesson, (visit) => {
      const own = visit?.answers?.[answer.id];
      const stays = own?.revision === revision && own.correct;
      return { ...visit, training, answers: { ...visit?.answers, [answer.id]: stays ? own : { ...answer, revision } } };
    });
  };
}
