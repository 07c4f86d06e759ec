import { createFileRoute } from '@tanstack/react-router';
import { FeedbackPage, type FeedbackSearch } from '#features/admin/feedback/feedback-page.tsx';
import { requireSuperuser } from '#lib/guards.ts';
import { pageHead } from '#lib/head.ts';
import { searchOf } from '#lib/route-search.ts';

const slug = (value: unknown) => (/^[a-z0-9-]{1,80}$/.test(String(value)) ? String(value) : undefined);

// Personal page: not rendered on the server.
export const Route = createFileRoute('/_main/admin/feedback')({
  ssr: false,
  validateSearch: ({ training, subchapter, rating }: Record<string, unknown>) =>
    searchOf({
      training: training && slug(training),
      subchapter: subchapter && slug(subchapter),
      rating: [1, 2, 3, 4].find((one) => one === Number(rating)),
    }) as FeedbackSearch,
  beforeLoad: requireSuperuser,
  head: () => pageHead({ title: 'Admin', noindex: true }),
  component: function AdminFeedback() {
    return <FeedbackPage search={Route.useSearch()} />;
  },
});
