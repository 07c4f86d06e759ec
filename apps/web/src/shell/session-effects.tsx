import { useQueryClient } from '@tanstack/react-query';
import { type AnyRouter, useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { isPageUnloading, readSession, sessionEndReason, useSession } from '#lib/session.ts';

/**
 * Keeps the page in step with who is signed in, in this tab or another: what depends on the viewer is fetched again,
 * and the guards of the route are asked again.
 */
export function SessionEffects() {
  const user = useSession()?.user;
  const client = useQueryClient();
  const router = useRouter();
  const before = useRef<typeof user>(undefined);
  // The start-up script has set the marks for the first moment; what they hide is to be seen when they are not true any
  // more. After every render, because a change of the session causes one.
  useEffect(() => {
    const now = readSession();
    document.documentElement.toggleAttribute('data-member', now !== null);
    document.documentElement.toggleAttribute('data-company', now?.user.account.company === true);
  });
  // The storage, which other tabs write too, is outside React.
  useEffect(() => {
    if (isPageUnloading()) return;
    const was = before.current;
    before.current = user;
    if (was?.pk === user?.pk) {
      // What was locked may be open now, in every tab: a voucher was redeemed, or a tier has ended.
      if (was?.account.tier !== user?.account.tier) void client.invalidateQueries();
      return;
    }
    if (was) {
      // Someone else, or nobody, now: nothing of the previous user may stay.
      client.removeQueries({ predicate: (query) => query.isDisabled() || !query.isActive() });
      void client.invalidateQueries();
      void router.invalidate().then(() => tellWhy(router));
      return;
    }
    void client.invalidateQueries({ predicate: (query) => query.meta?.viewer === true });
  }, [user, client, router]);
  return null;
}

/** Someone logged out in another tab: a page that may stay says so, where it has banners. */
function tellWhy(router: AnyRouter) {
  const reason = sessionEndReason();
  const { matches, location } = router.state;
  if (!reason || 'reason' in location.search || !matches.some(({ routeId }) => routeId === '/_main')) return;
  void router.navigate({ to: '.', search: (search: object) => ({ ...search, reason }), replace: true });
}
