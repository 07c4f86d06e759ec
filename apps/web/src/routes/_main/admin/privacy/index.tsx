import { createFileRoute } from '@tanstack/react-router';
import { RatesPage, type RatesSearch } from '#features/admin/privacy/rates-page.tsx';
import { requireSuperuser } from '#lib/guards.ts';
import { pageHead } from '#lib/head.ts';
import { searchOf } from '#lib/route-search.ts';

// Personal page: not rendered on the server.
export const Route = createFileRoute('/_main/admin/privacy/')({
  ssr: false,
  validateSearch: ({ days, view }: Record<string, unknown>): RatesSearch =>
    searchOf({
      days: ([7, 30, 90, 365] as const).find((range) => range === Number(days)),
      view: view === 'tables' ? ('tables' as const) : undefined,
    }),
  beforeLoad: requireSuperuser,
  head: () => pageHead({ title: 'Admin', noindex: true }),
  component: function AdminPrivacy() {
    return <RatesPage search={Route.useSearch()} />;
  },
});
