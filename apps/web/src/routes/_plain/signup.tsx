import { createFileRoute, useHydrated } from '@tanstack/react-router';
import { SignupPage } from '#features/account/sign-up/signup-page.tsx';
import { safeNext } from '#lib/guards.ts';
import { pageHead } from '#lib/head.ts';
import { searchOf } from '#lib/route-search.ts';

export const Route = createFileRoute('/_plain/signup')({
  validateSearch: (search: Record<string, unknown>) => searchOf({ next: safeNext(search.next) }),
  head: () => pageHead({ title: 'Signup', description: 'Create an account to keep your progress and your flags.' }),
  component: function Signup() {
    const { next } = Route.useSearch();
    // The server renders one page for every `next`.
    return <SignupPage next={useHydrated() ? next : undefined} />;
  },
});
