import type { TrainingMediaFiles } from '@hexpedition/contract';
import type { QueryClient } from '@tanstack/react-query';
import { forgetPublished, trainingFilesQuery } from '../queries.ts';

export type TrainingFile = TrainingMediaFiles['files'][number];

/** The captions that a film has in each language, beside it in its folder. */
export const captionsOf = (film: string, paths: readonly string[]): string[] => {
  const start = `${film.replace(/\.\w+$/, '')}.`;
  return paths.filter((path) => path.startsWith(start) && /\.vtt$/.test(path) && !path.endsWith('.chapters.vtt'));
};

/** After a file came or went: the list is asked for again. One that was replaced may stand in lessons. */
export function forgetFiles(client: QueryClient, training: string, isReplaced: boolean): void {
  void client.invalidateQueries({ queryKey: trainingFilesQuery(training).queryKey });
  if (isReplaced) forgetPublished(client);
}
