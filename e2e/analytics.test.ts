import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launch, newVisitor, settled } from './support/browser.ts';
import { openAs, signUp } from './support/learner.ts';
import { type Hit, type Matomo, startMatomo } from './support/matomo.ts';
import { startPlatform } from './support/platform.ts';
import { freePort, type RunningServer, startServer, temporaryFolder } from './support/server.ts';

/**
 * Page views reach the operator's Matomo only with the visitor's consent. The platform has a host name that is not
 * local, because it counts no views on local hosts. A server of this test plays Matomo.
 */

const host = 'learn.example.test';
const matomoHost = 'stats.internal';

let matomo: Matomo;
let platform: Awaited<ReturnType<typeof startPlatform>>;
let browser: Browser;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
/** The platform at its public host name. */
let site: { url: string };
/** A second node of the same platform, at a local host name. */
let local: RunningServer;

beforeAll(async () => {
  const [port, started] = await Promise.all([freePort(), startMatomo()]);
  matomo = started;
  site = { url: `http://${host}:${port}` };
  const env = {
    MATOMO_URL: `http://${matomoHost}:${matomo.port}/`,
    SECRET_KEY: 'the same one on every node '.repeat(2),
  };
  [browser, platform] = await Promise.all([
    launch(
      `--host-resolver-rules=MAP ${host} 127.0.0.1,MAP ${matomoHost} 127.0.0.1`,
      // Browsers offer the APIs of the proof of work only to secure origins.
      `--unsafely-treat-insecure-origin-as-secure=${site.url}`,
    ),
    startPlatform({ ...env, PUBLIC_URL: site.url }, port),
  ]);
  folder = await temporaryFolder();
  local = await startServer({
    dataDir: folder.path,
    databaseUrl: platform.databaseUrl,
    env: { ...env, POW_COST: '50' },
  });
});
afterAll(async () => {
  await browser?.close();
  await local?.stop();
  await platform?.end();
  await folder?.remove();
  await matomo?.end();
});
beforeEach(() => {
  matomo.requests.length = 0;
  matomo.hits.length = 0;
});

const visit = () => newVisitor(browser, { undecided: true, hosts: [host, matomoHost] });

const notice = (page: Page) => page.getByRole('dialog', { name: 'Allow optional services?' });
const decide = (page: Page, decision: 'Accept' | 'Decline') =>
  notice(page).getByRole('button', { name: decision, exact: true }).click();

/** Changes the decision later, in the dialog behind "Manage cookies". */
async function changeDecision(page: Page, agrees: boolean): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Manage cookies' });
  await page.getByRole('button', { name: 'Manage cookies' }).last().click();
  await dialog.getByRole('checkbox', { name: 'Statistics' }).setChecked(agrees);
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
}

/**
 * Follows a link without a full page load.
 * @returns the title of the new page
 */
