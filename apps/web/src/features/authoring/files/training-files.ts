import type { TrainingMediaFiles } from '@hexpedition/contract';
import type { QueryClient } from '@tanstack/react-query';
import { refreshPublished, trainingFilesQuery } from '../authoring-queries.ts';

export type TrainingFile = TrainingMediaFiles['files'][number];

/** Paths of a video's captions, one for each language, in the same folder. */
export const captionsOf = (video: string, paths: readonly string[]): string[] => {
  const start = `${video.replace(/\.\w+$/, '')}.`;
  return paths.filter((path) => path.startsWith(start) && /\.vtt$/.test(path) && !path.endsWith('.chapters.vtt'));
};

/** Refetches the file list after an upload. A replaced file may be in lessons, which then are refetched too. */
export function refreshFiles(client: QueryClient, training: string, isReplaced: boolean): void {
  void client.invalidateQueries({ queryKey: trainingFilesQuery(training).queryKey });
  if (isReplaced) refreshPublished(client);
}
