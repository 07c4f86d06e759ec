import { readFile } from 'node:fs/promises';
import type { NewBatch, SignedIn, Training } from '@hexpedition/contract';
import type { Browser, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { AxeOnce, findingsInBothThemes } from './support/axe.ts';
import { newVisitor, openBrowser } from './support/browser.ts';
import { logIn, openAs, password, signUp } from './support/learner.ts';
import { author } from './support/map-editor.ts';
import { type Platform, sharedPlatform } from './support/platform.ts';

/** Vouchers from creation to the lesson that they unlock. */

let browser: Browser;
let platform: Platform;
let captain: SignedIn;
const axe = new AxeOnce();

beforeAll(async () => {
  [browser, platform] = await Promise.all([openBrowser(), sharedPlatform()]);
  captain = await author(platform, 'purser');
});

async function call<T>({ token }: SignedIn, method: string, path: string, body: object): Promise<T> {
  const answer = await fetch(platform.url + path, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token.access}` },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json() as Promise<T>;
}

async function lessonOf(slug: string): Promise<string> {
  const training = (await (await fetch(`${platform.url}/api/training/${slug}`)).json()) as Training;
  return `/courses/${slug}/${training.start?.chapter}/${training.start?.subchapter}`;
}

const lock = (page: Page) => page.getByText('Requires the Specialization tier');

it('a superuser creates vouchers; a learner redeems one by its link, and a locked lesson unlocks in another tab', async () => {
  const admin = await newVisitor(browser);
  await openAs(admin.page, platform, captain, '/admin/vouchers');
  await admin.page.getByRole('heading', { name: 'New batch' }).waitFor();
  expect(await findingsInBothThemes(admin.page, axe)).toEqual([]);
  await admin.page.getByLabel('Name').fill('Autumn school');
  await admin.page.getByLabel('Specialization').check();
  await admin.page.getByLabel('Months').fill('3');
  await admin.page.getByLabel('Vouchers', { exact: true }).fill('2');
  await admin.page.getByRole('button', { name: 'Create vouchers' }).click();
  await admin.page.getByRole('heading', { name: '2 codes for “Autumn school”' }).waitFor();
  expect(await findingsInBothThemes(admin.page, axe)).toEqual([]);
  const code = (await admin.page.getByRole('region', { name: 'Codes' }).locator('code').first().innerText()).trim();
  const saving = admin.page.waitForEvent('download');
  await admin.page.getByRole('button', { name: 'Save as CSV' }).click();
  const download = await saving;
  expect(download.suggestedFilename()).toMatch(/^vouchers-\d+\.csv$/);
  const [head, first = '', ...rest] = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
  expect([head, rest.length]).toEqual(['number,code,link', 1]);
  const [, written, link = ''] = first.split(',');
  expect(written).toBe(code);

  const learner = await signUp(platform);
  const { user } = learner;
  const seats = { name: 'Class 9b', tier: 1, months: 6, uses: 3, vouchers: 1, holder: user.username };
  await call<NewBatch>(captain, 'POST', '/api/admin/vouchers', seats);
  const { page, context, errors } = await newVisitor(browser);
  const requestedUrls: string[] = [];
  context.on('request', (request) => requestedUrls.push(request.url()));
  // Without a session the link leads to the log-in page, and returns with its code.
  await page.goto(link);
  await page.waitForURL(/\/map\?/);
  expect(page.url()).not.toContain('code');
  await page.getByRole('region', { name: 'Notices' }).getByRole('link', { name: 'Log in' }).click();
  await logIn(page, user.username, password);
  await page.getByRole('heading', { name: 'Specialization for 3 months' }).waitFor();
  await expect.poll(() => page.url()).toBe(`${platform.url}/subscription/vouchers`);
  // The learner also holds the voucher of a class.
  await page.getByText('0 of 3 seats taken, 3 free').waitFor();
  expect(await findingsInBothThemes(page, axe)).toEqual([]);
  const tab = await context.newPage();
  await tab.goto(platform.url + (await lessonOf('block-ciphers')));
  await lock(tab).waitFor();
  await page.getByRole('button', { name: 'Redeem', exact: true }).click();
  await page.getByText('Specialization is yours until').waitFor();
  await page.getByRole('region', { name: 'Redeemed' }).getByText('Autumn school').waitFor();
  expect(await findingsInBothThemes(page, axe)).toEqual([]);
  await lock(tab).waitFor({ state: 'detached' });
  await expect.poll(async () => (await tab.locator('main').innerText()).length).toBeGreaterThan(2_000);
  // No request had the code in its URL.
  expect(requestedUrls.filter((url) => url.includes(code.slice(0, 9)))).toEqual([]);
  expect(errors).toEqual([]);
  await context.close();

  await admin.page.getByRole('button', { name: 'Done' }).click();
  await admin.page.getByRole('heading', { name: 'New batch' }).waitFor();
  await admin.page.reload();
  await admin.page.getByRole('button', { name: /Autumn school/ }).click();
  await admin.page.getByText(/^redeemed by e2e/).waitFor();
  expect(await admin.page.getByText(code).count()).toBe(0);
  expect(await findingsInBothThemes(admin.page, axe)).toEqual([]);
  await admin.page.getByRole('button', { name: 'Disable the batch' }).click();
  await admin.page.getByRole('dialog').getByRole('button', { name: 'Disable', exact: true }).click();
  await admin.page.getByText('free; disabled').waitFor();
  expect(admin.errors).toEqual([]);
  await admin.context.close();
});
