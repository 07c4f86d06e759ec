import { createFileRoute } from '@tanstack/react-router';
import { ReviewsPage } from '#features/notes/reviews/reviews-page.tsx';
import { requireUser } from '#lib/guards.ts';
import { pageHead } from '#lib/head.ts';

export const Route = createFileRoute('/_main/reviews')({
  ssr: false,
  beforeLoad: requireUser,
  head: () => pageHead({ title: 'Reviews', noindex: true }),
  component: ReviewsPage,
});
