import type { Instance } from '@hexpedition/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { openLab } from '#entities/lab/instance/open-lab.ts';
import { useInstanceAction } from '#entities/lab/instance/use-instance.ts';
import { instanceQuery } from '#entities/lab/lab-queries.ts';
import { setQueryResult, useApi } from '#lib/query.ts';

/** Actions on an instance for the bench: start, extend, stop, restart and open. */
export function useInstanceActions(slug: string) {
  const api = useApi();
  const client = useQueryClient();
  const query = instanceQuery(slug);
  const restart = useMutation({
    mutationFn: async () => {
      await api('POST /api/lab/:slug/stop', { params: { slug } });
      return api('POST /api/lab/:slug/start', { params: { slug } });
    },
    onSuccess: async (answer: { instance: Instance | null }) => {
      await setQueryResult(client, query, answer);
    },
    onError: () => client.invalidateQueries({ queryKey: query.queryKey }),
  });
  return {
    start: useInstanceAction(slug, 'start'),
    extend: useInstanceAction(slug, 'extend'),
    stop: useInstanceAction(slug, 'stop'),
    restart,
    open: useMutation({ mutationFn: () => openLab(api, slug) }),
  };
}

export type InstanceActions = ReturnType<typeof useInstanceActions>;
