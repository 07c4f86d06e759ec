import { createFileRoute, useHydrated } from '@tanstack/react-router';
import { LoginPage } from '#features/account/login-page.tsx';
import { safeNext } from '#lib/guards.ts';
import { pageHead } from '#lib/head.ts';

export const Route = createFileRoute('/_plain/login')({
  validateSearch: (search: Record<string, unknown>): { next?: string } => {
    const next = safeNext(search.next);
    return next ? { next } : {};
  },
  head: () => pageHead({ title: 'Login', description: 'Log in to Hexpedition and go on where you were.' }),
  component: function Login() {
    const { next } = Route.useSearch();
    // The server renders one page for every `next`.
    return <LoginPage next={useHydrated() ? next : undefined} />;
  },
});
