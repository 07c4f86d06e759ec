import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { bareUrl, createAnalytics, isLocalHost, type TrackerWindow } from './matomo.ts';

type Call = [method: string, ...values: unknown[]];

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Creates a window and a tracker that can be loaded into it. */
function setUp({ referrer = 'https://search.example/' } = {}) {
  const window: TrackerWindow = {};
  const load = vi.fn();
  const analytics = createAnalytics({ url: 'https://stats.example/', site: '1', window, referrer, load });
  const calls: Call[] = [];
  return {
    analytics,
    load,
    /** Calls that the tracker received, in order. */
    calls,
    window,
    /** Simulates the loaded script, which takes over the queue, and the next poll. */
    arrive() {
      const queue = window._paq as Call[];
      calls.push(...queue);
      window._paq = { push: (call: Call) => calls.push(call) };
      window.Matomo = {};
      vi.advanceTimersByTime(50);
    },
  };
}

const page = (name: string) => ({ url: `https://learn.example/${name}`, title: `Title of ${name}` });

/** Calls of one page view, as Matomo documents for single-page apps. */
const viewOf = (name: string, referrer: string): Call[] => [
  ['setReferrerUrl', referrer],
  ['setCustomUrl', page(name).url],
  ['setDocumentTitle', page(name).title],
  ['trackPageView'],
  ['enableLinkTracking'],
];

describe('queue', () => {
  test('loads and stores nothing before consent', () => {
    const { analytics, load, window } = setUp();
    analytics.setUser(7);
    analytics.trackPage(page('a'));
    analytics.trackPage(page('b'));
    vi.advanceTimersByTime(10_000);
    expect(load).not.toHaveBeenCalled();
    expect(window).toEqual({});
  });

  test('sets up the tracker, then gives the consent, then reports the open page', () => {
    const { analytics, load, calls, arrive } = setUp();
    analytics.trackPage(page('a'));
    analytics.trackPage(page('b'));
    analytics.setUser(7);
    analytics.giveConsent();
    expect(load.mock.calls).toEqual([['https://stats.example/matomo.js']]);
    arrive();
    expect(calls).toEqual([
      ['requireConsent'],
      ['setTrackerUrl', 'https://stats.example/matomo.php'],
      ['setSiteId', '1'],
      ['enableLinkTracking'],
      ['enableHeartBeatTimer', 15],
      ['setCustomRequestProcessing', expect.any(Function)],
      ['setConsentGiven'],
      ['setUserId', 'user_pk:7'],
      ...viewOf('b', 'https://search.example/'),
    ]);
  });

  test('sends the previous page as referrer, except ignored pages', () => {
    const { analytics, calls, arrive } = setUp();
    analytics.giveConsent();
    analytics.trackPage(page('a'));
    arrive();
    calls.length = 0;
    analytics.trackPage(page('b'));
    analytics.ignorePage();
    analytics.trackPage(page('c'));
    expect(calls).toEqual([...viewOf('b', page('a').url), ...viewOf('c', page('b').url)]);
  });

  test('ignores a second consent', () => {
    const { analytics, load, calls, arrive } = setUp();
    analytics.trackPage(page('a'));
    analytics.giveConsent();
    analytics.giveConsent();
    arrive();
    const before = calls.length;
    analytics.giveConsent();
    expect(calls).toHaveLength(before);
    expect(load).toHaveBeenCalledOnce();
    expect(calls.filter(([method]) => method === 'trackPageView')).toHaveLength(1);
  });

  test('loads the script only on a page that may be reported', () => {
    const { analytics, load } = setUp();
    analytics.ignorePage();
    analytics.giveConsent();
    expect(load).not.toHaveBeenCalled();
    analytics.trackPage(page('a'));
    expect(load).toHaveBeenCalledOnce();
  });

  test('reports login and logout once each, before the next page', () => {
    const { analytics, calls, arrive } = setUp();
    analytics.trackPage(page('a'));
    analytics.giveConsent();
    arrive();
    calls.length = 0;
    analytics.setUser(7);
    analytics.setUser(7);
    analytics.trackPage(page('b'));
    analytics.clearUser();
    analytics.clearUser();
    analytics.setUser(8);
    expect(calls).toEqual([
      ['setUserId', 'user_pk:7'],
      ...viewOf('b', page('a').url),
      ['resetUserId'],
      ['setUserId', 'user_pk:8'],
    ]);
  });
});

