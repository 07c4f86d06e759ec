import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { launch, newVisitor, settled } from './support/browser.ts';
import { openAs, signUp } from './support/learner.ts';
import { type Hit, type Matomo, startMatomo } from './support/matomo.ts';
import { startPlatform } from './support/platform.ts';
import { freePort } from './support/server.ts';

/**
 * Page views reach the operator's Matomo only with the visitor's consent. The platform has a host name that is not
 * local, because it counts no views on local hosts. A server of this test plays Matomo.
 */

const host = 'learn.example.test';
const matomoHost = 'stats.internal';

let matomo: Matomo;
let platform: Awaited<ReturnType<typeof startPlatform>>;
let browser: Browser;
/** The platform at its public host name. */
let site: { url: string };

beforeAll(async () => {
  const [port, started] = await Promise.all([freePort(), startMatomo()]);
  matomo = started;
  site = { url: `http://${host}:${port}` };
  const env = { MATOMO_URL: `http://${matomoHost}:${matomo.port}/`, PUBLIC_URL: site.url };
  [browser, platform] = await Promise.all([
    launch(
      `--host-resolver-rules=MAP ${host} 127.0.0.1,MAP ${matomoHost} 127.0.0.1`,
      // At an insecure origin browsers report the header Cross-Origin-Opener-Policy as an error.
      `--unsafely-treat-insecure-origin-as-secure=${site.url}`,
    ),
    startPlatform(env, port),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await platform?.end();
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

it('counts no visitor before the decision or after a refusal, and a blocked tracker breaks no page', async () => {
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

  await context.route('**/matomo.js', (route) => route.abort());
  await changeDecision(page, true);
  await expect.poll(() => errors.length).toBe(1);
  // The browser itself logs this to the console.
  expect(errors[0]).toContain('net::ERR_FAILED');
  await followLink(page, 'Labs');
  // The next page load tries the tracker again.
  await context.unroute('**/matomo.js');
  await page.reload();
  await waitForViews(1);
  expect(recordedViews()).toHaveLength(1);
  expect(errors).toHaveLength(1);
  await context.close();
});

it('counts a visitor who accepts from the open page on, page by page, without search words and secret addresses', async () => {
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
  expect(matomo.requests.filter((one) => one !== 'POST /matomo.php')).toEqual(['GET /matomo.js']);
  expect(await trackerCookies(context)).toEqual(['_pk_id.1.1fff', '_pk_ses.1.1fff']);

  // Links and time, without the secret parts of a link.
  await leaveWindow(page);
  await expect.poll(() => matomo.hits.length).toBe(6);
  const [link, ping] = ['link', 'ping'].map((kind) => matomo.hits.find(({ query }) => query[kind])?.query);
  expect(link).toMatchObject({ link: 'https://labs.example/in', url: at('/labs'), idsite: '1' });
  expect(ping).toMatchObject({ ping: '1', url: at('/labs') });

  // A page load counts once, without a new question. Each layout mounts its own consent provider.
  await page.goto(`${site.url}/login?reason=account`);
  await waitForViews(5);
  await settled(page);
  expect(await notice(page).count()).toBe(0);
  expect(new Set(matomo.hits.map(({ query }) => query._id)).size).toBe(1);
  matomo.hits.length = 0;
  await page.getByRole('link', { name: /forgot/i }).click();
  await page.getByRole('heading', { level: 1, name: /password/i }).waitFor();
  await leaveWindow(page);
  await settled(page);
  await page.getByRole('link', { name: 'Log in' }).click();
  await waitForViews(1);
  await page.getByRole('link', { name: 'Hexpedition' }).first().click();
  await waitForViews(2);
  expect(matomo.hits).toHaveLength(2);
  expect(recordedViews().map(([url, , referrer]) => [url, referrer])).toEqual([
    [at('/login'), at('/login')],
    [at(new URL(page.url()).pathname), at('/login')],
  ]);
  // A page opened by a link from a mail does not even request the tracker.
  matomo.requests.length = 0;
  await page.goto(`${site.url}/verify/7/s3cret`);
  await settled(page);
  expect(matomo.requests).toEqual([]);
  expect(errors.filter((error) => !/Failed to load resource/.test(error))).toEqual([]);
  await context.close();
});

it('counts a learner under their user id until they log out', async () => {
  const { page, context, errors } = await visit();
  await page.goto(`${site.url}/labs`);
  await decide(page, 'Accept');
  await waitForViews(1);
  // Only the browser can resolve the host name of the platform.
  const learner = await signUp(site, {}, async (url, init) => {
    const answer = await page.evaluate(async ([to, options]) => (await fetch(to, options)).text(), [
      url,
      init,
    ] as const);
    return new Response(answer);
  });
  const { pk } = learner.user;
  await openAs(page, site, learner, '/labs');
  await waitForViews(2);
  await followLink(page, 'Leaderboard');
  await waitForViews(3);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL(/reason=user-nav/);
  await waitForViews(4);
  const users = viewsOf(matomo.hits).map(({ query }) => query.uid);
  expect(users).toEqual([undefined, `user_pk:${pk}`, `user_pk:${pk}`, undefined]);
  expect(recordedViews().at(-1)?.[0]).not.toContain('reason');
  expect(errors).toEqual([]);
  await context.close();
});

it('counts nothing in any tab after consent is withdrawn, keeps no tracker cookie, and counts again after a new agreement', async () => {
  const { page, context, errors } = await visit();
  await page.goto(`${site.url}/labs`);
  await decide(page, 'Accept');
  await waitForViews(1);
  expect(await trackerCookies(context)).toHaveLength(2);
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
  const paths = () => recordedViews().map(([url]) => new URL(String(url)).pathname);
  expect(paths()).toEqual(['/labs', '/leaderboard', '/labs', '/leaderboard']);
  await other.close();

  await changeDecision(page, false);
  await followLink(page, 'Labs');
  await expect.poll(() => trackerCookies(context)).toEqual([]);
  expect(matomo.hits).toHaveLength(4);
  // The page still holds the tracker: it must not report later what the visitor did in the meantime.
  await leaveWindow(page);
  await changeDecision(page, true);
  await waitForViews(5);
  await changeDecision(page, false);
  await page.reload();
  await followLink(page, 'Leaderboard');
  await expect.poll(() => trackerCookies(context)).toEqual([]);
  await changeDecision(page, true);
  await waitForViews(6);
  await settled(page);
  expect(
    recordedViews()
      .slice(4)
      .map(([url, , referrer]) => [url, referrer]),
  ).toEqual([
    [`${site.url}/labs`, undefined],
    [`${site.url}/leaderboard`, undefined],
  ]);
  expect(matomo.hits).toHaveLength(6);
  expect(errors).toEqual([]);
  await context.close();
});
