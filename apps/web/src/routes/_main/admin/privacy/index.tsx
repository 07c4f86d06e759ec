import { createFileRoute } from '@tanstack/react-router';
import { RatesPage, type RatesSearch } from '#features/admin/privacy/rates-page.tsx';
import { superuserRoute } from '#lib/guards.ts';
import { searchOf } from '#lib/route-search.ts';

export const Route = createFileRoute('/_main/admin/privacy/')({
  ...superuserRoute,
  validateSearch: ({ days, view }: Record<string, unknown>): RatesSearch =>
    searchOf({
      days: ([7, 30, 90, 365] as const).find((range) => range === Number(days)),
      view: view === 'tables' ? ('tables' as const) : undefined,
    }),
  component: function AdminPrivacy() {
    return <RatesPage search={Route.useSearch()} />;
  },
});
