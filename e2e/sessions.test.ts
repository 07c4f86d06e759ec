import type { SignedIn } from '@hexpedition/contract';
import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { newVisitor, openBrowser, settled } from './support/browser.ts';
import { logIn, openAs, password, signUp, storedToken } from './support/learner.ts';
import { type Platform, sharedPlatform } from './support/platform.ts';

/** Duration of a session, and the events that end it. */

let browser: Browser;
let platform: Platform;

beforeAll(async () => {
  [browser, platform] = await Promise.all([openBrowser(), sharedPlatform()]);
});

const menuOf = (page: Page, { user }: SignedIn) => page.getByRole('button', { name: `Your menu, ${user.username}` });

/** Replaces the access token by one that the server rejects, as if ten minutes had passed. */
const invalidateAccessToken = (page: Page) =>
  page.evaluate(() => {
    const token = JSON.parse(localStorage.getItem('token') ?? '{}');
    localStorage.setItem('token', JSON.stringify({ ...token, access: `${token.access}x` }));
  });

/** Counts the token refreshes of all tabs, and the maximum that ran at the same time. */
function watchRefreshes(context: BrowserContext): { count: number; maxConcurrent: number } {
  const seen = { count: 0, maxConcurrent: 0 };
  let running = 0;
  const isRefresh = (request: Request) => request.url().endsWith('/api/account/refresh_token');
  context.on('request', (request) => {
    if (!isRefresh(request)) return;
    seen.count += 1;
    running += 1;
    seen.maxConcurrent = Math.max(seen.maxConcurrent, running);
  });
  const ends = (request: Request) => {
    if (isRefresh(request)) running -= 1;
  };
  context.on('requestfinished', ends);
  context.on('requestfailed', ends);
  return seen;
}

it('two tabs refresh at the same time, stay logged in, and are both logged out with the reason', async () => {
  const learner = await signUp(platform);
  const { context, page: first, errors } = await newVisitor(browser);
  await openAs(first, platform, learner);
  const second = await context.newPage();
  await second.goto(`${platform.url}/leaderboard`);
  // A request that is still pending would refresh the token before the reload does.
  await Promise.all([settled(first), settled(second)]);
  const refreshes = watchRefreshes(context);
  await invalidateAccessToken(first);
  await Promise.all([first.reload(), second.reload()]);
  await Promise.all([first, second].map((page) => menuOf(page, learner).waitFor()));
  await first.getByRole('heading', { level: 1 }).waitFor();
  // The menu appears before the first request.
  await Promise.all([settled(first), settled(second)]);
  // The tabs refresh serially. The second one finds the new tokens in the storage. If the browser syncs the storage
  // late, it makes a refresh of its own, which the server allows for some seconds.
  expect(refreshes.maxConcurrent).toBe(1);
  expect(refreshes.count).toBeLessThanOrEqual(2);
  const { access, refresh } = await storedToken(first);
  expect(refresh).not.toBe(learner.token.refresh);
  expect(errors.filter((error) => !error.includes('401'))).toEqual([]);

  await menuOf(first, learner).click();
  await first.getByRole('menuitem', { name: 'Log out' }).click();
  await first.getByText('You are logged out').waitFor();
  await second.getByRole('banner').getByRole('link', { name: 'Log in' }).waitFor();
  await second.getByText('You are logged out').waitFor();
  // The browser waits only some seconds for the server.
  const headers = { authorization: `Bearer ${access}` };
  const call = async () => {
    const answer = await fetch(`${platform.url}/api/account/details`, { headers });
    return [answer.status, await answer.json()];
  };
  await expect.poll(call).toMatchObject([401, { code: 'session_ended' }]);
  await context.close();
});

it('opens the start page when another device ends the session, and returns to the lesson after the log-in', async () => {
  const learner = await signUp(platform);
  const { context, page } = await newVisitor(browser, { width: 390, height: 844 });
  const lesson = '/courses/first-light/bearings/what-hacking-is';
  // Without a session a protected page leads to the log-in page, which leads back.
  await page.goto(`${platform.url}/account/sessions`);
  await page.getByText('You need to log in').waitFor();
  const notices = page.getByRole('region', { name: 'Notices' });
  await notices.getByRole('link', { name: 'Log in' }).click();
  await logIn(page, learner.user.username, password);
  await page.waitForURL(`${platform.url}/account/sessions`);
  await page.goto(platform.url + lesson);
  await page.getByText('Not completed yet').waitFor();
  // Any other request would notice the ended session before the press does: pending ones, and those of parts that
  // scroll into view.
  const complete = page.getByRole('button', { name: /Mark as complete/ });
  await complete.scrollIntoViewIfNeeded();
  await settled(page);
  const others = /\/api\/(?!progress\/|account\/refresh_token)/;
  await context.route(others, (route) => route.abort());

  const desk = await newVisitor(browser);
  await openAs(desk.page, platform, learner, '/account/sessions');
  const end = desk.page.getByRole('button', { name: /^End the session of/ });
  await end.click();
  await desk.page.getByText(/is logged out\.$/).waitFor();
  await end.waitFor({ state: 'detached' });
  await desk.page.getByText('You are logged in on this device only.', { exact: true }).waitFor();
  await desk.context.close();

  await complete.click();
  await page.waitForURL(`${platform.url}/map?${new URLSearchParams({ reason: 'session_expired', next: lesson })}`);
  await context.unroute(others);
  await notices.getByText('Your session has ended').waitFor();
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  // The top bar leads back as well.
  await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click();
  await logIn(page, learner.user.username, password);
  await page.waitForURL(platform.url + lesson);
  await context.close();
});

it('log-in and sign-up return to the place of the page from which the visitor went there', async () => {
  const learner = await signUp(platform);
  const { page, context } = await newVisitor(browser);
  await page.setViewportSize({ width: 1280, height: 800 });
  const response = await fetch(`${platform.url}/api/trainings`);
  const { trainings } = (await response.json()) as {
    trainings: { slug: string; start: { chapter: string; subchapter: string } | null }[];
  };
  const { slug, start } = trainings.find((training) => training.slug === 'first-light') ?? trainings[0] ?? {};
  await page.goto(`${platform.url}/courses/${slug}/${start?.chapter}/${start?.subchapter}`);
  await settled(page);
  const offer = page.getByRole('main').getByRole('link', { name: 'Create an account' }).last();
  await offer.scrollIntoViewIfNeeded();
  // Parts that scroll into view load now.
  await settled(page);
  const lesson = page.url();
  const top = () => page.evaluate(() => Math.round(scrollY));
  const before = await top();
  expect(before).toBeGreaterThan(300);
  // By way of the sign-up page.
  await offer.click();
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click();
  await page.getByLabel('Username or email').fill(learner.user.username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.waitForURL(lesson);
  await expect.poll(top).toBe(before);
  await settled(page);
  expect(Math.abs((await top()) - before)).toBeLessThan(5);
  await context.close();
});
