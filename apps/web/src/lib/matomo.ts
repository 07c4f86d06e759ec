/*
 * Reports page views to Matomo through the tracker's command queue `_paq`. Independent of the router, React and the
 * session. Facts about the tracker are from its source (js/piwik.js of Matomo 5).
 */

type Call = [method: string, ...values: unknown[]];

/** Globals of the tracker. */
export interface TrackerWindow {
  _paq?: { push(call: Call): unknown } | undefined;
  Matomo?: unknown;
}

export interface PageView {
  /** Without query and hash, which may contain reasons, searches and codes. */
  url: string;
  title: string;
}

interface Parts {
  /** Base URL of Matomo, with a trailing slash. */
  url: string;
  site: string;
  window: TrackerWindow;
  /** External page that linked here; '' if there is none. */
  referrer: string;
  /** Loads the tracker's script; called once. */
  load(src: string): void;
}

const heartbeatSeconds = 15;
const pollIntervalMs = 50;
const loadTimeoutMs = 3_000;

export type Analytics = ReturnType<typeof createAnalytics>;

/**
 * Reports the open page when the visitor consents and each later page, once and in order, until consent is withdrawn.
 * Loads no script before consent. Create it once per page load, because the tracker stays too.
 */
export function createAnalytics({ url, site, window, referrer, load }: Parts) {
  let hasConsent = false;
  /** The open page; null for an ignored page. */
  let page: PageView | null = null;
  let isPageReported = false;
  let user: number | null = null;
  /** User id that the tracker currently sends. */
  let reportedUser: number | null = null;
  let previousUrl = referrer;
  let tracker: 'none' | 'loading' | 'ready' | 'failed' = 'none';
  /** Calls to make when the tracker is ready. The tracker would not keep the order of calls queued in `_paq`. */
  let waiting: Call[] = [];
  let isFlushing = false;

  const call = (...what: Call) => {
    if (tracker === 'ready') window._paq?.push(what);
    else waiting.push(what);
  };

  /**
   * Filters every request of the tracker, including its own link clicks and heartbeats. The tracker drops requests for
   * which this returns an empty string.
   */
  const filterRequest = (request: string) => (isFlushing || (hasConsent && page) ? withoutLinkSecrets(request) : '');

  function start() {
    tracker = 'loading';
    const commands: Call[] = [
      ['requireConsent'],
      ['setTrackerUrl', `${url}matomo.php`],
      ['setSiteId', site],
      ['enableLinkTracking'],
      ['enableHeartBeatTimer', heartbeatSeconds],
      ['setCustomRequestProcessing', filterRequest],
    ];
    window._paq = commands;
    load(`${url}matomo.js`);
    let waited = 0;
    const timer = setInterval(() => {
      waited += pollIntervalMs;
      if (window.Matomo !== undefined) tracker = 'ready';
      else if (waited >= loadTimeoutMs) tracker = 'failed';
      else return;
      clearInterval(timer);
      const queued = waiting;
      waiting = [];
      // A tracker that loads later never receives the consent.
      if (tracker === 'failed' || !hasConsent) return;
      call('setConsentGiven');
      isFlushing = true;
      for (const one of queued) call(...one);
      isFlushing = false;
    }, pollIntervalMs);
  }

  function reportUser() {
    if (!hasConsent || user === reportedUser || tracker === 'none' || tracker === 'failed') return;
    reportedUser = user;
    if (user === null) call('resetUserId');
    else call('setUserId', `user_pk:${user}`);
  }

  function send() {
    if (!hasConsent || !page || isPageReported || tracker === 'failed') return;
    isPageReported = true;
    if (tracker === 'none') start();
    reportUser();
    call('setReferrerUrl', previousUrl);
    call('setCustomUrl', page.url);
    call('setDocumentTitle', page.title);
    call('trackPageView');
    // Older trackers look for new links only on this call.
    call('enableLinkTracking');
    previousUrl = page.url;
  }

  return {
    /** Called when the visitor consents. */
    giveConsent() {
      if (hasConsent) return;
      // Before `hasConsent` is set, because the tracker responds with a heartbeat that the filter must drop.
      if (tracker === 'ready') call('setConsentGiven');
      hasConsent = true;
      reportUser();
      send();
    },
    /** Called when consent is withdrawn: nothing is sent any more, and no cookie is written. */
    withdrawConsent() {
      if (!hasConsent) return;
      hasConsent = false;
      waiting = [];
      if (tracker === 'ready') {
        call('forgetConsentGiven');
        call('resetUserId');
      } else isPageReported = false;
      reportedUser = null;
      previousUrl = '';
    },
    /** Reports a page view. */
    trackPage(view: PageView) {
      page = view;
      isPageReported = false;
      send();
    },
    /** Called for a page that must not be reported, also not as referrer of the next one. */
    ignorePage() {
      page = null;
    },
    setUser(pk: number) {
      user = pk;
      reportUser();
    },
    clearUser() {
      user = null;
      reportUser();
    },
  };
}

/** Returns the URL without query and hash. */
export const bareUrl = ({ origin, pathname }: { origin: string; pathname: string }): string => origin + pathname;

/** Removes query and hash from link targets in a request: the URL of a lab contains a ticket. */
const withoutLinkSecrets = (request: string): string =>
  request.replace(/(^|&)(link|download)=([^&]*)/g, (_, before, name, target) => {
    const [bare = ''] = decodeURIComponent(target).split(/[?#]/);
    return `${before}${name}=${encodeURIComponent(bare)}`;
  });

/** Returns whether the host is a developer's machine or local network, whose page views are not counted. */
export const isLocalHost = (hostname: string): boolean =>
  hostname === '[::1]' || /(^|\.)localhost$/.test(hostname) || /^(127|192\.168)(\.\d+)+$/.test(hostname);
