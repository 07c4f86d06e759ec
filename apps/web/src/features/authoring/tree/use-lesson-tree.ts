import type { AuthoredChapters } from '@hexpedition/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, messageOf } from '#lib/api-error.ts';
import { useApi, usePersonalQuery } from '#lib/query.ts';
import { chaptersQuery, refreshPublished } from '../authoring-queries.ts';
import { type ChapterNode, toTrainingEdit, withdrawnAfter } from './tree-moves.ts';

/** Interval in milliseconds at which a visible tree asks the server for changes by others. */
const POLL_INTERVAL_MS = 15_000;

/** Loads a training's chapters and lessons. Changes are optimistic and published at once; a rejected one is reverted. */
export function useLessonTree(training: string) {
  const api = useApi();
  const client = useQueryClient();
  const query = chaptersQuery(training);
  const { data, error, isFetching, refetch } = usePersonalQuery({ ...query, refetchInterval: POLL_INTERVAL_MS });
  const change = useMutation({
    meta: { suppress: [400, 409] },
    mutationFn: async ({ chapters, etag }: AuthoredChapters) => {
      const answer = await api('POST /api/admin/training/:slug', {
        params: { slug: training },
        body: { ...toTrainingEdit(chapters), etag, overwrite: false },
      });
      const problem = answer.diagnostics.find(({ severity }) => severity === 'error');
      if (!answer.applied)
        throw new ApiError(400, {
          code: 'invalid_request',
          msg: problem?.message ?? 'The change was not saved. Try again.',
        });
      return answer;
    },
    onMutate: (next) => {
      client.setQueryData(query.queryKey, next);
    },
    onSuccess: ({ etag }, next) => {
      client.setQueryData(query.queryKey, { ...next, etag });
      refreshPublished(client);
    },
    onError: () => void client.invalidateQueries({ queryKey: query.queryKey }),
  });
  return {
    chapters: data?.chapters,
    withdrawn: data?.withdrawn ?? [],
    error,
    isFetching,
    refetch,
    /** Reason for which the server rejected the last change. The tree shows the server's state again. */
    rejection: change.error ? messageOf(change.error) : undefined,
    isBusy: change.isPending,
    /** Applies a change. Rejects if the server does not accept it. */
    change: async (update: (chapters: readonly ChapterNode[]) => ChapterNode[]): Promise<void> => {
      // Two concurrent changes would be based on the same state.
      if (!data || change.isPending) return;
      const chapters = update(data.chapters);
      await change.mutateAsync({ etag: data.etag, chapters, withdrawn: withdrawnAfter(data, chapters) });
    },
  };
}

export type Tree = ReturnType<typeof useLessonTree>;
