import { createFileRoute } from '@tanstack/react-router';
import { pageHead } from '#lib/head.ts';

// A place held for the colleague who builds this page.
export const Route = createFileRoute('/_main/leaderboard')({
  head: () => pageHead({ title: 'Leaderboard' }),
  component: () => <h1>Leaderboard</h1>,
});
