import { createFileRoute } from '@tanstack/react-router';
import { SharedFlagsPage } from '#features/admin/shared-flags/shared-flags-page.tsx';
import { superuserRoute } from '#lib/guards.ts';
import { searchOf } from '#lib/route-search.ts';

export const Route = createFileRoute('/_main/admin/shared-flags')({
  ...superuserRoute,
  validateSearch: ({ username, lab }: Record<string, unknown>) =>
    searchOf({
      username: typeof username === 'string' && username !== '' ? username : undefined,
      lab: typeof lab === 'string' && /^[a-z0-9-]{1,80}$/.test(lab) ? lab : undefined,
    }),
  component: function AdminSharedFlags() {
    return <SharedFlagsPage search={Route.useSearch()} />;
  },
});
