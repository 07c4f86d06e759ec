import { createFileRoute } from '@tanstack/react-router';
import { MetricsPage, type MetricsSearch } from '#features/admin/metrics/metrics-page.tsx';
import { requireSuperuser } from '#lib/guards.ts';
import { pageHead } from '#lib/head.ts';
import { searchOf } from '#lib/route-search.ts';

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

// Personal page: not rendered on the server.
export const Route = createFileRoute('/_main/admin/metrics')({
  ssr: false,
  validateSearch: ({ days, view, training, currency }: Record<string, unknown>): MetricsSearch =>
    searchOf({
      days: ([7, 30, 90, 365] as const).find((range) => range === Number(days)),
      view: view === 'tables' ? ('tables' as const) : undefined,
      training: text(training),
      currency: text(currency),
    }),
  beforeLoad: requireSuperuser,
  head: () => pageHead({ title: 'Admin', noindex: true }),
  component: function AdminMetrics() {
    return <MetricsPage search={Route.useSearch()} />;
  },
});
