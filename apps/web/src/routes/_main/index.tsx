import { createFileRoute } from '@tanstack/react-router';
import { HomePage } from '#features/home/home-page.tsx';
import { requireUser } from '#lib/guards.ts';
import { pageHead } from '#lib/head.ts';

export const Route = createFileRoute('/_main/')({
  ssr: false,
  beforeLoad: requireUser,
  head: () => pageHead({ title: 'Overview', noindex: true }),
  component: HomePage,
});
