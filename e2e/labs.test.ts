import type { Browser } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { AxeOnce, findingsInBothThemes } from './support/axe.ts';
import { holdBack, newVisitor, openBrowser, settled } from './support/browser.ts';
import { runExploit } from './support/exploit.ts';
import { openAs, signUp } from './support/learner.ts';
import { type Platform, sharedPlatform } from './support/platform.ts';

const axe = new AxeOnce();
let browser: Browser;
let platform: Platform;
beforeAll(async () => {
  [browser, platform] = await Promise.all([openBrowser(), sharedPlatform()]);
});

it('a lab is started by a press during hydration, exactly once, and exploited and solved from its own page', async () => {
  const account = await signUp(platform);
  const { page, context, errors } = await newVisitor(browser);
  const starts: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/start')) starts.push(request.method());
  });
  await page.addInitScript(({ token, user }) => {
    // Only once: the page itself renews the credentials later.
    if (localStorage.getItem('token')) return;
    localStorage.setItem('token', JSON.stringify(token));
    localStorage.setItem('user', JSON.stringify(user));
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      const button = [...document.querySelectorAll('button')].find((one) => one.textContent === 'Start lab');
      if (button && Object.keys(button).some((key) => key.startsWith('__reactProps'))) button.click();
      else port2.postMessage('again');
    };
    port2.postMessage('again');
  }, account);
  await page.goto(`${platform.url}/lab/tide-table`);
  expect(await page.title()).toContain('Tide Table Lab');
  const open = page.getByRole('button', { name: 'Open lab' });
  await open.waitFor();
  expect(starts).toEqual(['POST']);
  const opened = context.waitForEvent('page');
  await open.click();
  const lab = await opened;
  await lab.waitForURL(/\.labs\.localhost:\d+\/(?!__lab)/);
  const entrance = lab.url();

  const [flag] = Object.values(await runExploit('tide-table', lab));
  await page.getByRole('textbox', { name: 'The flag that you found' }).fill(flag ?? '');
  await page.keyboard.press('Enter');
  const result = page.getByRole('region', { name: 'Flag accepted' });
  await result.getByText('+40 points').waitFor();
  await result.getByText(/Your rank on the leaderboard: \d/).waitFor();
  await page.getByText('Solved', { exact: true }).first().waitFor();
  await page.getByText('not solved yet').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Read the write-up' }).first().click();
  await page.getByRole('heading', { name: 'The vulnerability' }).waitFor();

  // The list shows the lab as solved at once, and so does the page that the server renders for every visitor.
  await page.getByRole('link', { name: 'Labs', exact: true }).first().click();
  const row = page.getByRole('listitem').filter({ hasText: 'Tide Table' });
  await row.getByText(/^solved by \d/).waitFor();
  await row.getByText('Solved', { exact: true }).waitFor();
  await expect
    .poll(async () => (await fetch(`${platform.url}/labs`)).text())
    .not.toMatch(/>Tide Table<.{0,900}not solved yet/s);

  // Links filter the list, and each filter can be removed.
  const names = () => page.getByRole('main').getByRole('listitem').getByRole('heading', { level: 2 }).allTextContents();
  await page.getByRole('link', { name: 'Web, medium:' }).click();
  await page.waitForURL(/difficulty=medium/);
  await expect.poll(names).not.toContain('Lost Luggage');
  await expect.poll(names).toContain('Tide Table');
  expect(await findingsInBothThemes(page, axe)).toEqual([]);
  await page.getByRole('link', { name: 'Remove filter: Medium' }).click();
  await expect.poll(names).toContain('Lost Luggage');
  await page.getByRole('link', { name: 'Clear all' }).press('Enter');
  await page.waitForURL(`${platform.url}/labs`);
  await expect.poll(names).toContain('The Lamplighter');

  const menu = page.getByRole('navigation', { name: 'Main' });
  await menu.getByRole('link', { name: 'Explore Map' }).click();
  await page
    .getByRole('link', { name: /Tide Table.*solved/i })
    .first()
    .waitFor();
  await menu.getByRole('link', { name: 'Leaderboard' }).click();
  const name = page.getByRole('main').getByText(account.user.username).first();
  await name.waitFor();
  await expect.poll(() => page.getByRole('main').innerText()).toContain('40 points');

  // After the lab is stopped, the same address answers that no lab is running there.
  const badge = page.getByRole('link', { name: 'Lab: Tide Table' });
  await badge.click();
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.getByRole('button', { name: 'Stop lab' }).click();
  await page.getByRole('button', { name: 'Start lab' }).waitFor();
  await badge.waitFor({ state: 'detached' });
  const gone = await lab.goto(entrance);
  expect(gone?.status()).toBeGreaterThanOrEqual(400);
  expect(errors).toEqual([]);
  await context.close();
});

