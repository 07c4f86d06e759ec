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

async function learner() {
  const account = await signUp(platform);
  const visitor = await newVisitor(browser);
  await visitor.context.addInitScript(({ token, user }) => {
    // Only while nothing is stored: the page itself renews the credentials later.
    if (localStorage.getItem('token')) return;
    localStorage.setItem('token', JSON.stringify(token));
    localStorage.setItem('user', JSON.stringify(user));
  }, account);
  return { ...visitor, username: account.user.username };
}

it.each([
  ['lost-luggage', 'Lost Luggage', 20],
  ['tide-table', 'Tide Table', 40],
])('%s is started, exploited and solved from its own page', async (slug, name, points) => {
  const { page, context, errors, username } = await learner();
  await page.goto(`${platform.url}/lab/${slug}`);
  expect(await page.title()).toContain(`${name} Lab`);
  await page.getByRole('button', { name: 'Start lab' }).click();
  const opened = context.waitForEvent('page');
  await page.getByRole('button', { name: 'Open lab' }).click();
  const lab = await opened;
  await lab.waitForURL(/\.labs\.localhost:\d+\/(?!__lab)/);
  const entrance = lab.url();

  const [flag] = Object.values(await runExploit(slug, lab));
  await page.getByRole('textbox', { name: 'The flag that you found' }).fill(flag ?? '');
  await page.keyboard.press('Enter');
  const result = page.getByRole('region', { name: 'Flag accepted' });
  await result.getByText(`+${points} points`).waitFor();
  await result.getByText(/Your rank on the leaderboard: \d/).waitFor();
  await page.getByText('Solved', { exact: true }).first().waitFor();
  await page.getByText('not solved yet').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Read the write-up' }).first().click();
  await page.getByRole('heading', { name: 'What was wrong' }).waitFor();

  // The list shows the lab as solved at once, and so does the page that the server renders for every visitor.
  await page.getByRole('link', { name: 'Labs', exact: true }).first().click();
  const row = page.getByRole('listitem').filter({ hasText: name });
  await row.getByText(/^solved by \d/).waitFor();
  await row.getByText('Solved', { exact: true }).waitFor();
  await expect
    .poll(async () => (await fetch(`${platform.url}/labs`)).text())
    .not.toMatch(new RegExp(`>${name}<.{0,900}not solved yet`, 's'));

  await page.goto(`${platform.url}/map`);
  await page
    .getByRole('link', { name: new RegExp(`${name}.*solved`, 'i') })
    .first()
    .waitFor();
  await page.goto(`${platform.url}/leaderboard`);
  await page.getByRole('main').getByText(username).first().waitFor();
  expect(await page.getByRole('main').innerText()).toContain(`${points} points`);

  // After the lab is stopped, the same address answers that no lab is running there.
  await page.goto(`${platform.url}/lab/${slug}`);
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.getByRole('button', { name: 'Stop lab' }).click();
  await page.getByRole('button', { name: 'Start lab' }).waitFor();
  await page.getByRole('link', { name: `Lab: ${name}` }).waitFor({ state: 'detached' });
  const gone = await lab.goto(entrance);
  expect(gone?.status()).toBeGreaterThanOrEqual(400);
  expect(errors).toEqual([]);
  await context.close();
});

