import { createFileRoute, useHydrated, useParams } from '@tanstack/react-router';
import { linkParts } from '#features/account/mail-links/mail-link.tsx';
import { ResetPage } from '#features/account/password-reset/reset-page.tsx';
import { ResetRequestPage } from '#features/account/password-reset/reset-request-page.tsx';
import { safeNext } from '#lib/guards.ts';
import { pageHead } from '#lib/head.ts';
import { searchOf } from '#lib/route-search.ts';

export const Route = createFileRoute('/_plain/password-reset')({
  staticData: { analytics: 'ignore' },
  validateSearch: (search: Record<string, unknown>) => searchOf({ next: safeNext(search.next) }),
  head: () => pageHead({ title: 'Password Reset', noindex: true }),
  component: function PasswordReset() {
    const { user, hmac } = useParams({ strict: false });
    const { next } = Route.useSearch();
    // The server renders one page for every `next`.
    const hydrated = useHydrated();
    return hmac === undefined ? (
      <ResetRequestPage next={hydrated ? next : undefined} />
    ) : (
      <ResetPage link={linkParts({ user, hmac })} />
    );
  },
});
