import type { Instance } from '@hexpedition/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '#lib/query.ts';
import { useSession } from '#lib/session.ts';
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
  return signedIn ? data?.instance : undefined;
}

type Action = 'start' | 'extend' | 'stop';

/** Starts, extends or stops; the answer is the new state. */
export function useInstanceAction(slug: string, action: Action) {
  const api = useApi();
  const client = useQueryClient();
  const { queryKey } = instanceQuery(slug);
  return useMutation({
    mutationFn: () => api(`POST /api/lab/:slug/${action}`, { params: { slug } }),
    onSuccess: async (answer) => {
      // A poll that is on its way carries the old state.
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, answer);
    },
    onError: () => client.invalidateQueries({ queryKey }),
  });
}
