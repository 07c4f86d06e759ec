import { consentTypes } from '@hexpedition/contract/privacy-vocabulary';
import { createFileRoute } from '@tanstack/react-router';
import { ReceiptsPage, type ReceiptsSearch } from '#features/admin/privacy/receipts-page.tsx';
import { superuserRoute } from '#lib/guards.ts';
import { searchOf } from '#lib/route-search.ts';

export const Route = createFileRoute('/_main/admin/privacy/records')({
  ...superuserRoute,
  validateSearch: ({ type }: Record<string, unknown>): ReceiptsSearch =>
    searchOf({ type: consentTypes.find((one) => one === type) }),
  component: function ConsentReceipts() {
    return <ReceiptsPage search={Route.useSearch()} />;
  },
});
