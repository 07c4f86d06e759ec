import { hkdfSync } from 'node:crypto';
import type { SignedIn } from '@hexpedition/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { linkSubject } from '../apps/server/src/features/accounts/mail-link-subjects.ts';
import { createLinks } from '../apps/server/src/features/accounts/mail-links.ts';
import { holdBack, newVisitor, openBrowser } from './support/browser.ts';
import { logIn, openAs, password, signUp } from './support/learner.ts';
import { type Mailbox, openMailbox } from './support/mailbox.ts';
import { startPlatform } from './support/platform.ts';

/** Account mails and their links: email confirmation, password reset, and log-in under a guessing attack. */

const secretKey = 'only for this test, and long enough for it';

let browser: Browser;
let mailbox: Mailbox;
let platform: Awaited<ReturnType<typeof startPlatform>>;

beforeAll(async () => {
  [browser, mailbox] = await Promise.all([openBrowser(), openMailbox()]);
  platform = await startPlatform({ SMTP_URL: mailbox.url, SECRET_KEY: secretKey, TRUST_PROXY: 'yes' });
});
afterAll(async () => {
  await platform?.end();
  await mailbox?.close();
});

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const other = 'sextant plover basalt 4';

async function confirm(page: Page, path: string): Promise<void> {
  await page.goto(platform.url + path);
  await page.getByRole('button', { name: 'Confirm email' }).click();
}

/** Replaces the last character of the link's signature. */
const alter = (path: string) => path.slice(0, -1) + (path.endsWith('A') ? 'B' : 'A');

it('sends a link to a new address, which confirms it once', async () => {
  const { page, context, errors } = await newVisitor(browser);
  await page.goto(`${platform.url}/signup`);
  await page.getByLabel('Username').fill('seafarer');
  await page.getByLabel('Email').fill('seafarer@example.org');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL(`${platform.url}/`);
  await page.goto(`${platform.url}/account`);
  await page.getByText('seafarer@example.org').first().waitFor();

  const mail = await mailbox.find('seafarer@example.org', /confirm/i);
  expect(mail.html).toContain('href="');
  const path = mailbox.linkIn(mail, '/verify');

  // An altered link, or one of another account, confirms nothing, and the page says what to do.
  await confirm(page, alter(path));
  await page
    .getByText(/this link/i)
    .first()
    .waitFor();
  const stranger = await signUp(platform, { email: 'stranger@example.org' });
  const foreign = mailbox.linkIn(await mailbox.find('stranger@example.org', /confirm/i), '/verify');
  await confirm(page, foreign.replace(`/${stranger.user.pk}/`, `/${path.split('/')[2]}/`));
  await page
    .getByText(/this link/i)
    .first()
    .waitFor();

  await confirm(page, path);
  await page.getByText('seafarer@example.org').first().waitFor();
  const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}'));
  expect(stored).toMatchObject({ email: 'seafarer@example.org', pending_email: null });
  // A second visit reports that the address is confirmed.
  await confirm(page, path);
  await page.getByText('seafarer@example.org').first().waitFor();
  expect(errors.filter((error) => !error.includes('400'))).toEqual([]);
  await context.close();
});

async function withConfirmedEmail(email: string): Promise<SignedIn> {
  const learner = await signUp(platform, { email });
  const { page, context } = await newVisitor(browser);
  await confirm(page, mailbox.linkIn(await mailbox.find(email, /confirm/i), '/verify'));
  await page.getByText(email).first().waitFor();
  await context.close();
  return learner;
}

async function requestReset(page: Page, email: string): Promise<void> {
  await page.goto(`${platform.url}/login`);
  await page.getByRole('link', { name: /forgot/i }).click();
  // The log-in page has an email field, too.
  await heading(page, 'Forgot your password?').waitFor();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await page
    .getByText(/on its way/i)
    .first()
    .waitFor();
}

