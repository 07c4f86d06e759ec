/*
 * What is told to Matomo, whose tracker takes its orders from the queue `_paq`. Nothing here knows the router, React or
 * the session. The facts about the tracker are from its source (js/piwik.js of Matomo 5).
 */

type Call = [method: string, ...values: unknown[]];

/** What the tracker puts into the window, and takes from it. */
export interface TrackerWindow {
  _paq?: { push(call: Call): unknown } | undefined;
  Matomo?: unknown;
}

export interface PageView {
  /** Without search and hash: they hold reasons, searches and codes. */
  url: string;
  title: string;
}

interface Parts {
  /** Where Matomo is, with a slash at the end. */
  url: string;
  site: string;
  window: TrackerWindow;
  /** The page of others that led here; '' if there is none. */
  referrer: string;
  /** Asks for the tracker's script, once. */
  load(src: string): void;
}

const heartbeatSeconds = 15;
const pollEvery = 50;
const longestWait = 3_000;

export type Analytics = ReturnType<typeof createAnalytics>;

/**
 * Sends the page that is open when the visitor agrees, and each one after it, once and in order, until the agreement is
 * taken back. Before that no script is asked for. There is one of these in a page's life, since the tracker stays too.
 */
export function createAnalytics({ url, site, window, referrer, load }: Parts) {
  let agreed = false;
  /** The page that is open; null while that is none which may be told. */
  let page: PageView | null = null;
  let isPageTold = false;
  let user: number | null = null;
  /** The user that the tracker adds to what it sends. */
  let told: number | null = null;
  let cameFrom = referrer;
  let tracker: 'none' | 'awaited' | 'here' | 'missing' = 'none';
  /** What is told once the tracker is here. It would not keep to the order of what stands in `_paq` before. */
  let waiting: Call[] = [];
  let catchingUp = false;

  const call = (...what: Call) => {
    if (tracker === 'here') window._paq?.push(what);
    else waiting.push(what);
  };

  /**
   * Everything goes through here that the tracker is about to send, also what it finds worth telling itself: clicks on
   * links, and how long a page was open. It sends nothing when the answer is empty, and keeps nothing for later.
   */
  const pass = (request: string) => (catchingUp || (agreed && page) ? withoutSearches(request) : '');

  function begin() {
    tracker = 'awaited';
    const orders: Call[] = [
      ['requireConsent'],
      ['setTrackerUrl', `${url}matomo.php`],
      ['setSiteId', site],
      ['enableLinkTracking'],
      ['enableHeartBeatTimer', heartbeatSeconds],
      ['setCustomRequestProcessing', pass],
    ];
    window._paq = orders;
    load(`${url}matomo.js`);
    let waited = 0;
    const timer = setInterval(() => {
      waited += pollEvery;
      if (window.Matomo !== undefined) tracker = 'here';
      else if (waited >= longestWait) tracker = 'missing';
      else return;
      clearInterval(timer);
      const missed = waiting;
      waiting = [];
      // A tracker that comes after all was never told of the agreement.
      if (tracker === 'missing' || !agreed) return;
      call('setConsentGiven');
      catchingUp = true;
      for (const one of missed) call(...one);
      catchingUp = false;
    }, pollEvery);
  }

  function tellUser() {
    if (!agreed || user === told || tracker === 'none' || tracker === 'missing') return;
    told = user;
    if (user === null) call('resetUserId');
    else call('setUserId', `user_pk:${user}`);
  }

  function send() {
    if (!agreed || !page || isPageTold || tracker === 'missing') return;
    isPageTold = true;
    if (tracker === 'none') begin();
    tellUser();
    call('setReferrerUrl', cameFrom);
    call('setCustomUrl', page.url);
    call('setDocumentTitle', page.title);
    call('trackPageView');
    // Older trackers look for new links only when they are told.
    call('enableLinkTracking');
    cameFrom = page.url;
  }

  return {
    /** The visitor agrees. */
    given() {
      if (agreed) return;
      // Told before anything passes: the tracker answers by telling how long it has waited.
      if (tracker === 'here') call('setConsentGiven');
      agreed = true;
      tellUser();
      send();
    },
    /** The visitor does not agree any more: nothing is sent, and no cookie is written. */
    withdrawn() {
      if (!agreed) return;
      agreed = false;
      waiting = [];
      if (tracker === 'here') {
        call('forgetConsentGiven');
        call('resetUserId');
      } else isPageTold = false;
      told = null;
      cameFrom = '';
    },
    /** A page is shown. */
    viewed(view: PageView) {
      page = view;
      isPageTold = false;
      send();
    },
    /** A page is shown that is nobody's business. The next one does not say that it came from here. */
    ignored() {
      page = null;
    },
    signedIn(pk: number) {
      user = pk;
      tellUser();
    },
    signedOut() {
      user = null;
      tellUser();
    },
  };
}

/** An address without what may be secret in it. */
export const bareUrl = ({ origin, pathname }: { origin: string; pathname: string }): string => origin + pathname;

/** The links that were followed, without their searches and hashes: a lab's door has a ticket in it. */
const withoutSearches = (request: string): string =>
  request.replace(/(^|&)(link|download)=([^&]*)/g, (_, before, name, target) => {
    const [bare = ''] = decodeURIComponent(target).split(/[?#]/);
    return `${before}${name}=${encodeURIComponent(bare)}`;
  });

/** Whether a host is a developer's own machine or network, whose page views nobody counts. */
export const isLocalHost = (hostname: string): boolean =>
  hostname === '[::1]' || /(^|\.)localhost$/.test(hostname) || /^(127|192\.168)(\.\d+)+$/.test(hostname);
