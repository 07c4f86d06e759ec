import { createFileRoute } from '@tanstack/react-router';
import { type LinkOutcome, linkOutcome } from '#features/account/provider/provider-outcome.ts';
import { AccountPage } from '#features/account/settings/account-page.tsx';
import { pageHead } from '#lib/head.ts';

export const Route = createFileRoute('/_main/account/')({
  validateSearch: (search: Record<string, unknown>): { provider?: LinkOutcome | undefined } => ({
    provider: linkOutcome(search.provider),
  }),
  head: () => pageHead({ title: 'Account Settings', noindex: true }),
  component: function Account() {
    return <AccountPage provider={Route.useSearch().provider} />;
  },
});
