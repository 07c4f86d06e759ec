import type { Features } from '@hexpedition/contract';
import { secretPaths } from '@hexpedition/contract/privacy-vocabulary';
import type { AnyRouter } from '@tanstack/react-router';
import { deleteCookies } from '#lib/consent/cookies.ts';
import { type Analytics, bareUrl, createAnalytics, isLocalHost, type TrackerWindow } from '#lib/matomo.ts';
import { readSession, subscribeSession } from '#lib/session.ts';
import { onTabReset } from '#lib/tab-state.ts';
import { acceptScript, trusted } from '#lib/trusted-types.ts';

interface Parts {
  matomo: NonNullable<Features['matomo']>;
  router: AnyRouter;
}

/** Kept after consent is withdrawn, because the tracker stays in the page. */
let analytics: Analytics | undefined;
onTabReset(() => {
  analytics = undefined;
});

/**
 * Starts counting page views, beginning with the open page.
 * @returns function that stops counting after consent was withdrawn
 */
export function startAnalytics({ matomo, router }: Parts): () => void {
  if (isLocalHost(location.hostname)) return () => undefined;
  analytics ??= start({ matomo, router });
  const { giveConsent, withdrawConsent } = analytics;
  giveConsent();
  return () => {
    withdrawConsent();
    // The tracker stores its opt-out in a cookie for thirty years. The consent cookie already covers this.
    deleteCookies(['mtm_consent_removed']);
  };
}

/** Reports page views and the user to the tracker for the life of the page. The tracker itself checks the consent. */
function start({ matomo, router }: Parts): Analytics {
  const tracker = createAnalytics({
    ...matomo,
    window: window as TrackerWindow,
    referrer: referrerOf(document.referrer),
    load: loadTracker,
  });
  let shown: string | undefined;
  /** Called after a page and its title were rendered. */
  const show = ({ pathname }: { pathname: string }) => {
    if (pathname === shown) return;
    shown = pathname;
    const isIgnored =
      router.state.matches.some((match) => match.staticData.analytics === 'ignore') ||
      // A damaged link from a mail matches no page but still contains its secret.
      secretPaths.includes(pathname.split('/')[1] ?? '');
    // Impersonation must not count as the impersonated user.
    if (isIgnored || readSession()?.impersonatedUntil) return tracker.ignorePage();
    tracker.trackPage({ url: bareUrl({ origin: location.origin, pathname }), title: document.title });
  };
  const follow = () => {
    const session = readSession();
    if (session && !session.impersonatedUntil) tracker.setUser(session.user.pk);
    else tracker.clearUser();
  };
  follow();
  // The first page may still be loading; onRendered then reports it.
  if (router.state.resolvedLocation) show(router.state.resolvedLocation);
  router.subscribe('onRendered', ({ toLocation }) => show(toLocation));
  subscribeSession(follow);
  return tracker;
}

/** Returns the external referrer. Own pages are dropped: they are known, and their address may contain a secret. */
function referrerOf(referrer: string): string {
  if (!/^https?:/.test(referrer)) return '';
  const url = new URL(referrer);
  return url.origin === location.origin ? '' : bareUrl(url);
}

function loadTracker(src: string) {
  acceptScript(src);
  const script = document.createElement('script');
  script.async = true;
  script.src = trusted().createScriptURL(src);
  document.head.append(script);
}
