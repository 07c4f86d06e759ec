import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isApiError } from '#lib/api-error.ts';
import { endpointQuery, useApi } from '#lib/query.ts';
import { readSession, useSession } from '#lib/session.ts';
import { changeVisitorProgress, useVisitorProgress } from '../../progress/visitor-progress.ts';
import { readDrillKey, renewDrillKey } from './visitor-drill-key.ts';

interface Options {
  /** Slugs. */
  lesson: string;
  training: string;
  /** Id of the drill. */
  id: string;
}

/** State of one drill without an account: one round, whose correct answer this browser keeps for a later account. */
export function useVisitorDrill({ lesson, training, id }: Options) {
  const api = useApi();
  const isMember = useSession() !== null;
  const params = { slug: lesson, id };
  // The key exists only in the browser, and a page hydrates as logged out.
  const [key, setKey] = useState<string | null>(null);
  useEffect(() => {
    if (!readSession()) setKey(readDrillKey());
  }, []);
  const { data, error: failed } = useQuery({
    ...endpointQuery('GET /api/subchapter/:slug/drill/:id/visitor', { params, query: { key: key ?? '' } }),
    enabled: key !== null && !isMember,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const roundsNeeded = data?.rounds_needed ?? 1;
  const check = useMutation({
    meta: { suppress: [409, 429] },
    mutationFn: async (sent: { key: string; answer: string }) => ({
      sent,
      verdict: await api('POST /api/subchapter/:slug/drill/:id/visitor', { params, body: sent }),
    }),
    onSuccess: ({ sent, verdict }) => {
      if (!verdict.correct) {
        // Such values allow one answer.
        if (roundsNeeded > 1) setKey(renewDrillKey());
        return;
      }
      changeVisitorProgress(lesson, (visit) => ({ ...visit, training, drills: { ...visit?.drills, [id]: sent } }));
    },
    onError: (error) => {
      // The tries for these values are used up.
      if (isApiError(error, 'conflict')) setKey(renewDrillKey());
    },
  });
  return {
    given: isMember ? null : (data?.given ?? null),
    failed: isMember ? null : failed,
    roundsNeeded,
    /** Whether this browser keeps a correct answer. */
    isKept: useVisitorProgress()[lesson]?.drills?.[id] !== undefined,
    isRight: check.data?.verdict.correct === true,
    /** Verdict on the last answer if it was wrong. */
    mistake: check.data?.verdict.correct === false ? check.data.verdict : undefined,
    busy: check.isPending,
    error: check.error,
    check: (answer: string) => {
      if (!check.isPending) check.mutate({ key: key ?? readDrillKey(), answer });
    },
    reset: check.reset,
  };
}
