import { createFileRoute, redirect } from '@tanstack/react-router';
import { readBoard } from '#features/leaderboard/board.ts';
import { LeaderboardPage } from '#features/leaderboard/leaderboard-page.tsx';
import { leaderboardQuery } from '#features/leaderboard/queries.ts';
import { isApiError } from '#lib/api-error.ts';
import { ensureQuery } from '#lib/ensure-query.ts';
import { pageHead } from '#lib/head.ts';

export const Route = createFileRoute('/_main/leaderboard')({
  validateSearch: readBoard,
  loaderDeps: ({ search: { period, continent, cursor } }) => ({
    ...(period && { period }),
    ...(continent && { continent }),
    ...(cursor && { cursor }),
  }),
  loader: async ({ context, deps }) => {
    try {
      await ensureQuery(context.queryClient, leaderboardQuery(deps), deps.cursor ? 'page' : 'continent');
    } catch (error) {
      const { cursor, ...board } = deps;
      // Redirect an invalid cursor to the first page.
      if (cursor && isApiError(error, 'invalid_request')) throw redirect({ to: '/leaderboard', search: board });
      throw error;
    }
  },
  head: () =>
    pageHead({
      title: 'Leaderboard',
      description: 'Learners ranked by points; of equal points, who had them first.',
    }),
  component: function Leaderboard() {
    const board = Route.useLoaderDeps();
    return <LeaderboardPage key={JSON.stringify(board)} board={board} />;
  },
});
