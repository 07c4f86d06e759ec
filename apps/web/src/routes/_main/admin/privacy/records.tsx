import { consentTypes } from '@hexpedition/contract/privacy-vocabulary';
import { createFileRoute } from '@tanstack/react-router';
import { RecordsPage, type RecordsSearch } from '#features/admin/privacy/records-page.tsx';
import { requireSuperuser } from '#lib/guards.ts';
import { pageHead } from '#lib/head.ts';
import { searchOf } from '#lib/search.ts';

// Personal: nothing of it is rendered on the server.
export const Route = createFileRoute('/_main/admin/privacy/records')({
  ssr: false,
  validateSearch: ({ type }: Record<string, unknown>): RecordsSearch =>
    searchOf({ type: consentTypes.find((one) => one === type) }),
  beforeLoad: requireSuperuser,
  head: () => pageHead({ title: 'Admin', noindex: true }),
  component: function ConsentReceipts() {
    return <RecordsPage search={Route.useSearch()} />;
  },
});
