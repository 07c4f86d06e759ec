import { createFileRoute } from '@tanstack/react-router';
import { AdminOverviewPage } from '#features/admin/overview/admin-overview-page.tsx';
import { requireSuperuser } from '#lib/guards.ts';
import { pageHead } from '#lib/head.ts';

// Personal page: not rendered on the server.
export const Route = createFileRoute('/_main/admin/')({
  ssr: false,
  beforeLoad: requireSuperuser,
  head: () => pageHead({ title: 'Admin', noindex: true }),
  component: AdminOverviewPage,
});
