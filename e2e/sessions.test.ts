import type { SignedIn } from '@hexpedition/contract';
import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newVisitor, openBrowser, settled } from './support/browser.ts';
import { logIn, openAs, password, signUp, storedToken } from './support/learner.ts';
import { startPlatform } from './support/platform.ts';

/** How long a learner stays logged in, and what logs them out. */

let browser: Browser;
let platform: Awaited<ReturnType<typeof startPlatform>>;

beforeAll(async () => {
  [browser, platform] = await Promise.all([openBrowser(), startPlatform()]);
});
afterAll(async () => {
  await platform?.end();
});

const menuOf = (page: Page, { user }: SignedIn) => page.getByRole('button', { name: `Your menu, ${user.username}` });

/** Makes the access credential one that the server refuses, as if ten minutes had passed. */
const spoilAccess = (page: Page) =>
  page.evaluate(() => {
    const token = JSON.parse(localStorage.getItem('token') ?? '{}');
    localStorage.setItem('token', JSON.stringify({ ...token, access: `${token.access}x` }));
  });

/** How many exchanges of the refresh credential the tabs have made, and how many at the same time at most. */
function watchRefreshes(context: BrowserContext): { count: number; most: number } {
  const seen = { count: 0, most: 0 };
  let running = 0;
  const isRefresh = (request: Request) => request.url().endsWith('/api/account/refresh_token');
  context.on('request', (request) => {
    if (!isRefresh(request)) return;
    seen.count += 1;
    running += 1;
    seen.most = Math.max(seen.most, running);
  });
  const ends = (request: Request) => {
    if (isRefresh(request)) running -= 1;
  };
  context.on('requestfinished', ends);
  context.on('requestfailed', ends);
  return seen;
}

it('lets two tabs refresh at once, and both stay in', async () => {
  const learner = await signUp(platform);
  const { context, page: first, errors } = await newVisitor(browser);
  await openAs(first, platform, learner);
  const second = await context.newPage();
  await second.goto(`${platform.url}/leaderboard`);
  const refreshes = watchRefreshes(context);
  await spoilAccess(first);
  await Promise.all([first.reload(), second.reload()]);
  await Promise.all([first, second].map((page) => menuOf(page, learner).waitFor()));
  await first.getByRole('heading', { level: 1 }).waitFor();
  // The tabs take turns. The second one finds the new pair in the storage, or, where the browser brings it over late,
  // makes an exchange of its own, which the server allows for some seconds.
  expect(refreshes.most).toBe(1);
  expect(refreshes.count).toBeLessThanOrEqual(2);
  expect((await storedToken(first)).refresh).not.toBe(learner.token.refresh);
  expect(errors.filter((error) => !error.includes('401'))).toEqual([]);
  await context.close();
});

it('ends the session when a refresh credential that was stolen is used a second time', async () => {
  const learner = await signUp(platform);
  const { context, page } = await newVisitor(browser);
  await openAs(page, platform, learner);
  // The owner goes on, and renews twice; the thief has copied the very first.
  for (let times = 0; times < 2; times++) {
    const { refresh } = await storedToken(page);
    await spoilAccess(page);
    await page.reload();
    await expect.poll(async () => (await storedToken(page)).refresh).not.toBe(refresh);
  }
  // What is still on its way would hear of the theft first, and leave while the page is loaded anew.
  await settled(page);
  const theft = await fetch(`${platform.url}/api/account/refresh_token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refresh: learner.token.refresh }),
  });
  expect([theft.status, await theft.json()]).toMatchObject([401, { code: 'session_ended' }]);
  // Nobody can say who of the two is the thief, so both are out.
  await page.reload();
  await page.getByText('Your session has ended').waitFor();
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  await context.close();
});

it('ends the session in every tab when one logs out, with the reason', async () => {
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

it('leaves a lesson that everybody may read where it is when the session ends, and the log-in leads back', async () => {
  const learner = await signUp(platform);
  const { context, page } = await newVisitor(browser);
  const lesson = `${platform.url}/courses/first-light/bearings/what-hacking-is`;
  await openAs(page, platform, learner, '/courses/first-light/bearings/what-hacking-is');
  await page.getByText('Not completed yet').waitFor();
  // Whatever else asks would hear of it before the press does: what is on its way, and what is scrolled into sight.
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

it('leads back to the protected page that a visitor wanted, once they are logged in', async () => {
  const learner = await signUp(platform);
  const { context, page } = await newVisitor(browser);
  await page.goto(`${platform.url}/account/profile`);
  await page.getByText('You need to log in').waitFor();
  await page.getByRole('region', { name: 'Notices' }).getByRole('link', { name: 'Log in' }).click();
  await logIn(page, learner.user.username, password);
  await page.waitForURL(`${platform.url}/account/profile`);
  await context.close();
});

it('logs a device out at its next request when its session was ended from another one', async () => {
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
  await page.getByText('You are logged in on this device only.').waitFor();

  await phone.page.getByRole('button', { name: 'Open the menu' }).click();
  await phone.page.getByRole('dialog').getByRole('link', { name: 'Sessions' }).click();
  await phone.page.getByText('Your session has ended').waitFor();
  expect(await phone.page.evaluate(() => localStorage.getItem('token'))).toBeNull();

  // And all the others at once.
  await phone.page.goto(`${platform.url}/login`);
  await logIn(phone.page, username, password);
  await menuOf(phone.page, learner).waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Log out all others' }).click();
  await page.getByRole('button', { name: 'Log them out' }).click();
  await page.getByText('You are logged in here only.').waitFor();
  await phone.page.goto(`${platform.url}/account`);
  await phone.page.getByText('Your session has ended').waitFor();
  await phone.context.close();
  await context.close();
});
