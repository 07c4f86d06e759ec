import { useQueryClient } from '@tanstack/react-query';
import { type AnyRouter, useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { isPageUnloading, readSession, sessionEndReason, useSession } from '#lib/session.ts';

/**
 * Synchronises the page with the session in this and other tabs: refetches queries that depend on the user, and runs
 * the route guards again.
 */
export function SessionEffects() {
  const user = useSession()?.user;
  const client = useQueryClient();
  const router = useRouter();
  const before = useRef<typeof user>(undefined);
  // The start-up script sets these marks before hydration; this keeps them up to date. Runs after every render, because
  // a change of the session causes one.
  useEffect(() => {
    const now = readSession();
    document.documentElement.toggleAttribute('data-member', now !== null);
    document.documentElement.toggleAttribute('data-company', now?.user.account.company === true);
  });
  useEffect(() => {
    if (isPageUnloading()) return;
    const was = before.current;
    before.current = user;
    if (was?.pk === user?.pk) {
      // Locked content may be open now, in every tab: a voucher was redeemed, or a tier has ended.
      if (was?.account.tier !== user?.account.tier) void client.invalidateQueries();
      return;
    }
    if (was) {
      // The user has changed or logged out: drop the data of the previous one.
      client.removeQueries({ predicate: (query) => query.isDisabled() || !query.isActive() });
      void client.invalidateQueries();
      void router.invalidate().then(() => showEndReason(router));
      return;
    }
    void client.invalidateQueries({ predicate: (query) => query.meta?.viewer === true });
  }, [user, client, router]);
  return null;
}

/** Shows the reason after a logout in another tab, if the page may stay and has banners. */
function showEndReason(router: AnyRouter) {
  const reason = sessionEndReason();
  const { matches, location } = router.state;
  if (!reason || 'reason' in location.search || !matches.some(({ routeId }) => routeId === '/_main')) return;
  void router.navigate({ to: '.', search: (search: object) => ({ ...search, reason }), replace: true });
}
