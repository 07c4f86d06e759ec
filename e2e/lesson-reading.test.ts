import type { Browser } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { openDatabaseProxy } from '../apps/server/src/testing/database-proxy.ts';
import { newVisitor, openBrowser, settled } from './support/browser.ts';
import { type Platform, sharedPlatform } from './support/platform.ts';

/** A lesson offline, on paper, and on a phone. */

let browser: Browser;
let platform: Platform;

beforeAll(async () => {
  [browser, platform] = await Promise.all([openBrowser(), sharedPlatform()]);
});

const lesson = '/courses/http/one-exchange/anatomy-of-a-url';
const next = '/courses/http/one-exchange/a-request-byte-by-byte';

const isKept = (path: string) =>
  caches
    .open('hx-pages-2')
    .then((store) => store.match(path))
    .then(Boolean);

it('every opened page can be read offline, and any other page says why it cannot', async () => {
  // Stops the connection to the server, because the offline switch of DevTools does not apply to a service worker.
  const proxy = await openDatabaseProxy(platform.url);
  const url = `http://localhost:${new URL(proxy.url).port}`;
  const { page, context } = await newVisitor(browser, { offline: true });
  await page.goto(url + lesson);
  await expect.poll(() => page.evaluate(isKept, lesson)).toBe(true);
  // By a link inside the site, which requests only the API. The shortcut works once the end of the lesson has loaded.
  await settled(page);
  await page.keyboard.press('n');
  await page.waitForURL(url + next);
  await expect.poll(() => page.evaluate(isKept, next)).toBe(true);

  await proxy.stop();
  for (const path of [lesson, next]) {
    await page.goto(url + path);
    expect((await page.locator('article').innerText()).split(/\s+/).length).toBeGreaterThan(500);
  }
  await page.goto(`${url}/courses/xor`);
  await page.getByText('Uh-Oh! Looks like your network has some issues.').waitFor();
  await context.close();
});

it('a link that is pressed offline opens the network error, and the page when the connection is back', async () => {
  const { page, context } = await newVisitor(browser);
  await page.goto(`${platform.url}/labs`);
  await settled(page);
  await context.setOffline(true);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Leaderboard' }).click();
  await page.getByText('Uh-Oh! Looks like your network has some issues.').waitFor();
  expect(await page.getByText(/on our side/).count()).toBe(0);
  await context.setOffline(false);
  await page.getByRole('heading', { level: 1, name: 'Leaderboard' }).waitFor();
  await context.close();
});

it('the page says that it is offline until the connection is back, and prints black on white without its buttons', async () => {
  const { page, context, errors } = await newVisitor(browser, { theme: 'dark' });
  await page.goto(platform.url + lesson);
  await settled(page);
  expect(errors).toEqual([]);
  await context.setOffline(true);
  await page.getByText('You are offline').waitFor();
  await context.setOffline(false);
  await page.getByText('You are offline').waitFor({ state: 'detached' });
  // The page may have sent a request while it was offline, which the browser reports.
  const isOffline = (error: string) => /ERR_INTERNET_DISCONNECTED|Could not reach the server/.test(error);
  errors.splice(0, errors.length, ...errors.filter((error) => !isOffline(error)));

  await page.emulateMedia({ media: 'print' });
  const colours = await page
    .locator('article h1')
    .evaluate((heading) => [
      getComputedStyle(heading).color,
      getComputedStyle(document.documentElement).backgroundColor,
    ]);
  expect(colours).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
  expect(await page.locator('main button').count()).toBeGreaterThan(0);
  expect(await page.locator('main button').filter({ visible: true }).count()).toBe(0);
  const pdf = await page.pdf({ preferCSSPageSize: true });
  expect(pdf.length).toBeGreaterThan(20_000);
  expect(errors).toEqual([]);
  await context.close();
});

const drawings = [
  ['networking/envelopes/ip-addresses-private-and-public', '.figure-stacked:has(#drawing-address-bits)'],
  ['networking/conversations/dns-query-by-hand', '.figure-diagram'],
] as const;

it('drawings and diagrams show all parts on a phone and one figure on a desktop; long lines, tables and figures fit the sheet', async () => {
  const { page, context } = await newVisitor(browser, { width: 390, height: 844 });
  for (const [path, selector] of drawings) {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${platform.url}/courses/${path}`);
    await settled(page);
    const figure = page.locator(selector);
    const part = figure.locator('.figure-part').first();
    expect(await part.isVisible()).toBe(true);
    expect(await figure.evaluate((box) => [box.scrollWidth - box.clientWidth, box.tabIndex])).toEqual([0, -1]);
    expect(await figure.evaluate((box) => getComputedStyle(box, '::before').content)).toBe('none');
    await figure.getByRole('img').waitFor({ state: 'attached' });
    // Checks the picture inside a part, because a part may exist without it.
    const drawn = await figure
      .locator('.figure-part > :is(use, g)')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width));
    expect(drawn).toHaveLength(await figure.locator('.figure-part').count());
    for (const width of drawn) expect(width).toBeGreaterThan(100);
    await page.setViewportSize({ width: 1440, height: 900 });
    expect(await part.isVisible()).toBe(false);
    expect((await figure.locator('.figure-drawing').boundingBox())?.width).toBeGreaterThan(500);
  }

  // The width of a sheet without its margins.
  await page.setViewportSize({ width: 672, height: 860 });
  await page.goto(`${platform.url}/courses/code-injection/data-that-runs/from-expression-to-file`);
  await settled(page);
  const tooWide = () =>
    page
      .locator('article :is(pre, table, figure)')
      .evaluateAll((things) => things.filter((thing) => thing.scrollWidth > thing.clientWidth + 1).length);
  expect(await tooWide()).toBeGreaterThan(0);
  await page.emulateMedia({ media: 'print' });
  expect(await tooWide()).toBe(0);
  await context.close();
});
