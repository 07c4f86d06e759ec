import type { SignedIn } from '@hexpedition/contract';
import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { followImports, readFirstLoad } from '../bench/benchmarks/first-load.ts';
import { AxeOnce, findingsInBothThemes } from './support/axe.ts';
import { newVisitor, openBrowser, settled } from './support/browser.ts';
import { openAs, signUp } from './support/learner.ts';
import { type Platform, sharedPlatform } from './support/platform.ts';

/** Every page: the server renders its text, it loads without an error, and it has no axe findings in either theme. */

let browser: Browser;
let platform: Platform;
let learner: SignedIn;

beforeAll(async () => {
  [browser, platform] = await Promise.all([openBrowser(), sharedPlatform()]);
  learner = await signUp(platform);
});

const pages: [path: string, words: string][] = [
  ['/', 'First Light'],
  ['/map', 'First Light'],
  ['/map?view=list', 'Cross-Site Scripting'],
  ['/map/web', 'SQL Injection'],
  ['/map/cryptography/xor', 'XOR and the One-Time Pad'],
  ['/map/foundations/first-light/detail', 'What hacking is'],
  ['/map/lab/lost-luggage', 'Lost Luggage'],
  ['/map/lab/tide-table/detail', 'Tide Table'],
  ['/youtube', 'Watch the Wire'],
  ['/youtube?view=list', 'Grains of Salt'],
  ['/youtube/behind-the-lock', 'Behind the Lock'],
  ['/youtube/on-the-wire/watch-the-wire', 'Watch the Wire'],
  ['/youtube/on-the-wire/watch-the-wire/detail', 'A name becomes an address'],
  ['/courses/first-light', 'Your first break-in'],
  ['/courses/first-light/bearings', 'What is allowed'],
  ['/courses/rsa', 'RSA by Hand'],
  ['/labs', 'Lost Luggage'],
  ['/lab/lost-luggage', 'Lost Luggage'],
  ['/lab/tide-table', 'Tide Table'],
  ['/leaderboard', 'Leaderboard'],
  ['/login', 'Log in'],
  ['/signup', 'Create account'],
  ['/password-reset', 'Forgot your password?'],
  ['/password-reset/1/x', 'Set a new password'],
  ['/verify/1/x', 'Confirm your email'],
  ['/legal', 'Apache'],
  ['/network-error', 'Uh-Oh! Looks like your network has some issues.'],
];

/**
 * One page of each kind, besides those that Go back and the learner open. The map of videos has the same pages as the
 * map of courses.
 */
const visitorPages = [
  '/map?view=list',
  '/map/web',
  '/map/cryptography/xor',
  '/map/foundations/first-light/detail',
  '/map/lab/lost-luggage',
  '/map/lab/tide-table/detail',
  '/youtube',
  '/youtube/on-the-wire/watch-the-wire/detail',
  '/courses/first-light',
  '/courses/first-light/bearings',
  '/courses/rsa',
  '/lab/lost-luggage',
  '/leaderboard',
  '/login',
  '/signup',
  '/password-reset',
  '/password-reset/1/x',
  '/verify/1/x',
  '/legal',
  '/network-error',
];

/** Pages of which the server renders only the title, and unknown addresses. */
const titles: [path: string, status: number, title: string][] = [
  ['/account', 200, 'Account Settings'],
  ['/account/profile', 200, 'Public Profile Settings'],
  ['/account/sessions', 200, 'Active Sessions'],
  ['/subscription/payments', 200, 'Subscription Payments'],
  ['/subscription/vouchers', 200, 'Vouchers'],
  ['/admin/vouchers', 200, 'Admin'],
  ['/admin/payments', 200, 'Admin'],
  ['/account/nothing', 404, 'Not Found'],
  ['/map/nothing', 404, 'Not Found'],
  ['/map/web/nothing', 404, 'Not Found'],
  ['/map/lab/nothing/detail', 404, 'Not Found'],
  ['/youtube/on-the-wire/http', 404, 'Not Found'],
];

