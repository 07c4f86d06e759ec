import { infiniteQueryOptions } from '@tanstack/react-query';
import type { Api } from '#lib/api.ts';
import { endpointQuery } from '#lib/query.ts';

export const writeUpQuery = (slug: string) => endpointQuery('GET /api/lab/:slug/writeup', { params: { slug } });
export const opinionQuery = (slug: string) => endpointQuery('GET /api/lab/:slug/opinion', { params: { slug } });
export const solutionsQuery = (api: Api, slug: string) =>
  infiniteQueryOptions({
    queryKey: ['GET /api/lab/:slug/solutions', slug],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/lab/:slug/solutions', { params: { slug }, query: { cursor: pageParam } }, { signal }),
    getNextPageParam: (page) => page.next_cursor,
  });

export const homeFilesQuery = (slug: string) => endpointQuery('GET /api/lab/:slug/files', { params: { slug } });
export const repairQuery = (slug: string) => endpointQuery('GET /api/lab/:slug/repair', { params: { slug } });
