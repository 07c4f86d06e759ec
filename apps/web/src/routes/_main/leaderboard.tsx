import { createFileRoute, redirect } from '@tanstack/react-router';
import { LeaderboardPage } from '#features/leaderboard/leaderboard-page.tsx';
import { leaderboardQuery } from '#features/leaderboard/leaderboard-queries.ts';
import { readLeaderboardSearch } from '#features/leaderboard/leaderboard-search.ts';
import { isApiError } from '#lib/api-error.ts';
import { ensureQuery } from '#lib/ensure-query.ts';
import { pageHead } from '#lib/head.ts';

export const Route = createFileRoute('/_main/leaderboard')({
  validateSearch: readLeaderboardSearch,
  loaderDeps: ({ search: { period, continent, cursor } }) => ({
    ...(period && { period }),
    ...(continent && { continent }),
    ...(cursor && { cursor }),
  }),
  loader: async ({ context, deps }) => {
    try {
      await ensureQuery(context.queryClient, leaderboardQuery(deps), deps.cursor ? 'page' : 'continent');
    } catch (error) {
      const { cursor, ...search } = deps;
      // Redirect an invalid cursor to the first page.
      if (cursor && isApiError(error, 'invalid_request')) throw redirect({ to: '/leaderboard', search });
      throw error;
    }
  },
  head: () =>
    pageHead({
      title: 'Leaderboard',
      description: 'Learners ranked by their points from flags in lessons and labs.',
    }),
  component: function Leaderboard() {
    const search = Route.useLoaderDeps();
    return <LeaderboardPage key={JSON.stringify(search)} search={search} />;
  },
});
