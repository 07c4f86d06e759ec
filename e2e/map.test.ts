import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newVisitor, openBrowser, settled } from './support/browser.ts';
import { startPlatform } from './support/platform.ts';

/** The map as people use it: by mouse, by keyboard, by address, and without a script. */

let browser: Browser;
let platform: Awaited<ReturnType<typeof startPlatform>>;
beforeAll(async () => {
  [browser, platform] = await Promise.all([openBrowser(), startPlatform()]);
});
afterAll(async () => {
  await platform?.end();
});

async function openMap(path: string) {
  const visitor = await newVisitor(browser);
  await visitor.page.goto(platform.url + path);
  await visitor.page.waitForSelector('[data-live]');
  return visitor;
}

const link = (page: Page, ref: string) => page.locator(`svg [data-ref="${ref}"]`);

/** The middle of a hex on the screen: the upper half of its link, whose lower half is the name. */
async function middleOf(page: Page, ref: string) {
  const box = await link(page, ref).boundingBox();
  if (!box) throw new Error(`${ref} is not on the screen.`);
  return { x: box.x + box.width / 2, y: box.y + box.height * 0.3 };
}

const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('data-ref'));

describe('the server', () => {
  it('writes every place as a link, and no style attribute', async () => {
    const html = await (await fetch(`${platform.url}/map`)).text();
    for (const href of ['/map/web', '/map/web/sql-injection', '/map/lab/tide-table'])
      expect(html).toContain(`href="${href}"`);
    expect(html).not.toMatch(/\sstyle="/);
  });

  it.each([
    ['/map/atlantis', 'The continent could not be found.'],
    ['/map/web/rsa', 'The course could not be found.'],
    ['/map/lab/nowhere', 'The lab could not be found.'],
  ])('%s is a 404 that names what is missing', async (path, words) => {
    const answer = await fetch(platform.url + path);
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain(words);
  });

  it('shows a deep link where the script will show it', async () => {
    const path = '/map/web/sql-injection';
    const still = await browser.newContext({ viewport: { width: 1280, height: 860 }, javaScriptEnabled: false });
    const page = await still.newPage();
    await page.goto(platform.url + path);
    const before = await middleOf(page, 'training:sql-injection');
    const { page: live, context } = await openMap(path);
    const after = await middleOf(live, 'training:sql-injection');
    expect(Math.abs(before.x - after.x)).toBeLessThan(2);
    expect(Math.abs(before.y - after.y)).toBeLessThan(3);
    await Promise.all([still.close(), context.close()]);
  });
});

describe('the browser', () => {
  it('opens a training with a click, and goes up with Escape', async () => {
    const { page, context, errors } = await openMap('/map');
    const at = await middleOf(page, 'training:http');
    await page.mouse.click(at.x, at.y);
    await page.waitForURL('**/map/foundations/http');
    await page.keyboard.press('Escape');
    await page.waitForURL('**/map/foundations');
    await page.keyboard.press('Escape');
    await page.waitForURL('**/map');
    expect(errors).toEqual([]);
    await context.close();
  });

  it('does not follow a link that was only the handle of a drag', async () => {
    const { page, context } = await openMap('/map');
    const from = await middleOf(page, 'training:http');
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + 80, from.y + 40, { steps: 5 });
    await page.mouse.up();
    await settled(page);
    expect(new URL(page.url()).pathname).toBe('/map');
    const to = await middleOf(page, 'training:http');
    expect(to.x - from.x).toBeGreaterThan(60);
    await context.close();
  });

  it('has one stop of the tab key; arrows walk and Enter follows', async () => {
    const { page, context } = await openMap('/map');
    await expect.poll(() => page.locator('svg a[data-ref][tabindex="0"]').count()).toBe(1);
    await page.locator('svg a[data-ref][tabindex="0"]').focus();
    expect(await focused(page)).toBe('training:first-light');
    await page.keyboard.press('ArrowRight');
    expect(await focused(page)).toBe('training:terminal');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/map/foundations/terminal');
    await context.close();
  });

  it.each([
    [390, 844],
    [320, 640],
  ])('keeps hex and buttons in reach beside the card of a locked course, at %d x %d', async (width, height) => {
    const { page, context } = await newVisitor(browser, { width, height });
    await page.goto(`${platform.url}/map/cryptography/rsa`);
    await page.getByRole('heading', { name: 'Why is this locked?' }).waitFor();
    const hex = await middleOf(page, 'training:rsa');
    const names = page.locator('svg [data-ref="training:rsa"] > *');
    expect(
      await names.first().evaluate((element, at) => {
        const top = document.elementFromPoint(at.x, at.y);
        return element.closest('[data-ref]') === top?.closest('[data-ref]');
      }, hex),
    ).toBe(true);
    // A click is refused when something else lies on the button.
    for (const name of ['Zoom in', 'Zoom out', 'Fit'])
      await page.getByRole('button', { name }).click({ timeout: 5_000 });
    // What does not fit into the sheet is scrolled to in it.
    await page.getByRole('link', { name: 'Log in' }).last().click({ timeout: 5_000 });
    await page.waitForURL('**/login?**');
    await context.close();
  });

  it('folds the card in the corner while all land is shown', async () => {
    const { page, context } = await newVisitor(browser, { width: 1440, height: 900 });
    await page.goto(`${platform.url}/map`);
    await page.waitForSelector('[data-live]');
    const greeting = page.getByText('Learn hacking by doing it');
    await greeting.waitFor();
    await page.getByRole('button', { name: 'Fit' }).click();
    await greeting.waitFor({ state: 'hidden' });
    await settled(page);
    const scale = () =>
      page.evaluate(() =>
        Number(/scale\(([\d.]+)/.exec(document.querySelector('[style*=scale]')?.getAttribute('style') ?? '')?.[1]),
      );
    // As large as without any card; beside the unfolded one it was 0.372.
    expect(await scale()).toBeGreaterThan(0.42);
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await greeting.waitFor();
    await context.close();
  });

  it('keeps the same choice as a list', async () => {
    const { page, context } = await openMap('/map');
    const places = await page.locator('a[data-ref^="training:"], a[data-ref^="lab:"]').count();
    expect(places).toBeGreaterThan(20);
    await page.getByRole('link', { name: 'List', exact: true }).click();
    await page.waitForURL('**/map?view=list');
    const names = await page.locator('section h3').allTextContents();
    expect(names.length).toBe(places);
    await page.getByRole('link', { name: 'Map view' }).click();
    await page.waitForSelector('[data-live]');
    await context.close();
  });

  it('goes back to where the camera stood, from a place of the map and from another page', async () => {
    const { page, context, errors } = await openMap('/map');
    const from = await middleOf(page, 'training:http');
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + 120, from.y + 60, { steps: 5 });
    await page.mouse.up();
    await settled(page);
    const left = await middleOf(page, 'training:http');
    expect(left.x - from.x).toBeGreaterThan(80);
    const isBack = async () => {
      await page.waitForURL((url) => url.pathname === '/map');
      await page.waitForSelector('[data-live]');
      await expect.poll(async () => Math.round((await middleOf(page, 'training:http')).x - left.x)).toBe(0);
      await expect.poll(async () => Math.round((await middleOf(page, 'training:http')).y - left.y)).toBe(0);
    };

    await page.mouse.click(left.x, left.y);
    await page.waitForURL('**/map/foundations/http');
    await settled(page);
    await page.goBack();
    await isBack();

    await page.getByRole('link', { name: 'Labs', exact: true }).first().click();
    await page.waitForURL('**/labs');
    await page.goBack();
    await isBack();
    expect(errors).toEqual([]);
    await context.close();
  });

  it('goes back to where the list was scrolled to', async () => {
    const { page, context } = await openMap('/map');
    await page.getByRole('link', { name: 'List', exact: true }).click();
    const list = page.locator('section[aria-label="All courses and labs"]');
    const scrolled = () => list.evaluate((element) => Math.round(element.scrollTop));
    const goAndReturn = async (link: Locator) => {
      await link.scrollIntoViewIfNeeded();
      const before = await scrolled();
      expect(before).toBeGreaterThan(200);
      await link.click();
      await page.waitForURL((url) => url.search === '');
      await settled(page);
      await page.goBack();
      await page.waitForURL('**/map?view=list');
      await expect.poll(scrolled).toBe(before);
    };
    await goAndReturn(list.locator('li a').last());
    await goAndReturn(list.locator('h3 a').nth(12));
    await context.close();
  });
});
