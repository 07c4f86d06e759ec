import { createFileRoute } from '@tanstack/react-router';
import { CompletedPage } from '#features/home/completed-page.tsx';
import { requireUser } from '#lib/guards.ts';
import { pageHead } from '#lib/head.ts';

export const Route = createFileRoute('/_main/completed')({
  ssr: false,
  beforeLoad: requireUser,
  head: () => pageHead({ title: 'Completed', noindex: true }),
  component: () => <CompletedPage kind="course" title="Completed" />,
});
