/**
 * Replaces matomo.js, which no package ships. It runs in the page and implements the calls that we make as Matomo 5
 * documents them, including the inconvenient parts: it queues hits without consent and sends them later, reports full
 * addresses unless told otherwise, waits after its first hit, and stores a withdrawal in a cookie.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: served as source text, so it must be self-contained
export function matomoTracker(): void {
  type Call = [method: string, ...values: never[]];
  interface Surroundings {
    _paq: Call[] | { push(call: Call): void };
    Matomo: unknown;
  }
  const surroundings = window as unknown as Surroundings;

  const hash = '1fff';
  const removed = 'mtm_consent_removed';
  const half = { hour: 1_800, year: 15_768_000 };
  let [trackerUrl, site, user] = ['', '', ''];
  let [url, referrer, title] = [location.href, document.referrer, document.title];
  let hasConsent = true;
  let areCookiesOff = false;
  let tracksLinks = false;
  let process = (request: string) => request;
  let kept: string[] = [];
  let lastHit: number | null = null;
  let nextHit: number | null = null;
  let focusedAt: number | null = null;

  const readCookie = (name: string) =>
    document.cookie
      .split('; ')
      .find((one) => one.startsWith(`${name}=`))
      ?.slice(name.length + 1);
  const writeCookie = (name: string, value: string, seconds: number) => {
    // biome-ignore lint/suspicious/noDocumentCookie: as the real tracker does
    document.cookie = `${name}=${value};max-age=${seconds};path=/;SameSite=Lax`;
  };
  const nameOf = (cookie: string) => `_pk_${cookie}.${site}.${hash}`;

  function requestOf(what: string): string {
    const whole = new URLSearchParams(what);
    const [id = Math.random().toString(16).slice(2).padEnd(16, '0').slice(0, 16)] =
      readCookie(nameOf('id'))?.split('.') ?? [];
    const more = { idsite: site, rec: '1', url, urlref: referrer, uid: user, _id: id };
    for (const [name, value] of Object.entries(more)) if (value) whole.append(name, value);
    if (!areCookiesOff) {
      writeCookie(nameOf('id'), `${id}.${Math.round(Date.now() / 1_000)}.`, 2 * half.year);
      writeCookie(nameOf('ses'), '1', half.hour);
      if (referrer && !referrer.startsWith(location.origin))
        writeCookie(nameOf('ref'), encodeURIComponent(referrer), half.year);
    }
    return process(whole.toString());
  }

  function send(request: string): void {
    if (readCookie(removed)) hasConsent = false;
    if (!hasConsent) {
      kept.push(request);
      return;
    }
    if (!request) return;
    const now = Date.now();
    lastHit = now;
    const wait = nextHit === null ? 0 : Math.max(0, nextHit - now);
    // A second hit that overtakes the first one would count as a second visitor.
    nextHit = nextHit === null ? now + 800 : nextHit + (wait > 0 ? 50 : 0);
    const go = () => {
      const type = 'application/x-www-form-urlencoded; charset=UTF-8';
      if (!navigator.sendBeacon(`${trackerUrl}?${request}`, new Blob([], { type }))) {
        new Image().src = `${trackerUrl}?${request}`;
      }
    };
    if (wait > 0) setTimeout(go, wait);
    else go();
  }

  function heartbeat(seconds: number): void {
    const beat = () => {
      const now = Date.now();
      const wasSeen = focusedAt === null || now - focusedAt > seconds * 1_000;
      if (wasSeen && lastHit !== null && lastHit + seconds * 1_000 <= now) send(requestOf('ping=1'));
    };
    addEventListener('focus', () => {
      focusedAt = Date.now();
    });
    addEventListener('blur', beat);
  }

  function followLinks(): void {
    if (tracksLinks) return;
    tracksLinks = true;
    const onClick = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest('a') : null;
      if (!link?.href) return;
      const isDownload = link.hasAttribute('download');
      if (!isDownload && link.hostname === location.hostname) return;
      send(requestOf(new URLSearchParams({ [isDownload ? 'download' : 'link']: link.href }).toString()));
    };
    document.body.addEventListener('click', onClick, true);
  }

  const forgetCookies = () => {
    areCookiesOff = true;
    for (const one of ['id', 'ses', 'cvar', 'ref']) writeCookie(nameOf(one), '', 0);
  };

  const methods: Record<string, (value: never) => void> = {
    setTrackerUrl: (value: string) => {
      trackerUrl = value;
    },
    setSiteId: (value: string) => {
      site = value;
    },
    setUserId: (value: string) => {
      user = value;
    },
    resetUserId: () => {
      user = '';
    },
    setCustomUrl: (value: string) => {
      url = value;
    },
    setReferrerUrl: (value: string) => {
      referrer = value;
    },
    setDocumentTitle: (value: string) => {
      title = value;
    },
    setCustomRequestProcessing: (value: typeof process) => {
      process = value;
    },
    enableLinkTracking: followLinks,
    enableHeartBeatTimer: heartbeat,
    requireConsent: () => {
      hasConsent = false;
      areCookiesOff = true;
    },
    setConsentGiven: () => {
      hasConsent = true;
      writeCookie(removed, '', 0);
      for (const one of kept) send(one);
      kept = [];
      areCookiesOff = false;
      if (lastHit !== null) send(requestOf('ping=1'));
    },
    forgetConsentGiven: () => {
      writeCookie(removed, String(Date.now()), 60 * half.year);
      forgetCookies();
      hasConsent = false;
    },
    trackPageView: () => {
      kept = [];
      send(requestOf(new URLSearchParams({ action_name: title }).toString()));
    },
  };
  const obey = ([method, ...values]: Call) => {
    const act = methods[method];
    if (!act) return console.error(`The method ${method} was not found in the tracker.`);
    act(...(values as [never]));
  };

  const first = ['setTrackerUrl', 'setUserId', 'setSiteId', 'enableLinkTracking', 'requireConsent', 'setConsentGiven'];
  const queue = surroundings._paq as Call[];
  for (const name of first) for (const call of queue) if (call[0] === name) obey(call);
  for (const call of queue) if (!first.includes(call[0])) obey(call);
  surroundings._paq = { push: obey };
  surroundings.Matomo = { initialized: true };
}
