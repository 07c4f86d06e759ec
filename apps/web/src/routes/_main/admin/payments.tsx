import { createFileRoute } from '@tanstack/react-router';
import { AdminPaymentsPage } from '#features/admin/payments/admin-payments-page.tsx';
import { superuserRoute } from '#lib/guards.ts';
import { searchOf } from '#lib/route-search.ts';

export const Route = createFileRoute('/_main/admin/payments')({
  ...superuserRoute,
  validateSearch: ({ username }: Record<string, unknown>) =>
    searchOf({ username: typeof username === 'string' && username !== '' ? username : undefined }),
  component: function AdminPayments() {
    return <AdminPaymentsPage username={Route.useSearch().username} />;
  },
});
