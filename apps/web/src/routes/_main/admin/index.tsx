import { createFileRoute } from '@tanstack/react-router';
import { AdminOverviewPage } from '#features/admin/overview/admin-overview-page.tsx';
import { superuserRoute } from '#lib/guards.ts';

export const Route = createFileRoute('/_main/admin/')({
  ...superuserRoute,
  component: AdminOverviewPage,
});
