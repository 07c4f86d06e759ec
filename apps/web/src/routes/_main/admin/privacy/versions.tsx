import { createFileRoute } from '@tanstack/react-router';
import { VersionsPage } from '#features/admin/privacy/versions-page.tsx';
import { requireSuperuser } from '#lib/guards.ts';
import { pageHead } from '#lib/head.ts';

// Personal page: not rendered on the server.
export const Route = createFileRoute('/_main/admin/privacy/versions')({
  ssr: false,
  beforeLoad: requireSuperuser,
  head: () => pageHead({ title: 'Admin', noindex: true }),
  component: VersionsPage,
});
