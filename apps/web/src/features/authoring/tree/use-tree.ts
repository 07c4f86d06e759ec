import type { AuthoredChapters } from '@hexpedition/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, messageOf } from '#lib/api-error.ts';
import { useApi, usePersonalQuery } from '#lib/query.ts';
import { chaptersQuery, forgetPublished } from '../queries.ts';
import { type ChapterNode, editOf, withdrawnAfter } from './tree-moves.ts';

/** How often a tree that is looked at asks for what others have done, milliseconds. */
const ASK = 15_000;

/** The chapters and lessons of a training. A change shows at once and is published; a refused one is taken back. */
export function useTree(training: string) {
  const api = useApi();
  const client = useQueryClient();
  const query = chaptersQuery(training);
  const { data, error, isFetching, refetch } = usePersonalQuery({ ...query, refetchInterval: ASK });
  const change = useMutation({
    meta: { suppress: [400, 409] },
    mutationFn: async ({ chapters, etag }: AuthoredChapters) => {
      const answer = await api('POST /api/admin/training/:slug', {
        params: { slug: training },
        body: { ...editOf(chapters), etag, overwrite: false },
      });
      const fault = answer.diagnostics.find(({ severity }) => severity === 'error');
      if (!answer.applied)
        throw new ApiError(400, { code: 'invalid_request', msg: fault?.message ?? 'It was not taken.' });
      return answer;
    },
    onMutate: (next) => {
      client.setQueryData(query.queryKey, next);
    },
    onSuccess: ({ etag }, next) => {
      client.setQueryData(query.queryKey, { ...next, etag });
      forgetPublished(client);
    },
    onError: () => void client.invalidateQueries({ queryKey: query.queryKey }),
  });
  return {
    chapters: data?.chapters,
    withdrawn: data?.withdrawn ?? [],
    error,
    isFetching,
    refetch,
    /** Why the last change was refused: what stands here again is what the server has. */
    refused: change.error ? messageOf(change.error) : undefined,
    isBusy: change.isPending,
    /** Rejects where the server has not taken it. */
    change: async (make: (chapters: readonly ChapterNode[]) => ChapterNode[]): Promise<void> => {
      // Two changes at once would be made from the same state.
      if (!data || change.isPending) return;
      const chapters = make(data.chapters);
      await change.mutateAsync({ etag: data.etag, chapters, withdrawn: withdrawnAfter(data, chapters) });
    },
  };
}

export type Tree = ReturnType<typeof useTree>;
