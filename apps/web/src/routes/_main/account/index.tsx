import { createFileRoute } from '@tanstack/react-router';
import { linkOutcome } from '#features/account/provider/provider-outcome.ts';
import { AccountPage } from '#features/account/settings/account-page.tsx';
import { searchOf } from '#lib/route-search.ts';

export const Route = createFileRoute('/_main/account/')({
  validateSearch: (search: Record<string, unknown>) => searchOf({ provider: linkOutcome(search.provider) }),
  staticData: { title: 'Account Settings' },
  component: function Account() {
    return <AccountPage provider={Route.useSearch().provider} />;
  },
});
