import { createFileRoute } from '@tanstack/react-router';
import { MetricsPage, type MetricsSearch } from '#features/admin/metrics/metrics-page.tsx';
import { superuserRoute } from '#lib/guards.ts';
import { searchOf } from '#lib/route-search.ts';

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

export const Route = createFileRoute('/_main/admin/metrics')({
  ...superuserRoute,
  validateSearch: ({ days, view, training, currency }: Record<string, unknown>): MetricsSearch =>
    searchOf({
      days: ([7, 30, 90, 365] as const).find((range) => range === Number(days)),
      view: view === 'tables' ? ('tables' as const) : undefined,
      training: text(training),
      currency: text(currency),
    }),
  component: function AdminMetrics() {
    return <MetricsPage search={Route.useSearch()} />;
  },
});
