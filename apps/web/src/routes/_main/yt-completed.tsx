import { createFileRoute } from '@tanstack/react-router';
import { CompletedPage } from '#features/home/completed-page.tsx';
import { requireUser } from '#lib/guards.ts';
import { pageHead } from '#lib/head.ts';

export const Route = createFileRoute('/_main/yt-completed')({
  ssr: false,
  beforeLoad: requireUser,
  head: () => pageHead({ title: 'Completed Courses', noindex: true }),
  component: () => <CompletedPage kind="video" title="Completed Courses" />,
});
