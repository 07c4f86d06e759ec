import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { bareUrl, createAnalytics, isLocalHost, type TrackerWindow } from './matomo.ts';

type Call = [method: string, ...values: unknown[]];

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A page's window, and the tracker that may come into it. */
function setUp({ referrer = 'https://search.example/' } = {}) {
  const window: TrackerWindow = {};
  const load = vi.fn();
  const analytics = createAnalytics({ url: 'https://stats.example/', site: '1', window, referrer, load });
  const calls: Call[] = [];
  return {
    analytics,
    load,
    /** What the tracker was told, in the order in which it obeyed. */
    calls,
    window,
    /** The script arrives and takes over the queue; the module notices when it looks the next time. */
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

/** What makes one page view, as Matomo says for pages that change without being loaded. */
const viewOf = (name: string, referrer: string): Call[] => [
  ['setReferrerUrl', referrer],
  ['setCustomUrl', page(name).url],
  ['setDocumentTitle', page(name).title],
  ['trackPageView'],
  ['enableLinkTracking'],
];

describe('the queue', () => {
  test('nothing is asked for and nothing is kept before the visitor agrees', () => {
    const { analytics, load, window } = setUp();
    analytics.signedIn(7);
    analytics.viewed(page('a'));
    analytics.viewed(page('b'));
    vi.advanceTimersByTime(10_000);
    expect(load).not.toHaveBeenCalled();
    expect(window).toEqual({});
  });

  test('the tracker is set up first, then hears of the agreement, then of the page that is open', () => {
    const { analytics, load, calls, arrive } = setUp();
    analytics.viewed(page('a'));
    analytics.viewed(page('b'));
    analytics.signedIn(7);
    analytics.given();
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

  test('each page names the one before it, but none that may not be told', () => {
    const { analytics, calls, arrive } = setUp();
    analytics.given();
    analytics.viewed(page('a'));
    arrive();
    calls.length = 0;
    analytics.viewed(page('b'));
    analytics.ignored();
    analytics.viewed(page('c'));
    expect(calls).toEqual([...viewOf('b', page('a').url), ...viewOf('c', page('b').url)]);
  });

  test('a second agreement changes nothing', () => {
    const { analytics, load, calls, arrive } = setUp();
    analytics.viewed(page('a'));
    analytics.given();
    analytics.given();
    arrive();
    const before = calls.length;
    analytics.given();
    expect(calls).toHaveLength(before);
    expect(load).toHaveBeenCalledOnce();
    expect(calls.filter(([method]) => method === 'trackPageView')).toHaveLength(1);
  });

  test('the script waits for a page that may be told, so that no other one asks for it', () => {
    const { analytics, load } = setUp();
    analytics.ignored();
    analytics.given();
    expect(load).not.toHaveBeenCalled();
    analytics.viewed(page('a'));
    expect(load).toHaveBeenCalledOnce();
  });

  test('who signs in and out is told once each, before the next page', () => {
    const { analytics, calls, arrive } = setUp();
    analytics.viewed(page('a'));
    analytics.given();
    arrive();
    calls.length = 0;
    analytics.signedIn(7);
    analytics.signedIn(7);
    analytics.viewed(page('b'));
    analytics.signedOut();
    analytics.signedOut();
    analytics.signedIn(8);
    expect(calls).toEqual([
      ['setUserId', 'user_pk:7'],
      ...viewOf('b', page('a').url),
      ['resetUserId'],
      ['setUserId', 'user_pk:8'],
    ]);
  });
});

describe('withdrawal', () => {
  test('the tracker forgets the agreement and the user, and hears of no page any more', () => {
    const { analytics, calls, arrive } = setUp();
    analytics.signedIn(7);
    analytics.viewed(page('a'));
    analytics.given();
    arrive();
    calls.length = 0;
    analytics.withdrawn();
    analytics.withdrawn();
    analytics.signedOut();
    analytics.signedIn(7);
    analytics.viewed(page('b'));
    expect(calls).toEqual([['forgetConsentGiven'], ['resetUserId']]);
  });

  test('whoever agrees again is counted from the page that is open, which does not say where it was come from', () => {
    const { analytics, calls, load, arrive } = setUp();
    analytics.signedIn(7);
    analytics.viewed(page('a'));
    analytics.given();
    arrive();
    analytics.withdrawn();
    analytics.viewed(page('b'));
    analytics.viewed(page('c'));
    calls.length = 0;
    analytics.given();
    expect(calls).toEqual([['setConsentGiven'], ['setUserId', 'user_pk:7'], ...viewOf('c', '')]);
    expect(load).toHaveBeenCalledOnce();
  });

  test('whoever agrees again on the same page has not come to it twice', () => {
    const { analytics, calls, arrive } = setUp();
    analytics.viewed(page('a'));
    analytics.given();
    arrive();
    analytics.withdrawn();
    calls.length = 0;
    analytics.given();
    analytics.viewed(page('b'));
    expect(calls).toEqual([['setConsentGiven'], ...viewOf('b', '')]);
  });

  test('a script that is still on its way is told nothing', () => {
    const { analytics, calls, arrive } = setUp();
    analytics.viewed(page('a'));
    analytics.given();
    analytics.withdrawn();
    arrive();
    expect(calls.map(([method]) => method)).not.toContain('setConsentGiven');
    expect(calls.map(([method]) => method)).not.toContain('trackPageView');
  });

  test.each([
    ['before', 2_950, true],
    ['after', 3_000, false],
  ])('a script that comes %s the wait is over', (_, after, isHeard) => {
    const { analytics, calls, arrive } = setUp();
    analytics.viewed(page('a'));
    analytics.given();
    vi.advanceTimersByTime(after);
    arrive();
    analytics.viewed(page('b'));
    expect(calls.some(([method]) => method === 'setConsentGiven')).toBe(isHeard);
    expect(calls.filter(([method]) => method === 'trackPageView')).toHaveLength(isHeard ? 2 : 0);
  });

  test('a script that never comes is not waited for any longer, and costs nothing more', () => {
    const { analytics, load, window } = setUp();
    analytics.viewed(page('a'));
    analytics.given();
    vi.advanceTimersByTime(3_000);
    expect(vi.getTimerCount()).toBe(0);
    const before = [...(window._paq as Call[])];
    analytics.viewed(page('b'));
    analytics.signedIn(7);
    analytics.withdrawn();
    analytics.given();
    expect(window._paq).toEqual(before);
    expect(load).toHaveBeenCalledOnce();
  });
});

describe('what the tracker finds worth telling itself', () => {
  /** The function that everything goes through. */
  function passOf(calls: Call[]): (request: string) => string {
    const [, pass] = calls.find(([method]) => method === 'setCustomRequestProcessing') ?? [];
    return pass as (request: string) => string;
  }

  test('goes out from pages that may be told, as long as the visitor agrees', () => {
    const { analytics, calls, arrive } = setUp();
    analytics.viewed(page('a'));
    analytics.given();
    arrive();
    const pass = passOf(calls);
    expect(pass('ping=1&url=x')).toBe('ping=1&url=x');
    analytics.ignored();
    expect(pass('ping=1&url=x')).toBe('');
    analytics.viewed(page('b'));
    expect(pass('ping=1&url=x')).toBe('ping=1&url=x');
    analytics.withdrawn();
    expect(pass('ping=1&url=x')).toBe('');
  });

  test('says where a link leads without what may be secret in it', () => {
    const { analytics, calls, arrive } = setUp();
    analytics.viewed(page('a'));
    analytics.given();
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

test('a bare address keeps neither search nor hash', () => {
  expect(bareUrl(new URL('https://learn.example/a/b?code=1#x'))).toBe('https://learn.example/a/b');
});

/**
 * Sends as the tracker does: what it has no agreement for it keeps until it has one, and then sends after all, unless a
 * page comes first.
 */
function takeOver(window: TrackerWindow) {
  const sent: string[] = [];
  let kept: string[] = [];
  const knows = { consent: true, user: '', url: 'https://learn.example/?code=s3cret', referrer: '', title: '' };
  let process = (request: string) => request;
  const request = (what: string) => {
    const { user, url, referrer, title } = knows;
    const whole = process([what, user, url, referrer, title].map(encodeURIComponent).join('&'));
    if (!knows.consent) kept.push(whole);
    else if (whole) sent.push(whole);
  };
  const methods: Record<string, (value: never) => void> = {
    requireConsent: () => {
      knows.consent = false;
    },
    setConsentGiven: () => {
      knows.consent = true;
      sent.push(...kept.filter(Boolean));
      kept = [];
      if (sent.length > 0) request('ping');
    },
    forgetConsentGiven: () => {
      knows.consent = false;
    },
    setUserId: (value: string) => {
      knows.user = value;
    },
    resetUserId: () => {
      knows.user = '';
    },
    setReferrerUrl: (value: string) => {
      knows.referrer = value;
    },
    setCustomUrl: (value: string) => {
      knows.url = value;
    },
    setDocumentTitle: (value: string) => {
      knows.title = value;
    },
    setCustomRequestProcessing: (value: typeof process) => {
      process = value;
    },
    trackPageView: () => {
      kept = [];
      request('view');
    },
  };
  const obey = ([method, value]: Call) => methods[method]?.(value as never);
  for (const call of window._paq as Call[]) obey(call);
  window._paq = { push: obey };
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

/** What Matomo should get to know, said as simply as it can be. */
function expectation() {
  const hits: string[] = [];
  let [agreed, isHere, secondsAwaited] = [false, false, 0];
  let [user, open, referrer, last] = ['', '', '', ''];
  const hit = (what: string) =>
    hits.push([what, user, page(open).url, referrer, page(open).title].map(encodeURIComponent).join('&'));
  const isLost = () => !isHere && secondsAwaited >= 3;
  let [wasAsked, isTold] = [false, false];
  const view = () => {
    if (!agreed || !open || isTold) return;
    [referrer, last] = [last, page(open).url];
    [wasAsked, isTold] = [true, true];
    hit('view');
  };
  return {
    hits: () => (isLost() ? [] : hits),
    happens(event: string) {
      const [verb, what = ''] = event.split(/ (?=\S+$)/);
      if (verb === 'view' || verb === 'ignore') {
        open = what;
        isTold = false;
        view();
      } else if (verb === 'give' && !agreed) {
        agreed = true;
        view();
      } else if (verb === 'withdraw') {
        agreed = false;
        last = '';
        // What has not been told yet is dropped.
        if (!isHere) [hits.length, isTold] = [0, false];
      } else if (verb === 'sign in') user = `user_pk:${what}`;
      else if (event === 'sign out') user = '';
      else if (event === 'click' && isHere && !isLost() && agreed && open) hit('click');
      else if (event === 'arrive' && wasAsked && !isLost()) isHere = true;
      else if (event === 'wait a second' && wasAsked) secondsAwaited += 1;
    },
  };
}

test('whatever happens, every page that may be told is told once, in order, and no other', () => {
  const property = fc.property(events, (happening) => {
    const { analytics, window } = setUp({ referrer: '' });
    const expected = expectation();
    let tracker: ReturnType<typeof takeOver> | undefined;
    const acts: Record<string, () => void> = {
      'view a': () => analytics.viewed(page('a')),
      'view b': () => analytics.viewed(page('b')),
      'view c': () => analytics.viewed(page('c')),
      ignore: analytics.ignored,
      give: analytics.given,
      withdraw: analytics.withdrawn,
      'sign in 1': () => analytics.signedIn(1),
      'sign in 2': () => analytics.signedIn(2),
      'sign out': analytics.signedOut,
      click: () => tracker?.click(),
      'wait a second': () => vi.advanceTimersByTime(1_000),
      arrive() {
        if (tracker || !window._paq) return;
        tracker = takeOver(window);
        vi.advanceTimersByTime(50);
      },
    };
    for (const event of [...happening, 'arrive']) {
      acts[event]?.();
      expected.happens(event);
    }
    vi.clearAllTimers();
    expect(tracker?.sent ?? []).toEqual(expected.hits());
  });
  fc.assert(property, { numRuns: 500 });
});
