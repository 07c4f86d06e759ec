import { createFileRoute } from '@tanstack/react-router';
import { AdminVouchersPage } from '#features/admin/vouchers/admin-vouchers-page.tsx';
import { superuserRoute } from '#lib/guards.ts';

export const Route = createFileRoute('/_main/admin/vouchers')({
  ...superuserRoute,
  component: AdminVouchersPage,
});
