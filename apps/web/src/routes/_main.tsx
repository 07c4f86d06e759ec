import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { safeNext } from '#lib/guards.ts';
import { searchOf } from '#lib/route-search.ts';
import { sessionEndReasons, useSession } from '#lib/session.ts';
import { MainLayout } from '#shell/main-layout.tsx';
import { featuresQuery } from '#shell/use-features.ts';

// For those who are signed in, which nobody is before hydration.
const TakeOverVisits = lazy(() => import('#features/learn/visit/take-over-visits.tsx'));

export const Route = createFileRoute('/_main')({
  // Why the visitor was sent here, and where they wanted to go; every page of this layout can show it.
  validateSearch: (search: Record<string, unknown>) =>
    searchOf({ reason: sessionEndReasons.find((known) => known === search.reason), next: safeNext(search.next) }),
  // Never rejects: without it the menu is shorter and login is off, but the page stands.
  loader: ({ context }) => context.queryClient.prefetchQuery(featuresQuery),
  component: () => (
    <>
      <MainLayout />
      {useSession() && (
        <Suspense>
          <TakeOverVisits />
        </Suspense>
      )}
    </>
  ),
});
