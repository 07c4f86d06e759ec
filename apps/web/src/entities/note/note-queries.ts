import { infiniteQueryOptions } from '@tanstack/react-query';
import type { Api } from '#lib/api.ts';
import { endpointQuery } from '#lib/query.ts';

/** The cards that are due. They change with every answer, so they are fetched again whenever the page is opened. */
export const dueQuery = endpointQuery('GET /api/notes/due', { query: { limit: 20 } });

export const noteListQuery = (api: Api, q: string) =>
  infiniteQueryOptions({
    queryKey: ['GET /api/notes', q],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/notes', { query: { cursor: pageParam, ...(q && { q }) } }, { signal }),
    getNextPageParam: (page) => page.next_cursor,
    staleTime: 0,
  });

export const publishedQuery = (api: Api, lesson: string) =>
  infiniteQueryOptions({
    queryKey: ['GET /api/subchapter/:slug/notes/published', lesson],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      api(
        'GET /api/subchapter/:slug/notes/published',
        { params: { slug: lesson }, query: { cursor: pageParam } },
        { signal },
      ),
    getNextPageParam: (page) => page.next_cursor,
  });

export const feedbackQuery = (lesson: string) =>
  endpointQuery('GET /api/subchapter/:slug/feedback', { params: { slug: lesson } });
