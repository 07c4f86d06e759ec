import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { featuresQuery } from '#entities/site/use-features.ts';
import { safeNext } from '#lib/guards.ts';
import { searchOf } from '#lib/route-search.ts';
import { sessionEndReasons, useSession } from '#lib/session.ts';
import { MainLayout } from '#shell/main-layout.tsx';

// Only for logged-in users, and no one is logged in before hydration.
const SyncVisitorProgress = lazy(() => import('#features/learn/visitor-progress/sync-visitor-progress.tsx'));

export const Route = createFileRoute('/_main')({
  // Why the visitor was redirected here, and the page that they requested; every page of this layout shows it.
  validateSearch: (search: Record<string, unknown>) =>
    searchOf({ reason: sessionEndReasons.find((known) => known === search.reason), next: safeNext(search.next) }),
  // Never rejects: without the features the menu is shorter and login is off, but the page works.
  loader: ({ context }) => context.queryClient.prefetchQuery(featuresQuery),
  component: () => (
    <>
      <MainLayout />
      {useSession() && (
        <Suspense>
          <SyncVisitorProgress />
        </Suspense>
      )}
    </>
  ),
});