it.each([{ widths: [1440] }, { widths: [390, 360] }])(
  'a lesson $widths px wide starts its lab, shows the remaining time in the bar, and accepts the flag',
  async ({ widths }) => {
    const { page, context, errors } = await learner();
    await page.goto(`${platform.url}/courses/first-light/first-hack/your-first-break-in`);
    /** Positions of the controls in the bar, and the width of the page, at each width of the window. */
    const layouts = async () => {
      const found: { bar: number[]; pageWidth: number }[] = [];
      for (const width of widths) {
        await page.setViewportSize({ width, height: 860 });
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
    const before = await layouts();
    for (const { bar } of before) expect(bar.length).toBeGreaterThan(3);
    expect(before.map(({ pageWidth }) => pageWidth)).toEqual(widths);
    const [width = 0] = widths;
    const box = page.getByRole('article');
    await box.getByRole('button', { name: 'Start lab' }).click();
    const opened = context.waitForEvent('page');
    // On a wide screen the lab opens beside the text, which moves to the left half.
    const isWide = width === 1440;
    await box.getByRole('button', { name: isWide ? 'Open in split view' : 'Open lab' }).click();
    const right = () => box.evaluate((article) => article.getBoundingClientRect().right);
    if (isWide) expect(await right()).toBeLessThanOrEqual(width / 2);
    const badge = page.getByRole('link', { name: 'Lab: Lost Luggage running, 59 minutes left' });
    await badge.waitFor();
    expect(await badge.innerText()).toMatch(/59:\d\d/);
    // The badge uses free space and moves nothing.
    expect(await layouts()).toEqual(before);

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
      await page.setViewportSize({ width, height: 860 });
      expect(await findingsInBothThemes(page, axe)).toEqual([]);
    }
    if (isWide) {
      await box.getByRole('button', { name: 'Close split view' }).click();
      expect(await right()).toBeGreaterThan(width / 2);
    }
    await box.getByRole('button', { name: 'Stop lab' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Stop lab' }).click();
    await badge.waitFor({ state: 'detached' });
    await box.getByRole('link', { name: 'Read the write-up' }).click();
    await page.getByRole('heading', { name: 'Write-up' }).waitFor();
    expect(errors).toEqual([]);
    await context.close();
  },
);

it('remembers a visitor’s opened hints, and copies them to the account', async () => {
  const { page, context, errors } = await newVisitor(browser);
  const url = `${platform.url}/lab/tide-table`;
  await page.goto(url);
  await page.getByRole('button', { name: 'Show hint 1' }).click();
  await page.getByText('Find out what computes here.').waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Show hint 1 again' }).click();
  await page.getByText('Find out what computes here.').waitFor();
  await page.getByRole('button', { name: 'Show hint 2' }).click();
  await page.getByRole('button', { name: 'Open for 2 points' }).click();
  await page.getByRole('button', { name: 'Hide hint 2' }).waitFor();
  await page.getByText('38 of 40 points').waitFor();

  const account = await signUp(platform);
  await openAs(page, platform, account, '/lab/tide-table');
  await page.getByRole('button', { name: 'Show hint 3' }).waitFor();
  await settled(page);
  await page.evaluate(() => localStorage.removeItem('hints'));
  await page.reload();
  await page.getByRole('button', { name: 'Show hint 3' }).waitFor();
  expect(errors).toEqual([]);
  await context.close();
});

it('filters the labs by links: the server renders the selection, and each filter can be removed', async () => {
  const { page, context, errors } = await newVisitor(browser);
  const names = () => page.getByRole('main').getByRole('listitem').getByRole('heading', { level: 2 }).allTextContents();
  const html = await (await fetch(`${platform.url}/labs?topic=reversing&shell=true`)).text();
  expect(html).toContain('The Lamplighter');
  expect(html).not.toContain('>Tide Table<');

  await page.goto(`${platform.url}/labs`);
  await settled(page);
  await page.getByRole('link', { name: 'Web, medium:' }).click();
  await page.waitForURL(/difficulty=medium/);
  expect(await names()).toContain('Tide Table');
  expect(await names()).not.toContain('Lost Luggage');
  expect(await findingsInBothThemes(page, axe)).toEqual([]);
  await page.getByRole('link', { name: 'Remove filter: Medium' }).click();
  await expect.poll(names).toContain('Lost Luggage');
  await page.getByRole('link', { name: 'Clear all' }).press('Enter');
  await page.waitForURL(`${platform.url}/labs`);
  await expect.poll(names).toContain('The Lamplighter');
  expect(errors).toEqual([]);
  await context.close();
});

it('submits a flag that was entered before hydration', async () => {
  const { page, context, errors } = await newVisitor(browser);
  const wake = await holdBack(context, '**/assets/*.js');
  await page.goto(`${platform.url}/lab/lost-luggage`, { waitUntil: 'commit' });
  const flag = page.getByRole('textbox', { name: 'The flag that you found' });
  await flag.fill('flag{early}');
  await page.keyboard.press('Enter');
  wake();
  await page.getByText('Your flag is saved in this tab.').waitFor();
  expect(await flag.inputValue()).toBe('flag{early}');
  expect(errors).toEqual([]);
  await context.close();
});

it('handles a press during hydration, exactly once', async () => {
  const { page, context, errors } = await learner();
  const starts: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/start')) starts.push(request.method());
  });
  await page.addInitScript(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      const button = [...document.querySelectorAll('button')].find((one) => one.textContent === 'Start lab');
      if (button && Object.keys(button).some((key) => key.startsWith('__reactProps'))) button.click();
      else port2.postMessage('again');
    };
    port2.postMessage('again');
  });
  await page.goto(`${platform.url}/lab/lost-luggage`);
  await page.getByRole('button', { name: 'Open lab' }).waitFor();
  expect(starts).toEqual(['POST']);
  expect(errors).toEqual([]);
  await context.close();
});

it('only the learner who started a lab can open it', async () => {
  const { page, context } = await learner();
  await page.goto(`${platform.url}/lab/lost-luggage`);
  await page.getByRole('button', { name: 'Start lab' }).click();
  const opened = context.waitForEvent('page');
  await page.getByRole('button', { name: 'Open lab' }).click();
  const lab = await opened;
  await lab.waitForURL(/\.labs\.localhost:\d+\/(?!__lab)/);

  const stranger = await learner();
  const answer = await stranger.page.goto(lab.url());
  expect(answer?.status()).toBe(403);
  expect(await stranger.page.content()).not.toMatch(/claim/i);
  await stranger.context.close();
  await context.close();
});
