import type { TrainingProgress as ProgressAnswer, Subchapter } from '@hexpedition/contract';
import type { QueryClient } from '@tanstack/react-query';
import { trainingProgressQuery } from '../queries.public.ts';

/**
 * Keeps the new progress of a training after something was done in it, and fetches again everything that depends on it.
 */
export function keepProgress(client: QueryClient, progress: ProgressAnswer): void {
  const { queryKey } = trainingProgressQuery(progress.training_slug);
  const before = client.getQueryData(queryKey);
  client.setQueryData(queryKey, progress);
  if (before && progress.completed.length > before.completed.length)
    void import('./lesson-moment.ts').then(({ tellOfLesson }) => tellOfLesson(client, before, progress));
  for (const key of ['GET /api/progress', 'GET /api/account/overview', 'GET /api/training/:slug/access'])
    void client.invalidateQueries({ queryKey: [key] });
  // A lesson that waited for this one may be open now.
  void client.invalidateQueries({
    queryKey: ['GET /api/subchapter/:slug'],
    predicate: ({ state }) => (state.data as Subchapter | undefined)?.locked?.reason === 'steps',
  });
}