describe('withdrawal', () => {
  test('revokes consent and user, and reports no more pages', () => {
    const { analytics, calls, arrive } = setUp();
    analytics.setUser(7);
    analytics.trackPage(page('a'));
    analytics.giveConsent();
    arrive();
    calls.length = 0;
    analytics.withdrawConsent();
    analytics.withdrawConsent();
    analytics.clearUser();
    analytics.setUser(7);
    analytics.trackPage(page('b'));
    expect(calls).toEqual([['forgetConsentGiven'], ['resetUserId']]);
  });

  test('starts with the open page and no referrer after a new consent', () => {
    const { analytics, calls, load, arrive } = setUp();
    analytics.setUser(7);
    analytics.trackPage(page('a'));
    analytics.giveConsent();
    arrive();
    analytics.withdrawConsent();
    analytics.trackPage(page('b'));
    analytics.trackPage(page('c'));
    calls.length = 0;
    analytics.giveConsent();
    expect(calls).toEqual([['setConsentGiven'], ['setUserId', 'user_pk:7'], ...viewOf('c', '')]);
    expect(load).toHaveBeenCalledOnce();
  });

  test('does not report the same page twice after a new consent', () => {
    const { analytics, calls, arrive } = setUp();
    analytics.trackPage(page('a'));
    analytics.giveConsent();
    arrive();
    analytics.withdrawConsent();
    calls.length = 0;
    analytics.giveConsent();
    analytics.trackPage(page('b'));
    expect(calls).toEqual([['setConsentGiven'], ...viewOf('b', '')]);
  });

  test('reports nothing to a script that loads after the withdrawal', () => {
    const { analytics, calls, arrive } = setUp();
    analytics.trackPage(page('a'));
    analytics.giveConsent();
    analytics.withdrawConsent();
    arrive();
    expect(calls.map(([method]) => method)).not.toContain('setConsentGiven');
    expect(calls.map(([method]) => method)).not.toContain('trackPageView');
  });

  test.each([
    ['before', 2_950, true],
    ['after', 3_000, false],
  ])('script that loads %s the timeout', (_, after, isUsed) => {
    const { analytics, calls, arrive } = setUp();
    analytics.trackPage(page('a'));
    analytics.giveConsent();
    vi.advanceTimersByTime(after);
    arrive();
    analytics.trackPage(page('b'));
    expect(calls.some(([method]) => method === 'setConsentGiven')).toBe(isUsed);
    expect(calls.filter(([method]) => method === 'trackPageView')).toHaveLength(isUsed ? 2 : 0);
  });

  test('stops waiting for a script that never loads', () => {
    const { analytics, load, window } = setUp();
    analytics.trackPage(page('a'));
    analytics.giveConsent();
    vi.advanceTimersByTime(3_000);
    expect(vi.getTimerCount()).toBe(0);
    const before = [...(window._paq as Call[])];
    analytics.trackPage(page('b'));
    analytics.setUser(7);
    analytics.withdrawConsent();
    analytics.giveConsent();
    expect(window._paq).toEqual(before);
    expect(load).toHaveBeenCalledOnce();
  });
});

describe('requests of the tracker itself', () => {
  /** Returns the function that filters all requests. */
  function passOf(calls: Call[]): (request: string) => string {
    const [, pass] = calls.find(([method]) => method === 'setCustomRequestProcessing') ?? [];
    return pass as (request: string) => string;
  }

  test('are sent only from reported pages and with consent', () => {
    const { analytics, calls, arrive } = setUp();
    analytics.trackPage(page('a'));
    analytics.giveConsent();
    arrive();
    const pass = passOf(calls);
    expect(pass('ping=1&url=x')).toBe('ping=1&url=x');
    analytics.ignorePage();
    expect(pass('ping=1&url=x')).toBe('');
    analytics.trackPage(page('b'));
    expect(pass('ping=1&url=x')).toBe('ping=1&url=x');
    analytics.withdrawConsent();
    expect(pass('ping=1&url=x')).toBe('');
  });

  test('contain link targets without query and hash', () => {
    const { analytics, calls, arrive } = setUp();
    analytics.trackPage(page('a'));
    analytics.giveConsent();
    arrive();
    const pass = passOf(calls);
    const to = encodeURIComponent('https://x.labs.example/in?ticket=s3cret#top');
    const bare = encodeURIComponent('https://x.labs.example/in');
    expect(pass(`link=${to}&idsite=1`)).toBe(`link=${bare}&idsite=1`);
    expect(pass(`idsite=1&download=${to}`)).toBe(`idsite=1&download=${bare}`);
    expect(pass('xlink=a%3Fb&action_name=link%3D1%3F')).toBe('xlink=a%3Fb&action_name=link%3D1%3F');
  });
});

test.each([
  ['localhost', true],
  ['learn.localhost', true],
  ['127.0.0.1', true],
  ['127.8.9.10', true],
  ['192.168.178.2', true],
  ['[::1]', true],
  ['learn.example', false],
  ['notlocalhost', false],
  ['localhost.example', false],
  ['127.example', false],
  ['192.168.example.org', false],
  ['192.169.0.1', false],
])('%s is a local host: %s', (host, isLocal) => {
  expect(isLocalHost(host)).toBe(isLocal);
});

test('bareUrl removes query and hash', () => {
  expect(bareUrl(new URL('https://learn.example/a/b?code=1#x'))).toBe('https://learn.example/a/b');
});

