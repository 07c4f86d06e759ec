import { readFile } from 'node:fs/promises';
import type { SignedIn } from '@hexpedition/contract';
import type { Browser, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { AxeOnce, findingsInBothThemes } from './support/axe.ts';
import { newVisitor, openBrowser } from './support/browser.ts';
import { logIn, openAs, password, signUp } from './support/learner.ts';
import { type Platform, sharedPlatform } from './support/platform.ts';

/** Account pages: what a learner can change, and what other people see. */

let browser: Browser;
let platform: Platform;

beforeAll(async () => {
  [browser, platform] = await Promise.all([openBrowser(), sharedPlatform()]);
});

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const storedUser = (page: Page): Promise<SignedIn['user']> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}'));
const switchOf = (page: Page, name: string | RegExp) => page.getByRole('switch', { name });
const openTab = (page: Page, path: string) => page.locator(`nav[aria-label="Account pages"] a[href="${path}"]`).click();

/** Checks a page on a phone and a desktop with axe. @returns the findings, and the controls that Tab does not reach */
async function problemsOf(page: Page, axe: AxeOnce): Promise<unknown[]> {
  const findings: unknown[] = [];
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    findings.push(...(await findingsInBothThemes(page, axe)));
  }
  const unreached = await page.evaluate(() => {
    const main = document.querySelector('main');
    const controls = main?.querySelectorAll<HTMLElement>('a[href], button, input, textarea, select, summary') ?? [];
    return [...controls]
      .filter((one) => one.offsetParent && one.tabIndex < 0 && !(one instanceof HTMLInputElement))
      .map((one) => one.outerHTML);
  });
  return [...findings, ...unreached];
}

it('a learner chooses a picture, an address and a text for the profile, and hides it again; a stranger sees only what is public', async () => {
  const learner = await signUp(platform, { email: `axe-${Date.now()}@example.org` });
  const { username } = learner.user;
  const slug = `the-navigator-${username}`;
  const { page, context, errors } = await newVisitor(browser, { width: 390, height: 844 });
  const axe = new AxeOnce();
  await openAs(page, platform, learner, '/account/profile');
  await page.getByRole('radio', { name: /lighthouse/i }).click();
  await expect.poll(async () => (await storedUser(page)).account.image).toMatch(/lighthouse\.svg$/);
  const picture = await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 40, height: 30 });
    canvas.getContext('2d')?.fillRect(0, 0, 40, 30);
    return canvas.toDataURL('image/png').split(',')[1] ?? '';
  });
  await page.locator('input[type=file]').setInputFiles({
    name: 'me.png',
    mimeType: 'image/png',
    buffer: Buffer.from(picture, 'base64'),
  });
  await expect.poll(async () => (await storedUser(page)).account.image).toMatch(/^\/avatars\/upload\/.+\.webp$/);
  const { image } = (await storedUser(page)).account;
  const served = await fetch(platform.url + image);
  expect([served.status, served.headers.get('content-type')]).toEqual([200, 'image/webp']);

  await page.getByLabel('Profile address').fill(slug);
  await page.getByRole('button', { name: 'Save address' }).click();
  await page.getByText('Saved. Your profile has moved to this address.').waitFor();
  await page.getByLabel('Bio').fill('I read <b>charts</b> & maps.');
  await page.getByRole('button', { name: 'Save text' }).click();
  await expect.poll(async () => (await storedUser(page)).account.public_profile.about).toContain('charts');
  expect(await problemsOf(page, axe)).toEqual([]);
  await openTab(page, '/account/sessions');
  await heading(page, 'Active Sessions').waitFor();
  expect(await problemsOf(page, axe)).toEqual([]);

  const stranger = await newVisitor(browser);
  const profile = `${platform.url}/profile/${slug}`;
  const publicPage = async () => {
    const answer = await fetch(profile);
    return `${answer.status} ${await answer.text()}`;
  };
  await stranger.page.goto(profile);
  await heading(stranger.page, username).waitFor();
  expect(await stranger.page.title()).toBe(`${username} on Hexpedition`);
  await stranger.page.getByText('I read <b>charts</b> & maps.').waitFor();
  await stranger.page.getByText('Rank', { exact: true }).waitFor();
  expect(stranger.errors).toEqual([]);
  await stranger.context.close();

  await openTab(page, '/account/profile');
  expect(await publicPage()).toMatch(/>Rank</);
  await switchOf(page, /points/i).click();
  await expect.poll(async () => (await storedUser(page)).account.public_profile.sections.points).toBe(false);
  // The database notifies every node of the change, this one included.
  await expect.poll(publicPage).not.toMatch(/>Rank</);
  await switchOf(page, /^Public/).click();
  await expect.poll(async () => (await storedUser(page)).account.public_profile.is_public).toBe(false);
  await expect.poll(publicPage).toMatch(/^404 [\s\S]*The profile could not be found\./);
  expect(errors).toEqual([]);
  // The owner still sees the profile.
  await page.goto(profile);
  await heading(page, username).waitFor();
  expect(await problemsOf(page, axe)).toEqual([]);
  await context.close();
});

it('changes the password, exports all data, deletes the account after the grace period, and restores it when its owner returns', async () => {
  const learner = await signUp(platform);
  const { username } = learner.user;
  const { page, context } = await newVisitor(browser, { width: 390, height: 844 });
  await openAs(page, platform, learner, '/account');
  await heading(page, 'Account Settings').waitFor();
  expect(await problemsOf(page, new AxeOnce())).toEqual([]);

  const other = 'sextant plover basalt 4';
  await page.getByLabel('Your password', { exact: true }).fill(password);
  await page.getByLabel('New password', { exact: true }).fill(other);
  await page.getByRole('button', { name: /(change|save|set).*password/i }).click();
  await page.getByText('Saved. Your other devices are logged out.').waitFor();
  // This device stays logged in.
  await page.reload();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download your data' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(new RegExp(`^hexpedition-${username}-\\d{4}-\\d\\d-\\d\\d\\.json$`));
  expect(await readFile(await download.path(), 'utf8')).toContain(username);

  const opener = page.getByRole('button', { name: 'Delete account' });
  await opener.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => opener.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await dialog.getByLabel(`Type ${username} to confirm`).fill(username);
  await dialog.getByLabel('Your password', { exact: true }).fill(other);
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await page.getByText('See you soon.').waitFor();
  const statusNow = async () => (await fetch(`${platform.url}/profile/${username}`)).status;
  await expect.poll(statusNow).toBe(404);

  await page.goto(`${platform.url}/login`);
  await logIn(page, username, other);
  await page.getByRole('region', { name: 'Notices' }).getByRole('button', { name: /keep/i }).click();
  await expect.poll(async () => (await storedUser(page)).account.delete_at).toBeNull();
  await expect.poll(statusNow).toBe(200);
  await context.close();
});