it('a lesson starts its lab, shows the remaining time in the bar at every width, and accepts the flag', async () => {
  const { page, context, errors } = await newVisitor(browser, { width: 1440 });
  await openAs(page, platform, await signUp(platform), '/courses/first-light/first-hack/your-first-break-in');
  const widths = [390, 360, 1440];
  const resize = (width: number) => page.setViewportSize({ width, height: 860 });
  /** Positions of the controls in the bar, and the width of the page, at each width of the window. */
  const layouts = async () => {
    const found: { bar: number[]; pageWidth: number }[] = [];
    for (const width of widths) {
      await resize(width);
      found.push(
        await page.evaluate(() => ({
          bar: ['Open the menu', 'Hexpedition, go to the map', 'Search', 'theme', 'Your menu']
            .map((name) => document.querySelector(`header [aria-label*="${name}"]`)?.getBoundingClientRect().x)
            .filter((x) => x !== undefined),
          pageWidth: document.documentElement.scrollWidth,
        })),
      );
    }
    return found;
  };
  await page.getByRole('button', { name: /^Your menu/ }).waitFor();
  await settled(page);
  const before = await layouts();
  for (const { bar } of before) expect(bar.length).toBeGreaterThan(3);
  expect(before.map(({ pageWidth }) => pageWidth)).toEqual(widths);
  const box = page.getByRole('article');
  await box.getByRole('button', { name: 'Start lab' }).click();
  const opened = context.waitForEvent('page');
  // The lab opens beside the text, which moves to the left half.
  await box.getByRole('button', { name: 'Open in split view' }).click();
  const right = () => box.evaluate((article) => article.getBoundingClientRect().right);
  await expect.poll(right).toBeLessThanOrEqual(720);
  const badge = page.getByRole('link', { name: 'Lab: Lost Luggage running, 59 minutes left' });
  await badge.waitFor();
  expect(await badge.innerText()).toMatch(/59:\d\d/);
  // The badge uses free space and moves nothing.
  expect(await layouts()).toEqual(before);
  // A phone has no room for two windows.
  await resize(390);
  await box.getByRole('button', { name: 'Open lab' }).waitFor();
  await box.getByRole('button', { name: /split view$/ }).waitFor({ state: 'detached' });
  await resize(1440);

  const lab = await opened;
  await lab.waitForURL(/\.labs\.localhost:\d+\/(?!__lab)/);
  const [flag] = Object.values(await runExploit('lost-luggage', lab));
  await page.bringToFront();
  const field = box.getByRole('textbox', { name: 'The flag that you found' });
  await box.getByRole('button', { name: 'Submit' }).click();
  await box.getByText('Paste the flag that you found.').waitFor();
  expect(await field.evaluate((input) => input === document.activeElement)).toBe(true);
  await field.fill(flag ?? '');
  await field.press('Enter');
  await box.getByText('+20 points', { exact: true }).waitFor();
  for (const width of widths) {
    await resize(width);
    expect(await findingsInBothThemes(page, axe)).toEqual([]);
  }
  await box.getByRole('button', { name: 'Close split view' }).click();
  await expect.poll(right).toBeGreaterThan(720);
  await box.getByRole('button', { name: 'Stop lab' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop lab' }).click();
  await badge.waitFor({ state: 'detached' });
  await box.getByRole('link', { name: 'Read the write-up' }).click();
  await page.getByRole('heading', { name: 'Write-up' }).waitFor();
  expect(errors).toEqual([]);
  await context.close();
});

it('submits a visitor’s flag that was entered before hydration, and shows the visitor a hint', async () => {
  const { page, context, errors } = await newVisitor(browser);
  const wake = await holdBack(context, '**/assets/*.js');
  await page.goto(`${platform.url}/lab/tide-table`, { waitUntil: 'commit' });
  const flag = page.getByRole('textbox', { name: 'The flag that you found' });
  await flag.fill('flag{early}');
  await page.keyboard.press('Enter');
  wake();
  await page.getByText('Your flag is saved in this tab.').waitFor();
  expect(await flag.inputValue()).toBe('flag{early}');
  await page.getByRole('button', { name: 'Show hint 1' }).click();
  await page.getByText('Find out which language computes the formula.').waitFor();
  expect(errors).toEqual([]);
  await context.close();
});

it('the server renders the selection of a filtered list', async () => {
  const html = await (await fetch(`${platform.url}/labs?topic=reversing&shell=true`)).text();
  expect(html).toContain('The Lamplighter');
  expect(html).not.toContain('>Tide Table<');
});
