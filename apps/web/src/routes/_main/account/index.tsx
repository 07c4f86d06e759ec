import { createFileRoute } from '@tanstack/react-router';
import { type LinkOutcome, linkOutcome } from '#features/account/provider/provider-outcome.ts';
import { AccountPage } from '#features/account/settings/account-page.tsx';

export const Route = createFileRoute('/_main/account/')({
  validateSearch: (search: Record<string, unknown>): { provider?: LinkOutcome } => {
    const provider = linkOutcome(search.provider);
    return provider ? { provider } : {};
  },
  staticData: { title: 'Account Settings' },
  component: function Account() {
    return <AccountPage provider={Route.useSearch().provider} />;
  },
});
