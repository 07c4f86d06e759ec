import type { Subchapter } from '@hexpedition/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useApi } from '#lib/query.ts';
import { keepProgress } from '../progress/keep-progress.ts';

/** Sets or clears the completion of a lesson. */
export function useComplete({ slug, training }: Pick<Subchapter, 'slug' | 'training'>) {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (completed: boolean) =>
      api('POST /api/progress/:training', {
        params: { training: training.slug },
        body: { subchapter: slug, completed },
      }),
    onSuccess: (progress) => keepProgress(client, progress),
  });
}
