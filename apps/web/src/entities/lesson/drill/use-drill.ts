import type { DrillSolution } from '@hexpedition/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { isApiError } from '#lib/api-error.ts';
import { endpointQuery, useApi, usePersonalQuery } from '#lib/query.ts';
import { readSession } from '#lib/session.ts';
import { refreshProgress } from '../../progress/store-progress.ts';
import { trainingFlagsQuery } from '../../training/training-queries.ts';
import type { ModuleOf } from '../module-props.ts';
import { useVisitorDrill } from './use-visitor-drill.ts';

export type Drill = ModuleOf<'drill'>;

interface Options {
  /** Slugs. */
  lesson: string;
  training: string;
  drill: Drill;
}

/** How a round ended: with the right answer, with too many wrong ones, or because the learner asked for the solution. */
export interface RoundEnd {
  kind: 'answered' | 'shown';
  solution: DrillSolution;
}

/** State of one drill: the values of the round, the answer, and how the round ended. */
export function useDrill({ lesson, training, drill }: Options) {
  const api = useApi();
  const client = useQueryClient();
  const params = { slug: lesson, id: drill.id };
  // The round stays the same until the learner starts the next one, also after a refocus of the tab.
  const query = {
    ...endpointQuery('GET /api/subchapter/:slug/drill/:id', { params }),
    staleTime: Number.POSITIVE_INFINITY,
  };
  const { data, error: failed, refetch } = usePersonalQuery(query);
  const visitor = useVisitorDrill({ lesson, training, id: drill.id });
  const [text, setText] = useState('');
  const [end, setEnd] = useState<RoundEnd>();
  const [needsAccount, setNeedsAccount] = useState(false);
  /** Loads the current round after another tab started it. The error message stays visible. */
  const refetchOnConflict = (error: Error) => {
    if (isApiError(error, 'conflict')) void refetch();
  };
  const check = useMutation({
    meta: { suppress: [409, 429] },
    mutationFn: (round: number) =>
      api('POST /api/subchapter/:slug/drill/:id', { params, body: { round, answer: text.trim() } }),
    onSuccess: (verdict) => {
      if (!verdict.solution) return;
      setEnd({ kind: 'answered', solution: verdict.solution });
      if (verdict.points === 0) return;
      void client.invalidateQueries({ queryKey: trainingFlagsQuery(training).queryKey });
      refreshProgress(client);
    },
    onError: refetchOnConflict,
  });
  const show = useMutation({
    meta: { suppress: [409, 429] },
    mutationFn: (round: number) => api('POST /api/subchapter/:slug/drill/:id/solution', { params, body: { round } }),
    onSuccess: (solution) => setEnd({ kind: 'shown', solution }),
    onError: refetchOnConflict,
  });
  const isRoundLoading = useRef(false);
  /** Runs an action with the current round, or asks for an account if there is no session. */
  const withRound = async (action: (round: number) => void) => {
    // Reads the session directly: the page hydrates as logged out, and the click may come before `useSession` updates.
    if (!readSession()) return setNeedsAccount(true);
    if (data) return action(data.round);
    // The round may not be loaded yet either. Waits for it once, however often the learner clicks.
    if (isRoundLoading.current) return;
    isRoundLoading.current = true;
    const { data: round } = await refetch({ cancelRefetch: false });
    isRoundLoading.current = false;
    if (round) action(round.round);
  };
  return {
    /** The values of the learner or visitor; null until they are loaded. */
    ownValues: data?.given ?? visitor.given,
    failed: failed ?? visitor.failed,
    /** Rounds in a row that must be solved for the points. */
    roundsNeeded: data?.rounds_needed ?? visitor.roundsNeeded,
    /** How many of them the learner has solved just before this round. */
    roundsSolved: data?.rounds_solved ?? 0,
    /** Whether this browser keeps a visitor's correct answer. */
    isKept: visitor.isKept,
    /** Whether a visitor has just answered correctly. */
    isRightOfVisitor: visitor.isRight,
    text,
    change: (next: string) => {
      setText(next);
      check.reset();
      show.reset();
      visitor.reset();
    },
    verdict: check.data ?? visitor.mistake,
    busy: check.isPending || visitor.busy,
    showing: show.isPending,
    error: check.error ?? show.error ?? visitor.error,
    needsAccount,
    end,
    submit: () => {
      const answer = text.trim();
      if (answer === '' || check.isPending || end) return;
      // Reads the session directly, as below.
      if (readSession()) void withRound(check.mutate);
      else visitor.check(answer);
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
