import type { Instance } from '@hexpedition/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { putAnswer, useApi } from '#lib/query.ts';
import { openLab } from '../../instance/open-lab.ts';
import { useInstanceAction } from '../../instance/use-instance.ts';
import { instanceQuery } from '../../queries.public.ts';

/** What the bar does to an instance. */
export function useInstanceActs(slug: string) {
  const api = useApi();
  const client = useQueryClient();
  const query = instanceQuery(slug);
  const restart = useMutation({
    mutationFn: async () => {
      await api('POST /api/lab/:slug/stop', { params: { slug } });
      return api('POST /api/lab/:slug/start', { params: { slug } });
    },
    onSuccess: async (answer: { instance: Instance | null }) => {
      await putAnswer(client, query, answer);
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

export type InstanceActs = ReturnType<typeof useInstanceActs>;