async function followLink(page: Page, name: string): Promise<string> {
  const menu = page.getByRole('navigation', { name: 'Main' });
  await menu.getByRole('link', { name, exact: true }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await settled(page);
  return page.title();
}

const viewsOf = (hits: Hit[]) => hits.filter(({ query }) => query.action_name !== undefined);
const waitForViews = (count: number) => expect.poll(() => viewsOf(matomo.hits).length).toBe(count);

/** URL, title and referrer of each recorded page view. */
const recordedViews = () =>
  viewsOf(matomo.hits).map(({ query: { url, action_name, urlref } }) => [url, action_name, urlref]);

const trackerCookies = async (context: BrowserContext) =>
  (await context.cookies())
    .map(({ name }) => name)
    .filter((name) => /^_pk_|^_?mtm_|^MATOMO/.test(name))
    .sort();

/** Follows an external link as far as the tracker can see, and returns to the window after sixteen seconds. */
const leaveWindow = (page: Page) =>
  page.evaluate(() => {
    const link = document.createElement('a');
    link.href = 'https://labs.example/in?ticket=s3cret#top';
    link.addEventListener('click', (event) => event.preventDefault());
    document.body.append(link);
    link.click();
    link.remove();
    const { now } = Date;
    Date.now = () => now() + 16_000;
    window.dispatchEvent(new Event('blur'));
    Date.now = now;
  });

describe('a visitor who has not agreed', () => {
  it('is not counted before the decision, nor after declining, on this page and the next page load', async () => {
    const { page, context, errors } = await visit();
    const expectNoViews = async () => {
      await settled(page);
      expect(matomo.requests).toEqual([]);
      expect(await trackerCookies(context)).toEqual([]);
    };
    await page.goto(`${site.url}/leaderboard`);
    await notice(page).waitFor();
    await followLink(page, 'Labs');
    await expectNoViews();
    await decide(page, 'Decline');
    await followLink(page, 'Leaderboard');
    await expectNoViews();
    await page.reload();
    await expectNoViews();
    expect(errors).toEqual([]);
    await context.close();
  });
});

describe('a visitor who accepts', () => {
  it('is counted from the open page on, page by page, without search words', async () => {
    const { page, context, errors } = await visit();
    await page.goto(`${site.url}/labs?q=secret#top`);
    await followLink(page, 'Leaderboard');
    const boards = await page.title();
    await decide(page, 'Accept');
    await waitForViews(1);
    const labs = await followLink(page, 'Labs');
    // Two views in quick succession use separate connections and may arrive in either order.
    await waitForViews(2);
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Leaderboard' }).waitFor();
    await waitForViews(3);
    await page.goForward();
    await page.getByRole('heading', { level: 1, name: 'Labs' }).waitFor();
    await waitForViews(4);
    const at = (path: string) => site.url + path;
    expect(recordedViews()).toEqual([
      [at('/leaderboard'), boards, undefined],
      [at('/labs'), labs, at('/leaderboard')],
      [at('/leaderboard'), boards, at('/labs')],
      [at('/labs'), labs, at('/leaderboard')],
    ]);
    expect(boards).toContain('Leaderboard');
    for (const { method, query, body, referer } of matomo.hits) {
      expect({ method, body, referer, site: query.idsite, user: query.uid }).toEqual({
        method: 'POST',
        body: '',
        referer: undefined,
        site: '1',
        user: undefined,
      });
    }
    expect(new Set(matomo.hits.map(({ query }) => query._id)).size).toBe(1);
    expect(matomo.requests.filter((one) => one !== 'POST /matomo.php')).toEqual(['GET /matomo.js']);
    expect(await trackerCookies(context)).toEqual(['_pk_id.1.1fff', '_pk_ses.1.1fff']);
    expect(errors).toEqual([]);
    await context.close();
  });

  it('is counted once on the next page load, without a new question', async () => {
    const { page, context, errors } = await visit();
    await page.goto(`${site.url}/labs`);
    await decide(page, 'Accept');
    await waitForViews(1);
    await page.goto(`${site.url}/leaderboard?period=month`);
    await waitForViews(2);
    // Each layout mounts its own consent provider.
    await page.goto(`${site.url}/login`);
    await waitForViews(3);
    await page.getByRole('link', { name: 'Hexpedition' }).first().click();
    await waitForViews(4);
    await settled(page);
    expect(recordedViews().map(([url]) => new URL(String(url)).pathname)).toEqual([
      '/labs',
      '/leaderboard',
      '/login',
      new URL(page.url()).pathname,
    ]);
    expect(await notice(page).count()).toBe(0);
    expect(new Set(matomo.hits.map(({ query }) => query._id)).size).toBe(1);
    expect(errors).toEqual([]);
    await context.close();
  });

  it('is not counted on pages with a secret address, and no hit names such a page', async () => {
    const { page, context, errors } = await visit();
    await page.goto(`${site.url}/login`);
    await decide(page, 'Accept');
    await waitForViews(1);
    await page.getByRole('link', { name: /forgot/i }).click();
    await page.getByRole('heading', { level: 1, name: /password/i }).waitFor();
    await leaveWindow(page);
    await settled(page);
    await page.getByRole('link', { name: 'Log in' }).click();
    await waitForViews(2);
    expect(matomo.hits).toHaveLength(2);
    expect(recordedViews().map(([url, , referrer]) => [url, referrer])).toEqual([
      [`${site.url}/login`, undefined],
      [`${site.url}/login`, `${site.url}/login`],
    ]);
    // A page opened by a link from a mail does not even request the tracker.
    matomo.requests.length = 0;
    for (const path of ['/verify/7/s3cret', '/password-reset/7/s3cret', '/unsubscribe/7/s3cret']) {
      await page.goto(site.url + path);
      await settled(page);
    }
    expect(matomo.requests).toEqual([]);
    expect(errors.filter((error) => !/Failed to load resource/.test(error))).toEqual([]);
    await context.close();
  });

  it('is not counted on a local host', async () => {
    const { page, context, errors } = await visit();
    await page.goto(`${local.url}/labs`);
    await decide(page, 'Accept');
    await followLink(page, 'Leaderboard');
    await page.reload();
    await settled(page);
    expect(matomo.requests).toEqual([]);
    expect(await trackerCookies(context)).toEqual([]);
    expect(errors).toEqual([]);
    await context.close();
  });

  it('has links and time counted, without the secret parts of a link', async () => {
    const { page, context, errors } = await visit();
    await page.goto(`${site.url}/labs`);
    await decide(page, 'Accept');
    await waitForViews(1);
    await leaveWindow(page);
    await expect.poll(() => matomo.hits.length).toBe(3);
    const [link, ping] = ['link', 'ping'].map((kind) => matomo.hits.find(({ query }) => query[kind])?.query);
    expect(link).toMatchObject({ link: 'https://labs.example/in', url: `${site.url}/labs`, idsite: '1' });
    expect(ping).toMatchObject({ ping: '1', url: `${site.url}/labs` });
    expect(errors).toEqual([]);
    await context.close();
  });
});

describe('a learner', () => {
  it('is counted under their user id until they log out', async () => {
    const { page, context, errors } = await visit();
    const learner = await signUp(local);
    await openAs(page, site, learner, '/labs');
    await decide(page, 'Accept');
    await waitForViews(1);
    await followLink(page, 'Leaderboard');
    await waitForViews(2);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL(/reason=user-nav/);
    await waitForViews(3);
    expect(viewsOf(matomo.hits).map(({ query }) => query.uid)).toEqual([
      `user_pk:${learner.user.pk}`,
      `user_pk:${learner.user.pk}`,
      undefined,
    ]);
    expect(recordedViews().at(-1)?.[0]).not.toContain('reason');
    expect(errors).toEqual([]);
    await context.close();
  });
});

describe('a visitor who withdraws consent', () => {
  it('is not counted from then on and keeps no tracker cookie, and is counted again after agreeing again', async () => {
    const { page, context, errors } = await visit();
    await page.goto(`${site.url}/labs`);
    await decide(page, 'Accept');
    await waitForViews(1);
    expect(await trackerCookies(context)).toHaveLength(2);
    await changeDecision(page, false);
    await followLink(page, 'Leaderboard');
    await expect.poll(() => trackerCookies(context)).toEqual([]);
    expect(matomo.hits).toHaveLength(1);
    // The page still holds the tracker: it must not report later what the visitor did in the meantime.
    await leaveWindow(page);
    await changeDecision(page, true);
    await waitForViews(2);
    await changeDecision(page, false);
    await page.reload();
    await followLink(page, 'Labs');
    await expect.poll(() => trackerCookies(context)).toEqual([]);
    await changeDecision(page, true);
    await waitForViews(3);
    await settled(page);
    expect(recordedViews().map(([url, , referrer]) => [url, referrer])).toEqual([
      [`${site.url}/labs`, undefined],
      [`${site.url}/leaderboard`, undefined],
      [`${site.url}/labs`, undefined],
    ]);
    expect(matomo.hits).toHaveLength(3);
    expect(errors).toEqual([]);
    await context.close();
  });

  it('is not counted in their other tabs either', async () => {
    const { page, context, errors } = await visit();
    await page.goto(`${site.url}/labs`);
    await decide(page, 'Accept');
    await waitForViews(1);
    const other = await context.newPage();
    await other.goto(`${site.url}/leaderboard`);
    await waitForViews(2);
    await changeDecision(page, false);
    await other.bringToFront();
    await followLink(other, 'Labs');
    await expect.poll(() => trackerCookies(context)).toEqual([]);
    // A new agreement applies to both tabs. The pages visited in between stay unreported.
    await page.bringToFront();
    await changeDecision(page, true);
    await waitForViews(3);
    await followLink(page, 'Leaderboard');
    await waitForViews(4);
    const paths = recordedViews().map(([url]) => new URL(String(url)).pathname);
    expect(paths).toEqual(['/labs', '/leaderboard', '/labs', '/leaderboard']);
    expect(matomo.hits).toHaveLength(4);
    expect(errors).toEqual([]);
    await context.close();
  });
});

describe('the page', () => {
  it('allows only Matomo beside the platform itself', async () => {
    const policy = (await fetch(`${local.url}/labs`)).headers.get('content-security-policy') ?? '';
    const rules = new Map(policy.split('; ').map((rule) => [rule.split(' ', 1)[0], rule.split(' ').slice(1)]));
    const origin = `http://${matomoHost}:${matomo.port}`;
    const others = (name: string) => rules.get(name)?.filter((source) => !/^'|^data:$/.test(source));
    expect(others('script-src')).toEqual([`${origin}/matomo.js`]);
    for (const name of ['connect-src', 'img-src']) expect(others(name), name).toEqual([origin]);
    expect(rules.get('require-trusted-types-for')).toEqual(["'script'"]);
    expect(policy.split(origin)).toHaveLength(4);
  });

  it('works while the tracker is blocked, and tries the tracker again on the next page load', async () => {
    const { page, context, errors } = await visit();
    await context.route('**/matomo.js', (route) => route.abort());
    await page.goto(`${site.url}/labs`);
    await decide(page, 'Accept');
    await expect.poll(() => errors.length).toBe(1);
    // The browser itself logs this to the console.
    expect(errors[0]).toContain('net::ERR_FAILED');
    await followLink(page, 'Leaderboard');
    await context.unroute('**/matomo.js');
    await page.reload();
    await waitForViews(1);
    expect(recordedViews()).toHaveLength(1);
    expect(errors).toHaveLength(1);
    await context.close();
  });
});