it.each(titles)('%s answers %i with the title "%s", and is not indexed', async (path, status, title) => {
  const page = await fetch(platform.url + path);
  const html = await page.text();
  expect(page.status).toBe(status);
  expect(html).toContain(`<title>${title} · Hexpedition</title>`);
  expect(html.match(/<title>/g)).toHaveLength(1);
  expect(html).toContain('<meta name="robots" content="noindex"/>');
});

const decode = (html: string) => html.replace(/&#x27;|&#39;/g, "'").replace(/&amp;/g, '&');

const ask = (address: string, encoding: string) =>
  fetch(platform.url + address, { headers: { 'accept-encoding': encoding } });

const files = new Map<string, Promise<string>>();

/** Returns the text of a script or style sheet, which many pages share. */
function textOf(address: string): Promise<string> {
  const text = files.get(address) ?? ask(address, 'identity').then((answer) => answer.text());
  files.set(address, text);
  return text;
}

// `npm run bench -- bundle` shows what the bytes are.
it.each(['/map', '/courses/http/one-exchange/anatomy-of-a-url', '/courses/first-light/first-hack/your-first-break-in'])(
  'the first load of %s stays below 160,000 bytes of JavaScript',
  async (path) => {
    const page = await ask(path, 'identity');
    expect(page.status).toBe(200);
    const scripts = await followImports(readFirstLoad(await page.text()).scripts, textOf);
    const sizes = await Promise.all(
      scripts.map(async (script) => {
        const answer = await ask(script, 'gzip');
        expect(answer.headers.get('content-encoding') ?? 'identity').toMatch(/^(gzip|identity)$/);
        return Number(answer.headers.get('content-length'));
      }),
    );
    expect(Math.min(...sizes)).toBeGreaterThan(0);
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(160_000);
  },
);

it('the HTML of /map stays below 150 KB, and below 30 KB with brotli', async () => {
  const size = async (encoding: string) => Number((await ask('/map', encoding)).headers.get('content-length'));
  expect(await size('identity')).toBeLessThan(150 * 1_024);
  expect(await size('br')).toBeLessThan(30 * 1_024);
});

/** Checks that a page links all of its styles, so that nothing shifts when its scripts load. */
async function expectLinkedStyles(html: string): Promise<void> {
  const sheets = [...html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, href = '']) => href);
  const rules = await Promise.all(sheets.map(textOf));
  const used = [...html.matchAll(/ class="([^"]+)"/g)].flatMap(([, names = '']) => names.split(' '));
  // CSS module names, such as `_1ftqs`.
  const ours = [...new Set(used)].filter((name) => /^_[\w-]{5}$/.test(name));
  expect(ours.length).toBeGreaterThan(20);
  expect(ours.filter((name) => !rules.some((text) => text.includes(`.${name}`)))).toEqual([]);
}

