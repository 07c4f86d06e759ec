import { createFileRoute } from '@tanstack/react-router';
import { AdminVouchersPage } from '#features/admin/vouchers/admin-vouchers-page.tsx';
import { requireSuperuser } from '#lib/guards.ts';
import { pageHead } from '#lib/head.ts';

// Personal page: not rendered on the server.
export const Route = createFileRoute('/_main/admin/vouchers')({
  ssr: false,
  beforeLoad: requireSuperuser,
  head: () => pageHead({ title: 'Admin', noindex: true }),
  component: AdminVouchersPage,
});
