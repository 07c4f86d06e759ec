import type { TrainingProgress as ProgressAnswer, Subchapter } from '@hexpedition/contract';
import type { QueryClient } from '@tanstack/react-query';
import { setQueryResult } from '#lib/query.ts';
import { toast } from '#ui/toast.ts';
import { trainingProgressQuery } from '../training/training-queries.ts';

/**
 * Stores the new progress of a training in the query cache, and refetches everything that depends on it.
 */
export async function storeProgress(client: QueryClient, progress: ProgressAnswer): Promise<void> {
  const query = trainingProgressQuery(progress.training_slug);
  const before = client.getQueryData(query.queryKey);
  await setQueryResult(client, query, progress);
  // Shown while the learner already reads the next lesson. The last lesson of a training shows a panel instead.
  const done = progress.completed.length;
  if (before && done > before.completed.length && done < progress.total)
    toast(`Lesson completed: ${done} of ${progress.total} in this course.`, 'good');
  refreshProgress(client);
}

/** Refetches everything that depends on the progress in any training. */
export function refreshProgress(client: QueryClient): void {
  for (const key of ['GET /api/progress', 'GET /api/account/overview', 'GET /api/training/:slug/access'])
    void client.invalidateQueries({ queryKey: [key] });
  // A lesson that was locked by its prerequisites may be open now.
  void client.invalidateQueries({
    queryKey: ['GET /api/subchapter/:slug'],
    predicate: ({ state }) => (state.data as Subchapter | undefined)?.locked?.reason === 'prerequisites',
  });
}
