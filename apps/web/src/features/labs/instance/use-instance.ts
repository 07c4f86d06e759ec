import type { Instance } from '@hexpedition/contract';
import { useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { putAnswer, useApi } from '#lib/query.ts';
import { useSession } from '#lib/session.ts';
import { runningLabsQuery } from '#shell/running-labs.ts';
import { instanceQuery } from '../queries.public.ts';
import { pollEvery } from './instance-state.ts';

/** The learner's newest instance of a lab; undefined until it is known. Asks again by itself, not in a hidden tab. */
export function useInstance(slug: string): Instance | null | undefined {
  const signedIn = useSession() !== null;
  const { data } = useQuery({
    ...instanceQuery(slug),
    enabled: signedIn,
    refetchInterval: ({ state }) => pollEvery(state.data?.instance?.status),
    refetchOnWindowFocus: 'always',
  });
  useTellTopBar(slug, data?.instance);
  return signedIn ? data?.instance : undefined;
}

/** The badge in the top bar does not poll: it asks again when an instance turns out to have changed here. */
function useTellTopBar(slug: string, instance: Instance | null | undefined) {
  const client = useQueryClient();
  const seen = useRef<string | undefined>(undefined);
  const state = instance === undefined ? undefined : `${slug} ${instance?.status} ${instance?.expires_at}`;
  // What was seen before is no matter of drawing.
  useEffect(() => {
    const before = seen.current;
    seen.current = state;
    if (before === undefined || state === undefined || before === state) return;
    void client.invalidateQueries({ queryKey: runningLabsQuery.queryKey }, { cancelRefetch: false });
  }, [state, client]);
}

type Action = 'start' | 'extend' | 'stop';

/** Whether the learner has started it a moment ago, here. */
export const useWasStarted = (slug: string): boolean =>
  useMutationState({
    filters: { mutationKey: ['start', slug], status: 'success' },
    select: ({ state }) => state.status,
  }).length > 0;

/** Starts, extends or stops; the answer is the new state. */
export function useInstanceAction(slug: string, action: Action) {
  const api = useApi();
  const client = useQueryClient();
  const query = instanceQuery(slug);
  return useMutation({
    mutationKey: [action, slug],
    mutationFn: () => api(`POST /api/lab/:slug/${action}`, { params: { slug } }),
    onSuccess: async (answer) => {
      await putAnswer(client, query, answer);
    },
    onError: () => client.invalidateQueries({ queryKey: query.queryKey }),
  });
}
