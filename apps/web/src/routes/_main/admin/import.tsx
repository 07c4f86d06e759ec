import { createFileRoute } from '@tanstack/react-router';
import { AdminImportPage } from '#features/admin/import/admin-import-page.tsx';
import { superuserRoute } from '#lib/guards.ts';
import { searchOf } from '#lib/route-search.ts';

export const Route = createFileRoute('/_main/admin/import')({
  ...superuserRoute,
  validateSearch: ({ id }: Record<string, unknown>) =>
    searchOf({ id: typeof id === 'string' && /^[0-9a-f-]{36}$/.test(id) ? id : undefined }),
  component: function AdminImport() {
    return <AdminImportPage id={Route.useSearch().id} />;
  },
});
