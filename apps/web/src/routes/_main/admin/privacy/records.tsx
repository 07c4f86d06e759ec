import { consentTypes } from '@hexpedition/contract/privacy-vocabulary';
import { createFileRoute } from '@tanstack/react-router';
import { ReceiptsPage, type ReceiptsSearch } from '#features/admin/privacy/receipts-page.tsx';
import { requireSuperuser } from '#lib/guards.ts';
import { pageHead } from '#lib/head.ts';
import { searchOf } from '#lib/route-search.ts';

// Personal page: not rendered on the server.
export const Route = createFileRoute('/_main/admin/privacy/records')({
  ssr: false,
  validateSearch: ({ type }: Record<string, unknown>): ReceiptsSearch =>
    searchOf({ type: consentTypes.find((one) => one === type) }),
  beforeLoad: requireSuperuser,
  head: () => pageHead({ title: 'Admin', noindex: true }),
  component: function ConsentReceipts() {
    return <ReceiptsPage search={Route.useSearch()} />;
  },
});
