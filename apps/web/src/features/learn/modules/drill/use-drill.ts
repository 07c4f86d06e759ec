import type { DrillSolution, DrillVerdict, Module } from '@hexpedition/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { isApiError } from '#lib/api-error.ts';
import { endpointQuery, useApi, usePersonalQuery } from '#lib/query.ts';
import { readSession } from '#lib/session.ts';
import { refreshProgress } from '../../progress/keep-progress.ts';
import { trainingFlagsQuery } from '../../queries.public.ts';

export type Drill = Extract<Module, { kind: 'drill' }>;

interface Place {
  /** Slugs. */
  lesson: string;
  training: string;
  drill: Drill;
}

/** How a round has ended: the learner has answered it, or has asked how it is done. */
export type End = { kind: 'right'; verdict: DrillVerdict } | { kind: 'shown' };

/** The state of one drill: what the learner is given, what they have answered, and how the round has ended. */
export function useDrill({ lesson, training, drill }: Place) {
  const api = useApi();
  const client = useQueryClient();
  const params = { slug: lesson, id: drill.id };
  // It stays as it is until the learner asks for the next one, also when they come back to the tab after the end.
  const query = {
    ...endpointQuery('GET /api/subchapter/:slug/drill/:id', { params }),
    staleTime: Number.POSITIVE_INFINITY,
  };
  const { data, error: failed, refetch } = usePersonalQuery(query);
  const [text, setText] = useState('');
  const [end, setEnd] = useState<End & { solution: DrillSolution }>();
  const [asked, setAsked] = useState(false);
  /** Another tab has gone on: what it is at now takes the place of what is shown, and its message stays. */
  const followIfMoved = (error: Error) => {
    if (isApiError(error, 'conflict')) void refetch();
  };
  const check = useMutation({
    meta: { suppress: [409, 429] },
    mutationFn: (round: number) =>
      api('POST /api/subchapter/:slug/drill/:id', { params, body: { round, answer: text.trim() } }),
    onSuccess: (verdict) => {
      if (!verdict.solution) return;
      setEnd({ kind: 'right', verdict, solution: verdict.solution });
      if (verdict.points === 0) return;
      void client.invalidateQueries({ queryKey: trainingFlagsQuery(training).queryKey });
      refreshProgress(client);
    },
    onError: followIfMoved,
  });
  const show = useMutation({
    meta: { suppress: [409, 429] },
    mutationFn: (round: number) => api('POST /api/subchapter/:slug/drill/:id/solution', { params, body: { round } }),
    onSuccess: (solution) => setEnd({ kind: 'shown', solution }),
    onError: followIfMoved,
  });
  const isComing = useRef(false);
  /** Runs something with the round that the learner is at, or says that there is none without an account. */
  const withRound = async (act: (round: number) => void) => {
    // This does not use the page's session: the page hydrates as a visitor's, and a press may come at that moment.
    if (!readSession()) return setAsked(true);
    if (data) return act(data.round);
    // Nor is the round here yet then. It is waited for once, however often somebody presses.
    if (isComing.current) return;
    isComing.current = true;
    const { data: round } = await refetch({ cancelRefetch: false });
    isComing.current = false;
    if (round) act(round.round);
  };
  return {
    /** Null while the learner's own numbers are on their way: what nobody in particular is given is no use then. */
    own: data?.given ?? null,
    failed,
    text,
    change: (next: string) => {
      setText(next);
      check.reset();
      show.reset();
    },
    isWrong: check.data?.correct === false,
    busy: check.isPending,
    showing: show.isPending,
    error: check.error ?? show.error,
    needsAccount: asked,
    end,
    submit: () => {
      if (text.trim() !== '' && !check.isPending && !end) void withRound(check.mutate);
    },
    show: () => {
      if (!show.isPending && !end) void withRound(show.mutate);
    },
    next: async () => {
      await refetch();
      setEnd(undefined);
      setText('');
      check.reset();
      show.reset();
    },
  };
}
