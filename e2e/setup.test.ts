import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AxeOnce, findingsInBothThemes } from './support/axe.ts';
import { newVisitor, openBrowser, settled } from './support/browser.ts';
import { startPlatform } from './support/platform.ts';

/** The first start: from the printed link through the setup wizard to the admin area. */

const password = 'lantern gravel otter 9';
/** Set it to keep pictures of each step. */
const pictures = process.env.SETUP_PICTURES;

let browser: Browser;
let platform: Awaited<ReturnType<typeof startPlatform>>;
const axe = new AxeOnce();

beforeAll(async () => {
  [browser, platform] = await Promise.all([
    openBrowser(),
    // Nothing listens on this port.
    startPlatform({ SMTP_URL: 'smtp://me:hidden-word@127.0.0.1:1', LOG_LEVEL: 'info' }),
  ]);
});
afterAll(() => platform?.end());

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

/** Checks a state on a phone, a tablet and a desktop, in both themes. */
async function check(page: Page, name: string): Promise<void> {
  for (const width of [390, 800, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await findingsInBothThemes(page, axe)).toEqual([]);
    if (!pictures) continue;
    await mkdir(pictures, { recursive: true });
    for (const theme of ['dark', 'light']) {
      await page.evaluate((value) => document.documentElement.setAttribute('data-theme', value), theme);
      await page.screenshot({ path: join(pictures, `${name}-${width}-${theme}.png`), fullPage: true });
    }
    await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
  }
}

it('the operator follows the printed link through every step to the admin area', async () => {
  await expect.poll(() => platform.output()).toContain('Set up this site');
  const link = /http:[^\s"]+\/setup#[\w-]{43}/.exec(platform.output())?.[0] ?? '';
  const token = link.split('#')[1] ?? '';
  const { page, context, errors } = await newVisitor(browser);
  const requested: string[] = [];
  page.on('request', (request) => requested.push(`${request.url()} ${request.headers().referer ?? ''}`));

  await page.goto(`${platform.url}/setup#${token}`);
  await title(page, 'What is this site?');
  await check(page, 'kind');
  await page.getByRole('radio', { name: 'School' }).check();
  await check(page, 'kind-school');
  await button(page, 'Continue as a school').click();

  await title(page, 'Name and sign-up');
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
  expect(await page.getByRole('radio', { name: /With an invitation/ }).isChecked()).toBe(true);
  await button(page, 'Continue').click();
  await page.getByText('Enter at least 2 characters.').waitFor();
  await check(page, 'site-problem');
  await page.getByLabel('Name of the site').fill('Harbour School');
  await button(page, 'Continue').click();

  await title(page, 'Mail test');
  await check(page, 'mail');
  // The wizard is left, and continues where it was.
  await page.reload();
  await title(page, 'Mail test');
  await page.getByLabel('Your email address').fill('me@example.org');
  await button(page, 'Send test mail').click();
  await page.getByText('The mail was not sent').waitFor();
  await page.getByText(/127\.0\.0\.1:1 could not be used/).waitFor();
  expect(await page.content()).not.toContain('hidden-word');
  await check(page, 'mail-refused');
  await button(page, 'Continue').click();

  await title(page, 'Your account');
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await button(page, 'Finish the setup').click();
  await page.getByText('This username is taken. Choose another.').waitFor();
  await check(page, 'account-taken');
  await page.getByLabel('Username').fill('harbourmaster');
  expect(await page.evaluate(() => localStorage.getItem('setup'))).not.toContain('lantern');
  await button(page, 'Finish the setup').click();

  await title(page, 'Overview');
  expect(new URL(page.url()).pathname).toBe('/admin');
  expect(await page.evaluate(() => localStorage.getItem('setup'))).toBeNull();
  await page.getByRole('link', { name: 'Harbour School, go to the map' }).waitFor();
  expect(errors.filter((error) => !/status of (400|401)/.test(error))).toEqual([]);
  // The token is in no address that the browser requests, and in no line of the log after the greeting.
  expect(requested.filter((line) => line.includes(token))).toEqual([]);
  expect(platform.output().split(token)).toHaveLength(2);

  // The page of every visitor has the name, and the settings have the choices.
  await page.goto(`${platform.url}/admin/map/features`);
  expect(await page.getByLabel('Who may join').inputValue()).toBe('invite');
  expect(await page.getByLabel('Open to everyone').inputValue()).toBe('3');
  await check(page, 'settings');
  await page.getByLabel('Name', { exact: true }).fill('Harbour Academy');
  await button(page, 'Save site').click();
  await page.getByText('Saved.').waitFor();
  await expect
    .poll(async () => (await (await fetch(`${platform.url}/legal`)).text()).match(/<title>(.*?)<\/title>/)?.[1])
    .toMatch(/ · Harbour Academy$/);
  await context.close();

  // The link has ended, and sign-up needs an invitation.
  const { page: second, context: other } = await newVisitor(browser);
  await second.goto(`${platform.url}/setup#${token}`);
  await title(second, 'This link does not open the setup');
  await second.getByText('This site is set up already.').waitFor();
  await check(second, 'link-used');
  await second.goto(`${platform.url}/setup`);
  await second.getByText('The address has no token after the #.').waitFor();
  await second.goto(`${platform.url}/signup`);
  await settled(second);
  expect(await second.getByLabel('Invitation code').isVisible()).toBe(true);
  await other.close();
});
