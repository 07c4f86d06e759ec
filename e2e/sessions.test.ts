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

it('two tabs refresh at the same time, and both stay logged in', async () => {
  const learner = await signUp(platform);
  const { context, page: first, errors } = await newVisitor(browser);
  await openAs(first, platform, learner);
  const second = await context.newPage();
  await second.goto(`${platform.url}/leaderboard`);
  const refreshes = watchRefreshes(context);
  await invalidateAccessToken(first);
  await Promise.all([first.reload(), second.reload()]);
  await Promise.all([first, second].map((page) => menuOf(page, learner).waitFor()));
  await first.getByRole('heading', { level: 1 }).waitFor();
  // The tabs refresh serially. The second one finds the new tokens in the storage. If the browser syncs the storage
  // late, it makes a refresh of its own, which the server allows for some seconds.
  expect(refreshes.maxConcurrent).toBe(1);
  expect(refreshes.count).toBeLessThanOrEqual(2);
  expect((await storedToken(first)).refresh).not.toBe(learner.token.refresh);
  expect(errors.filter((error) => !error.includes('401'))).toEqual([]);
  await context.close();
});

it('ends the session when a stolen refresh token is used a second time', async () => {
  const learner = await signUp(platform);
  const { context, page } = await newVisitor(browser);
  await openAs(page, platform, learner);
  // The owner refreshes twice. The thief has copied the first token.
  for (let times = 0; times < 2; times++) {
    const { refresh } = await storedToken(page);
    await invalidateAccessToken(page);
    await page.reload();
    await expect.poll(async () => (await storedToken(page)).refresh).not.toBe(refresh);
  }
  // A pending request would notice the theft first and navigate away during the reload.
  await settled(page);
  const theft = await fetch(`${platform.url}/api/account/refresh_token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refresh: learner.token.refresh }),
  });
  expect([theft.status, await theft.json()]).toMatchObject([401, { code: 'session_ended' }]);
  // The server cannot tell owner and thief apart, so it logs both out.
  await page.reload();
  await page.getByText('Your session has ended').waitFor();
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  await context.close();
});

it('a log-out in one tab ends the session in every tab, with the reason', async () => {
  const learner = await signUp(platform);
  const { context, page: first } = await newVisitor(browser);
  await openAs(first, platform, learner);
  const second = await context.newPage();
  await second.goto(`${platform.url}/leaderboard`);
  await menuOf(second, learner).waitFor();
  await menuOf(first, learner).click();
  await first.getByRole('menuitem', { name: 'Log out' }).click();
  await first.getByText('You are logged out').waitFor();
  await second.getByRole('banner').getByRole('link', { name: 'Log in' }).waitFor();
  await second.getByText('You are logged out').waitFor();
  const call = await fetch(`${platform.url}/api/account/details`, {
    headers: { authorization: `Bearer ${learner.token.access}` },
  });
  expect([call.status, await call.json()]).toMatchObject([401, { code: 'session_ended' }]);
  await context.close();
});

it('keeps a public lesson open when the session ends, and returns to it after the log-in', async () => {
  const learner = await signUp(platform);
  const { context, page } = await newVisitor(browser);
  const lesson = `${platform.url}/courses/first-light/bearings/what-hacking-is`;
  await openAs(page, platform, learner, '/courses/first-light/bearings/what-hacking-is');
  await page.getByText('Not completed yet').waitFor();
  // Any other request would notice the ended session before the press does: pending ones, and those of parts that
  // scroll into view.
  const complete = page.getByRole('button', { name: /Mark as complete/ });
  await complete.scrollIntoViewIfNeeded();
  await settled(page);
  const others = /\/api\/(?!progress\/|account\/refresh_token)/;
  await context.route(others, (route) => route.abort());
  await fetch(`${platform.url}/api/account/logout`, {
    method: 'POST',
    headers: { authorization: `Bearer ${learner.token.access}`, 'content-type': 'application/json' },
    body: '{}',
  });
  await complete.click();
  await page.waitForURL(`${lesson}?reason=session_expired`);
  await context.unroute(others);
  const notices = page.getByRole('region', { name: 'Notices' });
  await notices.getByText('Your session has ended').waitFor();
  await page.getByRole('heading', { level: 1, name: 'What hacking is' }).waitFor();
  await notices.getByRole('link', { name: 'Log in' }).click();
  await logIn(page, learner.user.username, password);
  await page.waitForURL(lesson);
  await context.close();
});

it('returns to the protected page that a visitor requested after the log-in', async () => {
  const learner = await signUp(platform);
  const { context, page } = await newVisitor(browser);
  await page.goto(`${platform.url}/account/profile`);
  await page.getByText('You need to log in').waitFor();
  await page.getByRole('region', { name: 'Notices' }).getByRole('link', { name: 'Log in' }).click();
  await logIn(page, learner.user.username, password);
  await page.waitForURL(`${platform.url}/account/profile`);
  await context.close();
});

it('logs a device out at its next request after its session was ended from another device', async () => {
  const learner = await signUp(platform);
  const { username } = learner.user;
  const phone = await newVisitor(browser, { width: 390, height: 844 });
  await phone.page.goto(`${platform.url}/login`);
  await logIn(phone.page, username, password);
  await menuOf(phone.page, learner).waitFor();

  const { page, context } = await newVisitor(browser);
  await openAs(page, platform, learner, '/account/sessions');
  const end = page.getByRole('button', { name: /^End the session of/ });
  await end.click();
  await page.getByText(/is logged out\.$/).waitFor();
  expect(await end.count()).toBe(0);
  const onlyDevice = page.getByText('You are logged in on this device only.', { exact: true });
  await onlyDevice.waitFor();

  await phone.page.getByRole('button', { name: 'Open the menu' }).click();
  await phone.page.getByRole('dialog').getByRole('link', { name: 'Sessions' }).click();
  await phone.page.getByText('Your session has ended').waitFor();
  expect(await phone.page.evaluate(() => localStorage.getItem('token'))).toBeNull();

  // Ends all other sessions at once.
  await phone.page.goto(`${platform.url}/login`);
  await logIn(phone.page, username, password);
  await menuOf(phone.page, learner).waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Log out all others' }).click();
  await page.getByRole('button', { name: 'Log them out' }).click();
  await onlyDevice.waitFor();
  await phone.page.goto(`${platform.url}/account`);
  await phone.page.getByText('Your session has ended').waitFor();
  await phone.context.close();
  await context.close();
});
