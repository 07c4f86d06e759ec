import type { Instance } from '@hexpedition/contract';
import { useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { runningLabsQuery } from '#entities/lab/running-labs-query.ts';
import { setQueryResult, useApi } from '#lib/query.ts';
import { useSession } from '#lib/session.ts';
import { instanceQuery } from '../lab-queries.ts';
import { pollInterval } from './instance-state.ts';

/** Loads the learner's latest instance of a lab; undefined until loaded. Polls, but not in a hidden tab. */
export function useInstance(slug: string): Instance | null | undefined {
  const signedIn = useSession() !== null;
  const { data } = useQuery({
    ...instanceQuery(slug),
    enabled: signedIn,
    refetchInterval: ({ state }) => pollInterval(state.data?.instance?.status),
    refetchOnWindowFocus: 'always',
  });
  useRefreshTopBar(slug, data?.instance);
  return signedIn ? data?.instance : undefined;
}

/** Refetches the badge in the top bar, which does not poll, after the instance has changed. */
function useRefreshTopBar(slug: string, instance: Instance | null | undefined) {
  const client = useQueryClient();
  const seen = useRef<string | undefined>(undefined);
  const state = instance === undefined ? undefined : `${slug} ${instance?.status} ${instance?.expires_at}`;
  // Compares with the previous state, which does not affect rendering.
  useEffect(() => {
    const before = seen.current;
    seen.current = state;
    if (before === undefined || state === undefined || before === state) return;
    void client.invalidateQueries({ queryKey: runningLabsQuery.queryKey }, { cancelRefetch: false });
  }, [state, client]);
}

type Action = 'start' | 'extend' | 'stop';

/** Whether the learner has just started the lab in this page. */
export const useWasStarted = (slug: string): boolean =>
  useMutationState({
    filters: { mutationKey: ['start', slug], status: 'success' },
    select: ({ state }) => state.status,
  }).length > 0;

/** Starts, extends or stops an instance, and stores the new state from the response. */
export function useInstanceAction(slug: string, action: Action) {
  const api = useApi();
  const client = useQueryClient();
  const query = instanceQuery(slug);
  return useMutation({
    mutationKey: [action, slug],
    mutationFn: () => api(`POST /api/lab/:slug/${action}`, { params: { slug } }),
    onSuccess: async (answer) => {
      await setQueryResult(client, query, answer);
      // A page may also stop a lab that it does not show.
      void client.invalidateQueries({ queryKey: runningLabsQuery.queryKey }, { cancelRefetch: false });
    },
    onError: () => client.invalidateQueries({ queryKey: query.queryKey }),
  });
}
