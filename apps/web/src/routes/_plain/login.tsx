import { createFileRoute, useHydrated } from '@tanstack/react-router';
import { type LoginOutcome, loginOutcome } from '#features/account/provider/provider-outcome.ts';
import { LoginPage } from '#features/account/sign-in/login-page.tsx';
import { type LoginReason, loginReasons, safeNext } from '#lib/guards.ts';
import { pageHead } from '#lib/head.ts';

interface Search {
  next?: string;
  reason?: LoginReason;
  provider?: LoginOutcome;
}

export const Route = createFileRoute('/_plain/login')({
  validateSearch: (search: Record<string, unknown>): Search => {
    const next = safeNext(search.next);
    const reason = loginReasons.find((known) => known === search.reason);
    const provider = loginOutcome(search.provider);
    return { ...(next && { next }), ...(reason && { reason }), ...(provider && { provider }) };
  },
  head: () => pageHead({ title: 'Login', description: 'Log in to Hexpedition and go on where you were.' }),
  component: function Login() {
    const { next, reason, provider } = Route.useSearch();
    // The server renders one page for every search.
    const hydrated = useHydrated();
    return <LoginPage next={hydrated ? next : undefined} reason={reason} outcome={provider} />;
  },
});
