import { createFileRoute } from '@tanstack/react-router';
import { TrainingsPage } from '#features/authoring/trainings/trainings-page.tsx';
import { superuserRoute } from '#lib/guards.ts';
import { searchOf } from '#lib/route-search.ts';

export const Route = createFileRoute('/_main/admin/training/')({
  ...superuserRoute,
  validateSearch: ({ q, state, tier }: Record<string, unknown>) =>
    searchOf({
      q: typeof q === 'string' && q !== '' ? q.slice(0, 60) : undefined,
      state: (['drafts', 'hidden', 'visible'] as const).find((one) => one === state),
      tier: ([0, 1, 2, 3] as const).find((one) => one === tier),
    }),
  component: function AdminTrainings() {
    return <TrainingsPage filter={Route.useSearch()} />;
  },
});
