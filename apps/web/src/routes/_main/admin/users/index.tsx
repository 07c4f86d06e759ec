import { createFileRoute } from '@tanstack/react-router';
import { accountStateNames, userSortNames } from '#features/admin/users/account-states.ts';
import { UsersPage } from '#features/admin/users/users-page.tsx';
import { superuserRoute } from '#lib/guards.ts';
import { searchOf } from '#lib/route-search.ts';

const states = Object.keys(accountStateNames) as (keyof typeof accountStateNames)[];
const sorts = Object.keys(userSortNames) as (keyof typeof userSortNames)[];

export const Route = createFileRoute('/_main/admin/users/')({
  ...superuserRoute,
  validateSearch: ({ q, tier, state, sort, order }: Record<string, unknown>) =>
    searchOf({
      // The router parses a username that consists of digits as a number.
      q: q === undefined || q === '' ? undefined : String(q).slice(0, 100),
      tier: (['0', '1', '2', '3', '42'] as const).find((one) => one === String(tier)),
      state: states.find((one) => one === state),
      sort: sorts.find((one) => one === sort),
      order: (['asc', 'desc'] as const).find((one) => one === order),
    }),
  component: function AdminUsers() {
    return <UsersPage search={Route.useSearch()} />;
  },
});
