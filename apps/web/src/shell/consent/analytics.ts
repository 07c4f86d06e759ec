import type { Features } from '@hexpedition/contract';
import { secretPaths } from '@hexpedition/contract/privacy-vocabulary';
import type { AnyRouter } from '@tanstack/react-router';
import { deleteCookies } from '#lib/consent/cookies.ts';
import { type Analytics, bareUrl, createAnalytics, isLocalHost, type TrackerWindow } from '#lib/matomo.ts';
import { readSession, subscribeSession } from '#lib/session.ts';
import { acceptScript, trusted } from '#lib/trusted-types.ts';

interface Parts {
  matomo: NonNullable<Features['matomo']>;
  router: AnyRouter;
}

/** The tracker stays in the page when the agreement ends, and so does what tells it things. */
let analytics: Analytics | undefined;

/**
 * Counts page views from now on, beginning with the page that is open.
 * @returns a function that ends it: the visitor does not agree any more
 */
export function startAnalytics({ matomo, router }: Parts): () => void {
  if (isLocalHost(location.hostname)) return () => undefined;
  analytics ??= begin({ matomo, router });
  const { given, withdrawn } = analytics;
  given();
  return () => {
    withdrawn();
    // The tracker notes for thirty years that it is not wanted. The consent's own cookie says so already.
    deleteCookies(['mtm_consent_removed']);
  };
}

/** Tells what is shown and who is signed in, as long as the page lives. What becomes of it is not decided here. */
function begin({ matomo, router }: Parts): Analytics {
  const told = createAnalytics({
    ...matomo,
    window: window as TrackerWindow,
    referrer: referrerOf(document.referrer),
    load: loadTracker,
  });
  let shown: string | undefined;
  /** The router has drawn a page, and with it the title. */
  const show = ({ pathname }: { pathname: string }) => {
    if (pathname === shown) return;
    shown = pathname;
    const isIgnored =
      router.state.matches.some((match) => match.staticData.analytics === 'ignore') ||
      // A damaged link from a mail leads to no page of that name, and has its secret in it all the same.
      secretPaths.includes(pathname.split('/')[1] ?? '');
    // Whoever looks at what somebody else sees is not that person.
    if (isIgnored || readSession()?.viewUntil) return told.ignored();
    told.viewed({ url: bareUrl({ origin: location.origin, pathname }), title: document.title });
  };
  const follow = () => {
    const session = readSession();
    if (session && !session.viewUntil) told.signedIn(session.user.pk);
    else told.signedOut();
  };
  follow();
  // While the page of the address is still on its way, the one before it is open.
  if (router.state.resolvedLocation) show(router.state.resolvedLocation);
  router.subscribe('onRendered', ({ toLocation }) => show(toLocation));
  subscribeSession(follow);
  return told;
}

/** The page of others that led here. Which of our own did is known, and one with a secret address must not be told. */
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