/**
 * Simulates the tracker: without consent it keeps requests and sends them after the consent, unless a page view comes
 * first.
 */
function fakeTracker(window: TrackerWindow) {
  const sent: string[] = [];
  let kept: string[] = [];
  const state = { consent: true, user: '', url: 'https://learn.example/?code=s3cret', referrer: '', title: '' };
  let process = (request: string) => request;
  const request = (what: string) => {
    const { user, url, referrer, title } = state;
    const whole = process([what, user, url, referrer, title].map(encodeURIComponent).join('&'));
    if (!state.consent) kept.push(whole);
    else if (whole) sent.push(whole);
  };
  const methods: Record<string, (value: never) => void> = {
    requireConsent: () => {
      state.consent = false;
    },
    setConsentGiven: () => {
      state.consent = true;
      sent.push(...kept.filter(Boolean));
      kept = [];
      if (sent.length > 0) request('ping');
    },
    forgetConsentGiven: () => {
      state.consent = false;
    },
    setUserId: (value: string) => {
      state.user = value;
    },
    resetUserId: () => {
      state.user = '';
    },
    setReferrerUrl: (value: string) => {
      state.referrer = value;
    },
    setCustomUrl: (value: string) => {
      state.url = value;
    },
    setDocumentTitle: (value: string) => {
      state.title = value;
    },
    setCustomRequestProcessing: (value: typeof process) => {
      process = value;
    },
    trackPageView: () => {
      kept = [];
      request('view');
    },
  };
  const execute = ([method, value]: Call) => methods[method]?.(value as never);
  for (const call of window._paq as Call[]) execute(call);
  window._paq = { push: execute };
  window.Matomo = {};
  return { sent, click: () => request('click') };
}

const events = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom('view a', 'view b', 'view c') },
    { weight: 2, arbitrary: fc.constantFrom('give', 'withdraw', 'click', 'arrive') },
    fc.constantFrom('ignore', 'wait a second', 'sign in 1', 'sign in 2', 'sign out'),
  ),
  { maxLength: 60, size: 'max' },
);

/** Model of the requests that Matomo should receive. */
function modelOf() {
  const hits: string[] = [];
  let [hasConsent, isLoaded, secondsWaited] = [false, false, 0];
  let [user, open, referrer, last] = ['', '', '', ''];
  const hit = (what: string) =>
    hits.push([what, user, page(open).url, referrer, page(open).title].map(encodeURIComponent).join('&'));
  const isLost = () => !isLoaded && secondsWaited >= 3;
  let [isRequested, isReported] = [false, false];
  const view = () => {
    if (!hasConsent || !open || isReported) return;
    [referrer, last] = [last, page(open).url];
    [isRequested, isReported] = [true, true];
    hit('view');
  };
  return {
    hits: () => (isLost() ? [] : hits),
    apply(event: string) {
      const [verb, what = ''] = event.split(/ (?=\S+$)/);
      if (verb === 'view' || verb === 'ignore') {
        open = what;
        isReported = false;
        view();
      } else if (verb === 'give' && !hasConsent) {
        hasConsent = true;
        view();
      } else if (verb === 'withdraw') {
        hasConsent = false;
        last = '';
        // Pending reports are dropped.
        if (!isLoaded) [hits.length, isReported] = [0, false];
      } else if (verb === 'sign in') user = `user_pk:${what}`;
      else if (event === 'sign out') user = '';
      else if (event === 'click' && isLoaded && !isLost() && hasConsent && open) hit('click');
      else if (event === 'arrive' && isRequested && !isLost()) isLoaded = true;
      else if (event === 'wait a second' && isRequested) secondsWaited += 1;
    },
  };
}

test('reports each page once and in order for any sequence of events', () => {
  const property = fc.property(events, (sequence) => {
    const { analytics, window } = setUp({ referrer: '' });
    const expected = modelOf();
    let tracker: ReturnType<typeof fakeTracker> | undefined;
    const actions: Record<string, () => void> = {
      'view a': () => analytics.trackPage(page('a')),
      'view b': () => analytics.trackPage(page('b')),
      'view c': () => analytics.trackPage(page('c')),
      ignore: analytics.ignorePage,
      give: analytics.giveConsent,
      withdraw: analytics.withdrawConsent,
      'sign in 1': () => analytics.setUser(1),
      'sign in 2': () => analytics.setUser(2),
      'sign out': analytics.clearUser,
      click: () => tracker?.click(),
      'wait a second': () => vi.advanceTimersByTime(1_000),
      arrive() {
        if (tracker || !window._paq) return;
        tracker = fakeTracker(window);
        vi.advanceTimersByTime(50);
      },
    };
    for (const event of [...sequence, 'arrive']) {
      actions[event]?.();
      expected.apply(event);
    }
    vi.clearAllTimers();
    expect(tracker?.sent ?? []).toEqual(expected.hits());
  });
  fc.assert(property, { numRuns: 500 });
});
