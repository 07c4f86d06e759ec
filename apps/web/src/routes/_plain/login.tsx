import { createFileRoute, useHydrated } from '@tanstack/react-router';
import { loginOutcome } from '#features/account/provider/provider-outcome.ts';
import { LoginPage } from '#features/account/sign-in/login-page.tsx';
import { loginReasons, safeNext } from '#lib/guards.ts';
import { pageHead } from '#lib/head.ts';
import { searchOf } from '#lib/route-search.ts';

export const Route = createFileRoute('/_plain/login')({
  validateSearch: (search: Record<string, unknown>) =>
    searchOf({
      next: safeNext(search.next),
      reason: loginReasons.find((known) => known === search.reason),
      provider: loginOutcome(search.provider),
    }),
  head: () => pageHead({ title: 'Login', description: 'Log in to Hexpedition and continue where you left off.' }),
  component: function Login() {
    const { next, reason, provider } = Route.useSearch();
    // The server renders one page for all search parameters.
    const hydrated = useHydrated();
    return <LoginPage next={hydrated ? next : undefined} reason={reason} outcome={provider} />;
  },
});
