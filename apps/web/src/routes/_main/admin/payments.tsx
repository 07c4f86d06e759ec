import { createFileRoute } from '@tanstack/react-router';
import { AdminPaymentsPage } from '#features/admin/payments/admin-payments-page.tsx';
import { requireSuperuser } from '#lib/guards.ts';
import { pageHead } from '#lib/head.ts';
import { searchOf } from '#lib/route-search.ts';

// Personal page: not rendered on the server.
export const Route = createFileRoute('/_main/admin/payments')({
  ssr: false,
  validateSearch: ({ username }: Record<string, unknown>) =>
    searchOf({ username: typeof username === 'string' && username !== '' ? username : undefined }),
  beforeLoad: requireSuperuser,
  head: () => pageHead({ title: 'Admin', noindex: true }),
  component: function AdminPayments() {
    return <AdminPaymentsPage username={Route.useSearch().username} />;
  },
});
