import { createFileRoute } from '@tanstack/react-router';
import { AdminImportPage } from '#features/admin/import/admin-import-page.tsx';
import { requireSuperuser } from '#lib/guards.ts';
import { pageHead } from '#lib/head.ts';
import { searchOf } from '#lib/route-search.ts';

// Personal page: not rendered on the server.
export const Route = createFileRoute('/_main/admin/import')({
  ssr: false,
  validateSearch: ({ id }: Record<string, unknown>) =>
    searchOf({ id: typeof id === 'string' && /^[0-9a-f-]{36}$/.test(id) ? id : undefined }),
  beforeLoad: requireSuperuser,
  head: () => pageHead({ title: 'Admin', noindex: true }),
  component: function AdminImport() {
    return <AdminImportPage id={Route.useSearch().id} />;
  },
});