it('resets a forgotten password by mail, logs out every device, and accepts each link once', async () => {
  const learner = await withConfirmedEmail('forgetful@example.org');
  const { page: elsewhere, context: device } = await newVisitor(browser);
  await openAs(elsewhere, platform, learner);
  const { page, context } = await newVisitor(browser);
  // An unknown address gets the same answer and no mail.
  await requestReset(page, 'nobody@example.org');
  await requestReset(page, 'forgetful@example.org');
  const path = mailbox.linkIn(await mailbox.find('forgetful@example.org', /password/i), '/password-reset');
  expect(mailbox.count('nobody@example.org')).toBe(0);

  await page.goto(platform.url + path);
  await page.getByLabel('New password', { exact: true }).fill(other);
  await page.getByRole('button', { name: 'Set new password' }).click();
  await heading(page, 'Log in').waitFor();
  await logIn(page, learner.user.username, other);
  await page.waitForURL(`${platform.url}/`);

  // The other device is logged out at its next request.
  await elsewhere.goto(`${platform.url}/`);
  await elsewhere.getByText('Your session has ended').waitFor();
  await mailbox.find('forgetful@example.org', /changed/i);

  // A used link and an altered one both lead to a page with a next step.
  for (const spent of [path, alter(path)]) {
    await page.goto(platform.url + spent);
    await page.getByLabel('New password', { exact: true }).fill(password);
    await page
      .getByRole('button', { name: /password/i })
      .last()
      .click();
    await page.getByRole('link', { name: /new link/i }).waitFor();
  }
  await device.close();
  await context.close();
});

it('keeps the old address until the new one is confirmed, and notifies the old one', async () => {
  const learner = await withConfirmedEmail('before@example.org');
  const { page, context } = await newVisitor(browser);
  await openAs(page, platform, learner, '/account');
  await page.getByRole('textbox', { name: 'Email' }).fill('after@example.org');
  await page.getByRole('button', { name: 'Save email' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your password', { exact: true }).fill(password);
  await dialog.getByRole('button').last().click();
  const mail = await mailbox.find('after@example.org', /confirm/i);
  const { user } = await details(learner);
  expect(user).toMatchObject({ email: 'before@example.org', pending_email: 'after@example.org' });
  await confirm(page, mailbox.linkIn(mail, '/verify'));
  await mailbox.find('before@example.org', /was changed/);
  expect((await details(learner)).user).toMatchObject({ email: 'after@example.org', pending_email: null });
  await context.close();
});

async function details({ token }: SignedIn): Promise<{ user: SignedIn['user'] }> {
  const response = await fetch(`${platform.url}/api/account/details`, {
    headers: { authorization: `Bearer ${token.access}` },
  });
  return (await response.json()) as { user: SignedIn['user'] };
}

it('rejects an expired link, and offers a new one', async () => {
  const learner = await signUp(platform, { email: 'late@example.org' });
  const subject = linkSubject('verify', { ...learner.user, password_hash: null });
  // Derived from the platform's secret key.
  const key = Buffer.from(hkdfSync('sha256', secretKey, 'hexpedition', 'mail-links', 32));
  const linkOf = (age: number) => {
    const clock = { now: () => new Date(Date.now() - age) };
    return new URL(createLinks({ key, clock, publicUrl: platform.url }).make(subject, 3 * 86_400)).pathname;
  };
  const { page, context } = await newVisitor(browser);
  await openAs(page, platform, learner, '/legal');
  await confirm(page, linkOf(4 * 86_400_000));
  await heading(page, 'This link has expired').waitFor();
  const before = mailbox.count('late@example.org');
  await page.getByRole('button', { name: /send/i }).click();
  await expect.poll(() => mailbox.count('late@example.org')).toBe(before + 1);
  // The same link with a current date works: only its age was wrong.
  await confirm(page, linkOf(0));
  await heading(page, 'Confirmed').waitFor();
  await context.close();
});

it('lets the owner log in during a distributed guessing attack, and asks for a proof of work', async () => {
  const learner = await signUp(platform);
  const { username } = learner.user;
  for (let guess = 0; guess < 21; guess++) {
    const response = await fetch(`${platform.url}/api/account/login`, {
      method: 'POST',
      // Four networks, so that no network reaches its own limit.
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `203.0.113.${guess % 4}` },
      body: JSON.stringify({ username, password: `guess number ${guess}` }),
    });
    expect(response.status).toBe(400);
  }
  const { page, context } = await newVisitor(browser);
  const proof = page.waitForRequest(/\/api\/account\/pow\?.*login/);
  await page.goto(`${platform.url}/login`);
  await logIn(page, username, password);
  await proof;
  await page.waitForURL(`${platform.url}/`);
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
