import type { TrainingProgress as ProgressAnswer, Subchapter } from '@hexpedition/contract';
import type { QueryClient } from '@tanstack/react-query';
import { setQueryResult } from '#lib/query.ts';
import { toast } from '#ui/toast.ts';
import { trainingProgressQuery } from '../queries.public.ts';

/**
 * Keeps the new progress of a training after something was done in it, and fetches again everything that depends on it.
 */
export async function keepProgress(client: QueryClient, progress: ProgressAnswer): Promise<void> {
  const query = trainingProgressQuery(progress.training_slug);
  const before = client.getQueryData(query.queryKey);
  await setQueryResult(client, query, progress);
  // By then the learner reads the next lesson. The last one of a training has a panel of its own.
  const done = progress.completed.length;
  if (before && done > before.completed.length && done < progress.total)
    toast(`Lesson finished: ${done} of ${progress.total} in this course.`, 'good');
  refreshProgress(client);
}

/** Fetches again what depends on the progress in any training. */
export function refreshProgress(client: QueryClient): void {
  for (const key of ['GET /api/progress', 'GET /api/account/overview', 'GET /api/training/:slug/access'])
    void client.invalidateQueries({ queryKey: [key] });
  // A lesson that waited for this one may be open now.
  void client.invalidateQueries({
    queryKey: ['GET /api/subchapter/:slug'],
    predicate: ({ state }) => (state.data as Subchapter | undefined)?.locked?.reason === 'steps',
  });
}
