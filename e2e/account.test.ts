import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { SignedIn } from '@hexpedition/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AxeOnce, findingsInBothThemes } from './support/axe.ts';
import { newVisitor, openBrowser, settled } from './support/browser.ts';
import { logIn, openAs, password, signUp } from './support/learner.ts';
import { startPlatform } from './support/platform.ts';
import { projectRoot } from './support/server.ts';

/** Account pages: what a learner can change, and what other people see. */

let browser: Browser;
let platform: Awaited<ReturnType<typeof startPlatform>>;

beforeAll(async () => {
  [browser, platform] = await Promise.all([
    openBrowser(),
    startPlatform({ SERVER_MESSAGE: 'Maintenance on Sunday at six.' }),
  ]);
});
afterAll(async () => {
  await platform?.end();
});

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const storedUser = (page: Page): Promise<SignedIn['user']> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}'));
const switchOf = (page: Page, name: string | RegExp) => page.getByRole('switch', { name });

it('shows only the parts of a profile that its owner publishes, at the address that the owner chose', async () => {
  const learner = await signUp(platform);
  const { username } = learner.user;
  const { page, context, errors } = await newVisitor(browser);
  await openAs(page, platform, learner, '/account/profile');
  await page.getByLabel('Profile address').fill('the-navigator');
  await page.getByRole('button', { name: 'Save address' }).click();
  await page.getByText('Saved. Your profile has moved to this address.').waitFor();
  await page.getByLabel('Bio').fill('I read <b>charts</b> & maps.');
  await page.getByRole('button', { name: 'Save text' }).click();
  await expect.poll(async () => (await storedUser(page)).account.public_profile.about).toContain('charts');
  expect(errors).toEqual([]);

  const stranger = await newVisitor(browser);
  const profile = `${platform.url}/profile/the-navigator`;
  await stranger.page.goto(profile);
  await heading(stranger.page, username).waitFor();
  expect(await stranger.page.title()).toBe(`${username} on Hexpedition`);
  await stranger.page.getByText('I read <b>charts</b> & maps.').waitFor();
  await stranger.page.getByText('Rank', { exact: true }).waitFor();

  await switchOf(page, /points/i).click();
  await expect.poll(async () => (await storedUser(page)).account.public_profile.sections.points).toBe(false);
  await stranger.page.goto(profile);
  await heading(stranger.page, username).waitFor();
  expect(await stranger.page.getByText('Rank', { exact: true }).count()).toBe(0);

  await switchOf(page, /^Public/).click();
  await expect.poll(async () => (await storedUser(page)).account.public_profile.is_public).toBe(false);
  // The database notifies every node of the change, this one included.
  await expect.poll(async () => (await fetch(profile)).status).toBe(404);
  await stranger.page.goto(profile);
  await stranger.page.getByText('The profile could not be found.').waitFor();
  // The owner still sees the profile.
  await page.goto(profile);
  await heading(page, username).waitFor();
  await stranger.context.close();
  await context.close();
});

it('saves a drawn profile picture and an uploaded one', async () => {
  const learner = await signUp(platform);
  const { page, context, errors } = await newVisitor(browser);
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
  expect(errors).toEqual([]);
  await context.close();
});

it('changes the password, keeps this device logged in and logs out the others', async () => {
  const learner = await signUp(platform);
  const { username } = learner.user;
  const other = await newVisitor(browser);
  await other.page.goto(`${platform.url}/login`);
  await logIn(other.page, username, password);
  await other.page.waitForURL(`${platform.url}/`);
  const { page, context } = await newVisitor(browser);
  await openAs(page, platform, learner, '/account');
  await page.getByLabel('Your password', { exact: true }).fill(password);
  await page.getByLabel('New password', { exact: true }).fill('sextant plover basalt 4');
  await page.getByRole('button', { name: /(change|save|set).*password/i }).click();
  await page.getByText('Saved. Your other devices are logged out.').waitFor();
  await other.page.goto(`${platform.url}/account`);
  await other.page.getByText('Your session has ended').waitFor();
  await page.reload();
  await heading(page, 'Account Settings').waitFor();
  await other.page.goto(`${platform.url}/login`);
  await logIn(other.page, username, 'sextant plover basalt 4');
  await other.page.waitForURL(`${platform.url}/`);
  await other.context.close();
  await context.close();
});

