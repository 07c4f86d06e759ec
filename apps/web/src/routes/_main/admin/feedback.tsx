import { createFileRoute } from '@tanstack/react-router';
import { FeedbackPage, type FeedbackSearch } from '#features/admin/feedback/feedback-page.tsx';
import { superuserRoute } from '#lib/guards.ts';
import { searchOf } from '#lib/route-search.ts';

const slug = (value: unknown) => (/^[a-z0-9-]{1,80}$/.test(String(value)) ? String(value) : undefined);

export const Route = createFileRoute('/_main/admin/feedback')({
  ...superuserRoute,
  validateSearch: ({ training, subchapter, rating }: Record<string, unknown>) =>
    searchOf({
      training: training && slug(training),
      subchapter: subchapter && slug(subchapter),
      rating: [1, 2, 3, 4].find((one) => one === Number(rating)),
    }) as FeedbackSearch,
  component: function AdminFeedback() {
    return <FeedbackPage search={Route.useSearch()} />;
  },
});
