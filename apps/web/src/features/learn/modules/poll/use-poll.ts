import type { Module, PollAnswer } from '@hexpedition/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { endpointQuery, setQueryResult, useApi, usePersonalQuery } from '#lib/query.ts';
import { readSession, useSession } from '#lib/session.ts';

export type Poll = Extract<Module, { kind: 'poll' }>;

/** The viewer's answer to one question, and what everybody has answered. */
const pollAnswerQuery = (question: number) => endpointQuery('GET /api/polls/answers', { query: { question } });

/** The state of one poll: what is chosen, what was answered, and whether the form or the result shows. */
export function usePoll({ question_pk, multiple }: Poll) {
  const api = useApi();
  const client = useQueryClient();
  const signedIn = useSession() !== null;
  const query = pollAnswerQuery(question_pk);
  const stored = usePersonalQuery(query);
  const own: PollAnswer | null = stored.data?.answers[0] ?? null;
  /** Null until something is touched: then the answer that was given is the choice. */
  const [choice, setChoice] = useState<readonly string[] | null>(null);
  const [changing, setChanging] = useState(false);
  const [asked, setAsked] = useState(false);
  const vote = useMutation({
    mutationFn: (answers: readonly string[]) =>
      api('POST /api/polls/answer/:question_pk', { params: { question_pk }, body: { answers: [...answers] } }),
    onSuccess: async (answer) => {
      await setQueryResult(client, query, { answers: [answer], next_cursor: null });
      setChanging(false);
    },
  });
  const chosen = choice ?? own?.answers ?? [];
  return {
    own,
    chosen,
    /** Answered, and not about to be changed. */
    shown: own?.counts && !changing ? own.counts : null,
    changing,
    /** Voting was tried without an account. */
    needsAccount: asked && !signedIn,
    busy: vote.isPending,
    error: vote.error,
    /** It does no harm if the answer could not be read: the learner can give it again. */
    voted: vote.isSuccess && !changing,
    choose: (option: string, on: boolean) => {
      if (!multiple) setChoice([option]);
      else
        setChoice((before) => {
          const rest = (before ?? chosen).filter((id) => id !== option);
          return on ? [...rest, option] : rest;
        });
      vote.reset();
    },
    change: () => {
      setChoice(own?.answers ?? []);
      setChanging(true);
      vote.reset();
    },
    keep: () => setChanging(false),
    submit: () => {
      // This does not use `signedIn`, because the page hydrates as a visitor's and a press may come at that very
      // moment.
      if (!readSession()) return setAsked(true);
      if (chosen.length > 0 && !vote.isPending) vote.mutate(chosen);
    },
  };
}
