import type { PollAnswer } from '@hexpedition/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { endpointQuery, setQueryResult, useApi, usePersonalQuery } from '#lib/query.ts';
import { readSession, useSession } from '#lib/session.ts';
import type { ModuleOf } from '../module-props.ts';

export type Poll = ModuleOf<'poll'>;

/** The user's answer to a question, and the counts of all answers. */
const pollAnswerQuery = (question: number) => endpointQuery('GET /api/polls/answers', { query: { question } });

/** State of one poll: the selection, the stored answer, and whether the form or the result is shown. */
export function usePoll({ question_pk, multiple }: Poll) {
  const api = useApi();
  const client = useQueryClient();
  const signedIn = useSession() !== null;
  const query = pollAnswerQuery(question_pk);
  const stored = usePersonalQuery(query);
  const own: PollAnswer | null = stored.data?.answers[0] ?? null;
  /** Selection in the form; null until the learner changes it, which selects the stored answer. */
  const [choice, setChoice] = useState<readonly string[] | null>(null);
  const [changing, setChanging] = useState(false);
  const [hasTriedToVote, setHasTriedToVote] = useState(false);
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
    /** Counts to show: the learner has answered and is not changing the answer. */
    shown: own?.counts && !changing ? own.counts : null,
    changing,
    /** Whether the learner tried to vote without an account. */
    needsAccount: hasTriedToVote && !signedIn,
    busy: vote.isPending,
    error: vote.error,
    /** Whether a vote was just stored. If the stored answer does not load, the learner can vote again. */
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
    cancelChange: () => {
      setChoice(null);
      setChanging(false);
    },
    submit: () => {
      // Reads the session directly: the page hydrates as logged out, and the click may come before `signedIn` updates.
      if (!readSession()) return setHasTriedToVote(true);
      if (chosen.length > 0 && !vote.isPending) vote.mutate(chosen);
    },
  };
}
