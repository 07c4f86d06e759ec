import type { Browser, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { AxeOnce, findingsInBothThemes } from './support/axe.ts';
import { newVisitor, openBrowser, settled } from './support/browser.ts';
import { type Platform, sharedPlatform } from './support/platform.ts';

/** The search palette: everything by its text or by its name, by keyboard alone. */

let browser: Browser;
let platform: Platform;

beforeAll(async () => {
  [browser, platform] = await Promise.all([openBrowser(), sharedPlatform()]);
});

const field = (page: Page) => page.getByRole('combobox', { name: 'Search courses, lessons and labs' });
const active = (page: Page) => page.getByRole('option', { selected: true });

it.each([
  ['xss', 'cross-site-scripting'],
  ['csrf', 'sessions-and-tokens'],
  ['rce', 'code-injection'],
  ['lfi', 'server-side-requests'],
  ['ssrf', 'server-side-requests'],
  ['pwn', 'memory-corruption'],
  ['privesc', 'linux-users-and-permissions'],
])('the search finds %s', async (word, course) => {
  const answer = await fetch(`${platform.url}/api/search?q=${word}`);
  const { results } = (await answer.json()) as { results: { path: string }[] };
  expect(results.slice(0, 3).map(({ path }) => path)).toContain(`/courses/${course}`);
});

it('the palette finds lessons despite a typing error and labs by name, opens pages, runs commands, and has no axe findings', async () => {
  const axe = new AxeOnce();
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
  // The map that the page leaves has a heading as well.
  await page.getByRole('heading', { level: 1, name: 'Blind SQL injection' }).waitFor();
  expect(await field(page).count()).toBe(0);

  await page.getByRole('button', { name: 'Search' }).click();
  const findings = await findingsInBothThemes(page, axe);
  await field(page).fill('tide table');
  await page
    .getByRole('group', { name: 'Labs' })
    .getByRole('option', { name: /^Tide Table/ })
    .waitFor();
  await page.getByText(/^\d+ results?\.$/).waitFor();
  findings.push(...(await findingsInBothThemes(page, axe)));
  const first = await active(page).innerText();
  await page.keyboard.press('ArrowUp');
  expect(await active(page).innerText()).not.toBe(first);
  await page.keyboard.press('ArrowDown');
  expect(await active(page).innerText()).toBe(first);
  await page.keyboard.press('Escape');
  expect(await field(page).count()).toBe(0);
  // The focus has returned to its previous element.
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Search');

  await page.keyboard.press('Control+k');
  await field(page).fill('leader');
  await page.getByRole('option', { name: 'Leaderboard' }).click();
  await page.waitForURL('**/leaderboard');
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
  await page.keyboard.press('/');
  await field(page).fill('light theme');
  await page.getByRole('option', { name: 'Switch to the light theme' }).click();
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('light');

  await page.setViewportSize({ width: 390, height: 844 });
  await page.keyboard.press('Control+k');
  findings.push(...(await findingsInBothThemes(page, axe)));
  await field(page).fill('cookie');
  await page.getByText(/results?\.$/).waitFor();
  findings.push(...(await findingsInBothThemes(page, axe)));

  expect(findings).toEqual([]);
  expect(errors).toEqual([]);
  await context.close();
});
