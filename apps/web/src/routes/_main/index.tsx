import { createFileRoute } from '@tanstack/react-router';
import { requireUser } from '#lib/guards.ts';
import { pageHead } from '#lib/head.ts';

// A place held for the colleague who builds this page.
export const Route = createFileRoute('/_main/')({
  ssr: false,
  beforeLoad: ({ search }) => requireUser(search.reason),
  head: () => pageHead({ title: 'Overview', noindex: true }),
  component: () => <h1>Overview</h1>,
});
