import type { SignedIn } from '@hexpedition/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { holdBack, newVisitor, openBrowser } from './support/browser.ts';
import { logIn, password, signUp } from './support/learner.ts';
import { type Mailbox, openMailbox } from './support/mailbox.ts';
import { startPlatform } from './support/platform.ts';

/** Account mails and the pages behind their links: email confirmation and password reset. */

let browser: Browser;
let mailbox: Mailbox;
let platform: Awaited<ReturnType<typeof startPlatform>>;

beforeAll(async () => {
  [browser, mailbox] = await Promise.all([openBrowser(), openMailbox()]);
  platform = await startPlatform({ SMTP_URL: mailbox.url });
});
afterAll(async () => {
  await platform?.end();
  await mailbox?.close();
});

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

async function confirm(page: Page, path: string): Promise<void> {
  await page.goto(platform.url + path);
  await page.getByRole('button', { name: 'Confirm email' }).click();
}

/** Replaces the last character of the link's signature. */
const alter = (path: string) => path.slice(0, -1) + (path.endsWith('A') ? 'B' : 'A');

const storedUser = (page: Page): Promise<SignedIn['user']> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}'));

it('sends a link to a new address, which confirms it, and keeps an old address until the new one is confirmed', async () => {
  const { page, context, errors } = await newVisitor(browser);
  await page.goto(`${platform.url}/signup`);
  await page.getByLabel('Username').fill('seafarer');
  await page.getByLabel('Email').fill('seafarer@example.org');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL(`${platform.url}/`);
  const mail = await mailbox.find('seafarer@example.org', /confirm/i);
  expect(mail.html).toContain('href="');
  const path = mailbox.linkIn(mail, '/verify');

  // An altered link confirms nothing, and the page says what to do.
  await confirm(page, alter(path));
  await heading(page, 'This link does not work').waitFor();
  await confirm(page, path);
  await page.getByRole('status').getByText('seafarer@example.org').waitFor();
  expect(await storedUser(page)).toMatchObject({ email: 'seafarer@example.org', pending_email: null });

  await page.goto(`${platform.url}/account`);
  await page.getByRole('textbox', { name: 'Email' }).fill('after@example.org');
  await page.getByRole('button', { name: 'Save email' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your password', { exact: true }).fill(password);
  await dialog.getByRole('button').last().click();
  const second = await mailbox.find('after@example.org', /confirm/i);
  await expect
    .poll(() => storedUser(page))
    .toMatchObject({ email: 'seafarer@example.org', pending_email: 'after@example.org' });
  await confirm(page, mailbox.linkIn(second, '/verify'));
  await mailbox.find('seafarer@example.org', /was changed/);
  await expect.poll(() => storedUser(page)).toMatchObject({ email: 'after@example.org', pending_email: null });
  expect(errors.filter((error) => !error.includes('400'))).toEqual([]);
  await context.close();
});

it('resets a forgotten password by mail', async () => {
  const learner = await signUp(platform, { email: 'forgetful@example.org' });
  const link = mailbox.linkIn(await mailbox.find('forgetful@example.org', /confirm/i), '/verify');
  const confirmed = await fetch(`${platform.url}/api/account/verify`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ user_id: learner.user.pk, hmac: link.split('/').at(-1) }),
  });
  expect(confirmed.status).toBe(200);

  const { page, context } = await newVisitor(browser);
  await page.goto(`${platform.url}/login`);
  await page.getByRole('link', { name: /forgot/i }).click();
  // The log-in page has an email field, too.
  await heading(page, 'Forgot your password?').waitFor();
  await page.getByLabel('Email').fill('forgetful@example.org');
  await page.getByRole('button', { name: 'Send link' }).click();
  await page
    .getByText(/on its way/i)
    .first()
    .waitFor();
  const path = mailbox.linkIn(await mailbox.find('forgetful@example.org', /password/i), '/password-reset');
  await page.goto(platform.url + path);
  const other = 'sextant plover basalt 4';
  await page.getByLabel('New password', { exact: true }).fill(other);
  await page.getByRole('button', { name: 'Set new password' }).click();
  await heading(page, 'Log in').waitFor();
  await logIn(page, learner.user.username, other);
  await page.waitForURL(`${platform.url}/`);
  await mailbox.find('forgetful@example.org', /changed/i);
  await context.close();
});

it('handles a form that was submitted before hydration, and does not let the browser submit it', async () => {
  const learner = await signUp(platform);
  const { page, context, errors } = await newVisitor(browser);
  const wake = await holdBack(context, '**/assets/*.js');
  await page.goto(`${platform.url}/login`, { waitUntil: 'commit' });
  await logIn(page, learner.user.username, password);
  expect(new URL(page.url()).pathname).toBe('/login');
  wake();
  await page.waitForURL(`${platform.url}/`);
  expect(errors).toEqual([]);
  await context.close();
});
