import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launch, newVisitor, settled } from './support/browser.ts';
import { password } from './support/learner.ts';
import { type OwnPlatform, startPlatform } from './support/platform.ts';
import { freePort } from './support/server.ts';

/** A platform on plain http under a name other than localhost, where browsers have no Web Crypto. */

const host = 'classroom.example.test';
let site: string;
let platform: OwnPlatform;
let browser: Browser;

beforeAll(async () => {
  const port = await freePort();
  site = `http://${host}:${port}`;
  [browser, platform] = await Promise.all([
    launch(`--host-resolver-rules=MAP ${host} 127.0.0.1`),
    startPlatform({ PUBLIC_URL: site }, port),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await platform?.end();
});

it('warns the operator, and visitors can sign up and ask for a new password', async () => {
  await expect.poll(() => platform.output()).toContain('PUBLIC_URL is plain http');
  const { page, context, errors } = await newVisitor(browser, { hosts: [host] });
  await page.goto(`${site}/signup`);
  await settled(page);
  expect(await page.evaluate(() => [isSecureContext, crypto.subtle])).toEqual([false, undefined]);
  await page.getByLabel('Username').fill('classmate');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL(`${site}/`);
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}').username)).toBe('classmate');
  // Leaving a page that still loads its scripts can cause an error.
  await settled(page);

  await page.goto(`${site}/password-reset`);
  await settled(page);
  await page.getByLabel('Email').fill('classmate@example.org');
  await page.getByRole('button', { name: 'Request the link' }).click();
  await page.getByText('Now ask the operator of this site').waitFor();
  // At an insecure origin browsers report this header as an error.
  expect(errors.filter((error) => !error.includes('Cross-Origin-Opener-Policy'))).toEqual([]);
  await context.close();
});
