import { createFileRoute } from '@tanstack/react-router';
import { accountStateNames } from '#features/admin/users/account-states.ts';
import { UsersPage } from '#features/admin/users/users-page.tsx';
import { superuserRoute } from '#lib/guards.ts';
import { searchOf } from '#lib/route-search.ts';

const states = Object.keys(accountStateNames) as (keyof typeof accountStateNames)[];

export const Route = createFileRoute('/_main/admin/users/')({
  ...superuserRoute,
  validateSearch: ({ q, tier, state }: Record<string, unknown>) =>
    searchOf({
      // The router parses a username that consists of digits as a number.
      q: q === undefined || q === '' ? undefined : String(q).slice(0, 100),
      tier: (['0', '1', '2', '3', '42'] as const).find((one) => one === String(tier)),
      state: states.find((one) => one === state),
    }),
  component: function AdminUsers() {
    return <UsersPage search={Route.useSearch()} />;
  },
});
