import { createFileRoute, redirect } from '@tanstack/react-router';
import { readCursor } from '#features/leaderboard/cursor.ts';
import { LeaderboardPage } from '#features/leaderboard/leaderboard-page.tsx';
import { leaderboardQuery } from '#features/leaderboard/queries.ts';
import { isApiError } from '#lib/api-error.ts';
import { pageHead } from '#lib/head.ts';
import { ensure } from '#lib/load.ts';

export const Route = createFileRoute('/_main/leaderboard')({
  validateSearch: readCursor,
  loaderDeps: ({ search }) => ({ cursor: search.cursor }),
  loader: async ({ context, deps }) => {
    try {
      await ensure(context.queryClient, leaderboardQuery(deps.cursor));
    } catch (error) {
      // A cursor that was cut or made up leads to the top.
      if (deps.cursor && isApiError(error, 'invalid_request')) throw redirect({ to: '/leaderboard', search: {} });
      throw error;
    }
  },
  head: () =>
    pageHead({
      title: 'Leaderboard',
      description: 'Who has found the most flags: learners by points, ties to the earlier.',
    }),
  component: function Leaderboard() {
    const { cursor } = Route.useSearch();
    return <LeaderboardPage key={cursor ?? ''} cursor={cursor} />;
  },
});
