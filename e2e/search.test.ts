import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { axeFindings } from './support/axe.ts';
import { newVisitor, openBrowser, settled } from './support/browser.ts';
import { openAs, signUp } from './support/learner.ts';
import { type Platform, sharedPlatform } from './support/platform.ts';

/** The search palette: everything by its text or by its name, by keyboard alone. */

let browser: Browser;
let platform: Platform;

beforeAll(async () => {
  [browser, platform] = await Promise.all([openBrowser(), sharedPlatform()]);
});

const field = (page: Page) => page.getByRole('combobox', { name: 'Search courses, lessons and labs' });
const active = (page: Page) => page.getByRole('option', { selected: true });

describe('the palette', () => {
  it('finds a lesson despite a typing error and opens it, by keyboard', async () => {
    const { page, context, errors } = await newVisitor(browser);
    await page.goto(`${platform.url}/map`);
    await settled(page);
    // At once: the palette's script may not have loaded yet.
    await page.keyboard.press('Control+k');
    await page.keyboard.type('blind sql injektion');
    await page.getByText('for “blind sql injection”').waitFor();
    await page.getByRole('option', { name: /blind/i }).first().waitFor();
    expect(await active(page).count()).toBe(1);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/blind-sql-injection');
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await field(page).count()).toBe(0);
    expect(errors).toEqual([]);
    await context.close();
  });

  it.each([
    ['xss', 'cross-site-scripting'],
    ['csrf', 'sessions-and-tokens'],
    ['rce', 'code-injection'],
    ['lfi', 'server-side-requests'],
    ['ssrf', 'server-side-requests'],
    ['pwn', 'memory-corruption'],
    ['privesc', 'linux-users-and-permissions'],
  ])('finds %s', async (word, course) => {
    const answer = await fetch(`${platform.url}/api/search?q=${word}`);
    const { results } = (await answer.json()) as { results: { path: string }[] };
    expect(results.slice(0, 3).map(({ path }) => path)).toContain(`/courses/${course}`);
  });

  it('finds courses and labs by name, and wraps around at the end of the list', async () => {
    const { page, context, errors } = await newVisitor(browser);
    await page.goto(`${platform.url}/labs`);
    await settled(page);
    await page.getByRole('button', { name: 'Search' }).click();
    await field(page).fill('tide table');
    await page
      .getByRole('group', { name: 'Labs' })
      .getByRole('option', { name: /^Tide Table/ })
      .waitFor();
    await page.getByText(/^\d+ results?\.$/).waitFor();
    const first = await active(page).innerText();
    await page.keyboard.press('ArrowUp');
    expect(await active(page).innerText()).not.toBe(first);
    await page.keyboard.press('ArrowDown');
    expect(await active(page).innerText()).toBe(first);
    await page.keyboard.press('Escape');
    expect(await field(page).count()).toBe(0);
    // The focus has returned to its previous element.
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Search');
    expect(errors).toEqual([]);
    await context.close();
  });

  it('opens pages and runs global commands', async () => {
    const learner = await signUp(platform);
    const { page, context, errors } = await newVisitor(browser);
    await openAs(page, platform, learner, '/map');
    await settled(page);
    await page.keyboard.press('Control+k');
    await field(page).fill('leader');
    await page.getByRole('option', { name: 'Leaderboard' }).click();
    await page.waitForURL('**/leaderboard');
    await page.keyboard.press('Control+k');
    await field(page).fill('light theme');
    await page.getByRole('option', { name: 'Switch to the light theme' }).click();
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('light');
    expect(errors).toEqual([]);
    await context.close();
  });

  it('reports an empty result, and stays closed when shortcuts are off', async () => {
    const { page, context } = await newVisitor(browser);
    await page.goto(`${platform.url}/map`);
    await settled(page);
    await page.keyboard.press('/');
    await field(page).fill('qqzzxxjj');
    await page.getByText('No results. Try another word.').waitFor();
    await page.keyboard.press('Escape');
    await page.evaluate(() => localStorage.setItem('shortcuts', 'off'));
    await page.reload();
    await settled(page);
    await page.keyboard.press('Control+k');
    await page.keyboard.press('/');
    expect(await field(page).count()).toBe(0);
    await context.close();
  });

  it.each([
    ['dark', 1280],
    ['light', 390],
  ] as const)('has no axe findings: %s theme, %i px wide', async (theme, width) => {
    const { page, context, errors } = await newVisitor(browser, { theme, width });
    await page.goto(`${platform.url}/map`);
    await settled(page);
    await page.keyboard.press('Control+k');
    expect(await axeFindings(page)).toEqual([]);
    await field(page).fill('cookie');
    await page.getByText(/results?\.$/).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(errors).toEqual([]);
    await context.close();
  });
});
