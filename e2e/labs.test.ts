import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { holdBack, newVisitor, openBrowser } from './support/browser.ts';
import { runExploit } from './support/exploit.ts';
import { signUp } from './support/learner.ts';
import { startPlatform } from './support/platform.ts';

let browser: Browser;
let platform: Awaited<ReturnType<typeof startPlatform>>;
beforeAll(async () => {
  [browser, platform] = await Promise.all([openBrowser(), startPlatform()]);
});
afterAll(async () => {
  await platform?.end();
});

async function learner() {
  const account = await signUp(platform);
  const visitor = await newVisitor(browser);
  await visitor.context.addInitScript(({ token, user }) => {
    // Only where nothing is stored yet: the page renews the credentials itself.
    if (localStorage.getItem('token')) return;
    localStorage.setItem('token', JSON.stringify(token));
    localStorage.setItem('user', JSON.stringify(user));
  }, account);
  return { ...visitor, username: account.user.username };
}

it.each([
  ['lost-luggage', 'Lost Luggage', 20],
  ['tide-table', 'Tide Table', 40],
])('%s is started, hacked and solved from its own page', async (slug, name, points) => {
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
  await page.getByText('Solved', { exact: true }).first().waitFor();
  await page
    .getByRole('heading', { name: /how it was done|write-up/i })
    .first()
    .waitFor();

  await page.goto(`${platform.url}/map`);
  await page
    .getByRole('link', { name: new RegExp(`${name}.*solved`, 'i') })
    .first()
    .waitFor();
  await page.goto(`${platform.url}/leaderboard`);
  await page.getByRole('main').getByText(username).first().waitFor();
  expect(await page.getByRole('main').innerText()).toContain(`${points} points`);

  // Once the lab is stopped, the same address leads nowhere and says so.
  await page.goto(`${platform.url}/lab/${slug}`);
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.getByRole('button', { name: 'Start lab' }).waitFor();
  const gone = await lab.goto(entrance);
  expect(gone?.status()).toBeGreaterThanOrEqual(400);
  expect(errors).toEqual([]);
  await context.close();
});

it('keeps a flag that was typed and handed in before the page was awake', async () => {
  const { page, context, errors } = await newVisitor(browser);
  const wake = await holdBack(context, '**/assets/*.js');
  await page.goto(`${platform.url}/lab/lost-luggage`, { waitUntil: 'commit' });
  const flag = page.getByRole('textbox', { name: 'The flag that you found' });
  await flag.fill('flag{early}');
  await page.keyboard.press('Enter');
  wake();
  await page.getByText('Your flag is kept in this tab.').waitFor();
  expect(await flag.inputValue()).toBe('flag{early}');
  expect(errors).toEqual([]);
  await context.close();
});

it('hears a press in the moment in which React takes the page over, and hears it once', async () => {
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

it('a running lab is closed to everybody but the learner who started it', async () => {
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