describe('the HTML', () => {
  it.each(pages)(
    'on %s has its text, all of its styles, no style attribute, and a policy without unsafe-inline',
    async (path, words) => {
      const response = await fetch(platform.url + path);
      const html = await response.text();
      expect(response.status).toBe(200);
      expect(decode(html)).toContain(words);
      expect(html).toMatch(/<footer\b[\s\S]*>Manage cookies<\/button>[\s\S]*<\/footer>/);
      expect(html).not.toMatch(/<[^>]+\sstyle=/);
      const policy = response.headers.get('content-security-policy') ?? '';
      expect(policy).toContain("script-src 'self' 'sha256-");
      expect(policy).not.toMatch(/unsafe/);
      expect(response.headers.get('set-cookie')).toBeNull();
      await expectLinkedStyles(html);
    },
  );

  it.each([
    '/courses/terminal/finding-your-feet/prompt-and-commands',
    '/courses/first-light/first-hack/your-first-break-in',
  ])('on %s links all of its styles', async (path) => {
    await expectLinkedStyles(await (await fetch(platform.url + path)).text());
  });

  it('is byte-identical for a learner', async () => {
    const read = async (path: string, headers = {}) => (await fetch(platform.url + path, { headers })).text();
    const headers = { authorization: `Bearer ${learner.token.access}`, cookie: 'token=x' };
    for (const path of ['/map', '/courses/first-light', '/leaderboard']) {
      // Between the two requests, a learner of another test file may find a flag.
      await expect.poll(async () => (await read(path, headers)) === (await read(path))).toBe(true);
    }
  });

  it('contains the text of a lesson', async () => {
    const html = await (await fetch(`${platform.url}/courses/first-light/bearings/what-hacking-is`)).text();
    expect(html).toContain('<h1');
    expect(html.replace(/<[^>]+>/g, ' ').split(/\s+/).length).toBeGreaterThan(600);
  });

  it.each([
    ['/', 'map'],
    ['/map', 'map'],
    ['/map/foundations/first-light', 'course/first-light'],
    ['/courses/first-light', 'course/first-light'],
    ['/courses/first-light/bearings/what-hacking-is', 'course/first-light'],
    ['/lab/tide-table', 'lab/tide-table'],
    ['/map/lab/tide-table', 'lab/tide-table'],
  ])('on %s has link-preview tags with a picture', async (path, picture) => {
    const html = await (await fetch(platform.url + path)).text();
    const tag = (name: string) => new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(html)?.[1];
    expect([tag('og:title'), tag('og:description')]).toEqual([expect.any(String), expect.any(String)]);
    expect(tag('og:url')).toBe(`${platform.url}${path}`);
    expect(tag('twitter:card')).toBe('summary_large_image');
    expect(tag('og:image')).toBe(`${platform.url}/share/${picture}.png`);
    const answer = await fetch(tag('og:image') ?? '');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
  });

  it('on an unknown path names the problem and has the right status', async () => {
    for (const [path, text] of [
      ['/no/such/page', 'The page could not be found.'],
      ['/design', 'The page could not be found.'],
      ['/404/chart', 'The chart could not be found.'],
      ['/courses/no-such-training', 'could not be found.'],
      ['/lab/no-such-lab', 'could not be found.'],
    ] as const) {
      const response = await fetch(platform.url + path);
      expect([path, response.status]).toEqual([path, 404]);
      expect(await response.text()).toContain(text);
    }
    const call = await fetch(`${platform.url}/api/no-such-call`);
    expect([call.status, await call.json()]).toEqual([
      404,
      { code: 'not_found', msg: 'The address could not be found.' },
    ]);
  });
});

describe('in the browser', () => {
  const axe = new AxeOnce();

  it('every kind of page loads without an error and has no axe findings, and Go back leads to the page before', async () => {
    const { page, context, errors } = await newVisitor(browser, { theme: 'dark' });
    const findings: string[] = [];
    const check = async () => findings.push(...(await findingsInBothThemes(page, axe)));
    const open = async (path: string) => {
      await page.goto(platform.url + path);
      await check();
    };
    const goBackTo = async (path: string) => {
      await page.goto(`${platform.url}/404/lab`);
      await settled(page);
      await page.getByRole('link', { name: 'Go back' }).click();
      await page.waitForURL(platform.url + path);
      await check();
    };
    // Without a previous page of this site.
    await goBackTo('/map');
    for (const path of visitorPages) await open(path);
    await open('/labs');
    await goBackTo('/labs');
    await context.close();
    // The browser logs the status of the missing page as an error.
    expect(errors.filter((error) => !/\/404\/lab: .* 404 /.test(error))).toEqual([]);
    expect(findings).toEqual([]);
  });

  it('a learner’s pages load without an error on a phone, fit the screen and have no axe findings', async () => {
    const { page, context, errors } = await newVisitor(browser, { theme: 'dark', width: 390, height: 844 });
    // This page has no scripts. A page whose loading is interrupted can report an error.
    await openAs(page, platform, learner, '/robots.txt');
    const findings: string[] = [];
    for (const path of [
      '/',
      '/map',
      '/courses/first-light/bearings/what-hacking-is',
      '/lab/tide-table',
      '/leaderboard',
      `/profile/${learner.user.username}`,
      '/subscription/payments',
      '/login?reason=account',
    ]) {
      await page.goto(platform.url + path);
      findings.push(...(await findingsInBothThemes(page, axe)));
    }
    expect(errors).toEqual([]);
    expect(findings).toEqual([]);

    // The account pages set their own titles.
    await page.setViewportSize({ width: 1280, height: 860 });
    await page.goto(`${platform.url}/account`);
    const pages = [
      ['/account/sessions', 'Active Sessions'],
      ['/account/profile', 'Public Profile Settings'],
      ['/account', 'Account Settings'],
    ];
    await expect.poll(() => page.title()).toBe('Account Settings · Hexpedition');
    for (const [path, title] of pages) {
      await page.locator(`nav[aria-label="Account pages"] a[href="${path}"]`).click();
      await expect.poll(() => page.title()).toBe(`${title} · Hexpedition`);
    }
    await context.close();
  });
});