it('exports all data, deletes the account after the grace period, and restores it when its owner returns', async () => {
  const learner = await signUp(platform);
  const { username } = learner.user;
  const { page, context } = await newVisitor(browser);
  await openAs(page, platform, learner, '/account');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download your data' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(new RegExp(`^hexpedition-${username}-\\d{4}-\\d\\d-\\d\\d\\.json$`));
  expect(await readFile(await download.path(), 'utf8')).toContain(username);

  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(`Type ${username} to confirm`).fill(username);
  await dialog.getByLabel('Your password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await page.getByText('See you soon.').waitFor();
  const statusNow = async () => (await fetch(`${platform.url}/profile/${username}`)).status;
  await expect.poll(statusNow).toBe(404);

  await page.goto(`${platform.url}/login`);
  await logIn(page, username, password);
  await page.getByRole('region', { name: 'Notices' }).getByRole('button', { name: /keep/i }).click();
  await expect.poll(async () => (await storedUser(page)).account.delete_at).toBeNull();
  await expect.poll(statusNow).toBe(200);
  await context.close();
});

it('warns about a missing email, shows the operator’s message, and dismisses each notice separately', async () => {
  const learner = await signUp(platform);
  const { page, context } = await newVisitor(browser);
  await openAs(page, platform, learner, '/labs');
  const notices = page.getByRole('region', { name: 'Notices' });
  const noEmail = notices.getByText('Your account has no email');
  await noEmail.waitFor();
  const message = notices.getByText('Maintenance on Sunday at six.');
  await message.waitFor();
  await notices.getByRole('button', { name: 'Dismiss' }).first().click();
  await message.waitFor({ state: 'hidden' });
  await page.reload();
  await noEmail.waitFor();
  expect(await message.count()).toBe(0);
  // The overview welcomes a new learner once.
  await page.goto(`${platform.url}/`);
  const welcome = notices.getByText(/^Welcome aboard/);
  await welcome.waitFor();
  await notices.getByRole('button', { name: 'Dismiss' }).last().click();
  await welcome.waitFor({ state: 'hidden' });
  await page.reload();
  await noEmail.waitFor();
  expect(await welcome.count()).toBe(0);
  await context.close();
});

describe('route guards', () => {
  it.each(['/account', '/account/profile', '/account/sessions', '/admin/email', '/completed', '/reviews'])(
    'redirect a visitor from %s to the map, give the reason and remember the page for after the log-in',
    async (path) => {
      const { page, context } = await newVisitor(browser);
      await page.goto(platform.url + path);
      await page.waitForURL(`${platform.url}/map?reason=no_token&next=${encodeURIComponent(path)}`);
      await context.close();
    },
  );

  it('let only superusers into the outbox, where mails wait while no mail server is set', async () => {
    const learner = await signUp(platform, { email: 'waiting@example.org' });
    const visitor = await newVisitor(browser);
    await openAs(visitor.page, platform, learner, '/admin/email');
    await visitor.page.waitForURL(/\/login\?/);
    await visitor.page
      .getByText(/superuser/i)
      .first()
      .waitFor();
    await visitor.context.close();

    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['dist/server/cli-admin.js', 'superuser', 'warden'],
      {
        cwd: projectRoot,
        env: { ...process.env, DATABASE_URL: platform.databaseUrl },
      },
    );
    const { page, context } = await newVisitor(browser);
    await page.goto(`${platform.url}/login`);
    await logIn(page, 'warden', /Password: (\S+)/.exec(stdout)?.[1] ?? '');
    await page.waitForURL(`${platform.url}/`);
    await page.goto(`${platform.url}/admin/email/outbox`);
    expect(await page.title()).toContain('Admin');
    await page.getByText('waiting@example.org').first().click();
    await page
      .getByText(/\/verify\/\d+\//)
      .first()
      .waitFor();
    await context.close();
  });

  it('redirect a learner to the log-in page when the account cannot be loaded', async () => {
    const learner = await signUp(platform);
    const { page, context } = await newVisitor(browser);
    await context.route('**/api/account/details', (route) => route.fulfill({ status: 500, json: { msg: 'No.' } }));
    await openAs(page, platform, learner, '/account');
    await page.waitForURL(/\/login\?reason=account/);
    await heading(page, 'Log in').waitFor();
    await context.close();
  });
});

describe('account pages by keyboard and on a phone', () => {
  it('have no axe findings in either theme and fit the screen', async () => {
    const learner = await signUp(platform, { email: 'axe@example.org' });
    const { page, context, errors } = await newVisitor(browser, { width: 390, height: 844 });
    await openAs(page, platform, learner, '/account');
    const findings: string[] = [];
    const axe = new AxeOnce();
    const paths = ['/account', '/account/profile', '/account/sessions', `/profile/${learner.user.username}`];
    for (const path of paths) {
      await page.goto(platform.url + path);
      await heading(page, /./).waitFor();
      findings.push(...(await findingsInBothThemes(page, axe)));
    }
    expect(findings).toEqual([]);
    expect(errors).toEqual([]);
    await context.close();
  });

  it('let Tab reach every control, and return the focus when a dialog closes', async () => {
    const learner = await signUp(platform);
    const { page, context } = await newVisitor(browser, { width: 390, height: 844 });
    await openAs(page, platform, learner, '/account');
    for (const path of ['/account', '/account/profile', '/account/sessions']) {
      await page.goto(platform.url + path);
      await settled(page);
      const unreached = await page.evaluate(() => {
        const main = document.querySelector('main');
        const controls = main?.querySelectorAll<HTMLElement>('a[href], button, input, textarea, select, summary') ?? [];
        return [...controls].filter((one) => one.offsetParent && one.tabIndex < 0 && !(one instanceof HTMLInputElement))
          .length;
      });
      expect([path, unreached]).toEqual([path, 0]);
    }
    await page.goto(`${platform.url}/account`);
    const opener = page.getByRole('button', { name: 'Delete account' });
    await opener.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => opener.evaluate((element) => element === document.activeElement)).toBe(true);
    await context.close();
  });
});
