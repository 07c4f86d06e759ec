import { createFileRoute } from '@tanstack/react-router';
import { SharedFlagsPage } from '#features/admin/shared-flags/shared-flags-page.tsx';
import { requireSuperuser } from '#lib/guards.ts';
import { pageHead } from '#lib/head.ts';
import { searchOf } from '#lib/route-search.ts';

// Personal page: not rendered on the server.
export const Route = createFileRoute('/_main/admin/shared-flags')({
  ssr: false,
  validateSearch: ({ username, lab }: Record<string, unknown>) =>
    searchOf({
      username: typeof username === 'string' && username !== '' ? username : undefined,
      lab: typeof lab === 'string' && /^[a-z0-9-]{1,80}$/.test(lab) ? lab : undefined,
    }),
  beforeLoad: requireSuperuser,
  head: () => pageHead({ title: 'Admin', noindex: true }),
  component: function AdminSharedFlags() {
    return <SharedFlagsPage search={Route.useSearch()} />;
  },
});