describe('the root address', () => {
  /** Paths of all requests of a page so far. */
  const requestsOf = (page: Page) => {
    const paths: string[] = [];
    page.on('request', (request) => paths.push(new URL(request.url()).pathname));
    return paths;
  };
  const twice = (paths: string[]) => paths.filter((path, index) => paths.indexOf(path) !== index);

  it('shows the map to a browser without scripts, and is indexed under its own address', async () => {
    const html = await (await fetch(platform.url)).text();
    expect(html).not.toContain('noindex');
    expect(html).toContain(`<link rel="canonical" href="${platform.url}/"/>`);
    expect(html).toContain('<title>Hexpedition: learn hacking by doing it</title>');
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(platform.url);
    expect(await page.getByRole('link', { name: 'Start First Light' }).isVisible()).toBe(true);
    await context.close();
  });

  it('gives a visitor the map at its own address with one document, and requests no file twice', async () => {
    const { page, context, errors } = await newVisitor(browser);
    const paths = requestsOf(page);
    await page.goto(`${platform.url}/labs`);
    await settled(page);
    paths.length = 0;
    await page.goto(`${platform.url}/?reason=user-nav`);
    await settled(page);
    expect(page.url()).toBe(`${platform.url}/map?reason=user-nav`);
    expect(await page.title()).toBe('The Hexmap · Hexpedition');
    expect(paths.filter((path) => path === '/' || path === '/map')).toEqual(['/']);
    expect(twice(paths)).toEqual([]);
    await page.goBack();
    await page.waitForURL(`${platform.url}/labs`);
    await page.goForward();
    await page.waitForURL(`${platform.url}/map?reason=user-nav`);
    expect(errors).toEqual([]);
    await context.close();
  });

  it('gives a member the overview, also if only the session is stored, and the map again after the log-out', async () => {
    const { page, context, errors } = await newVisitor(browser);
    await openAs(page, platform, learner, '/labs');
    await settled(page);
    await context.clearCookies({ name: 'member' });
    await page.goto(platform.url);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
    expect((await context.cookies()).find(({ name }) => name === 'member')?.value).toBe('1');
    await settled(page);

    const paths = requestsOf(page);
    await page.reload();
    await settled(page);
    expect(paths.filter((path) => path === '/')).toEqual(['/']);
    expect(twice(paths.filter((path) => path.startsWith('/assets/')))).toEqual([]);

    // The cookie alone, without a session: the browser leaves the overview for the map.
    await page.evaluate(() => localStorage.removeItem('token'));
    await page.goto(platform.url);
    await page.waitForURL(`${platform.url}/map`);
    await settled(page);
    expect((await context.cookies()).some(({ name }) => name === 'member')).toBe(false);
    expect(errors).toEqual([]);
    await context.close();
  });
});
