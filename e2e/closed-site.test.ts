import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeFindings } from './support/axe.ts';
import { newVisitor, openBrowser, settled } from './support/browser.ts';
import { password } from './support/learner.ts';
import { startPlatform } from './support/platform.ts';
import { projectRoot } from './support/server.ts';

/** A closed site: behind an access code, and with registration by invitation only. */

const code = 'north by north-west';

let browser: Browser;
let platform: Awaited<ReturnType<typeof startPlatform>>;

beforeAll(async () => {
  [browser, platform] = await Promise.all([
    openBrowser(),
    startPlatform({ SITE_ACCESS_CODE: code, REGISTER: 'invite' }),
  ]);
});
afterAll(async () => {
  await platform?.end();
});

async function giveCode(page: Page, given: string): Promise<void> {
  await page.getByLabel('Code').fill(given);
  await page.getByLabel('Code').press('Enter');
}

it('asks for the access code, continues to the page that the visitor wanted, and asks again without a pass', async () => {
  const { page, context, errors } = await newVisitor(browser, { width: 390, height: 844 });
  await page.goto(`${platform.url}/courses/first-light?x=1`);
  await page.getByRole('heading', { level: 1, name: 'Access code' }).waitFor();
  for (const [colorScheme, width] of [
    ['dark', 390],
    ['light', 1280],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 844 });
    expect(await axeFindings(page)).toEqual([]);
  }
  await giveCode(page, 'south');
  await page.getByRole('alert').waitFor();
  await giveCode(page, code);
  await page.getByRole('heading', { level: 1, name: 'First Light' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/courses/first-light');
  // Only a hydrated page listens for the event that the connection is back.
  await settled(page);
  expect(errors.filter((error) => !error.includes('403'))).toEqual([]);
  await context.clearCookies();
  // The page is still open, and asks again when the connection is back. The answer is no JSON.
  await page.clock.install();
  await page.clock.fastForward('02:00');
  for (const offline of [true, false]) {
    const online = page.evaluate(
      (event) => new Promise((resolve) => addEventListener(event, () => resolve(true), { once: true })),
      offline ? 'offline' : 'online',
    );
    await context.setOffline(offline);
    await online;
  }
  await page.getByRole('heading', { level: 1, name: 'Access code' }).waitFor();
  await context.close();
});

it('signs up with an invitation, which grants its tier', async () => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['dist/server/cli-admin.js', 'invite', '--tier', '2', '--days', '30', '--uses', '1'],
    { cwd: projectRoot, env: { ...process.env, DATABASE_URL: platform.databaseUrl } },
  );
  const invitation = /[A-Z0-9]{4}(?:-[A-Z0-9]{4}){3}/i.exec(stdout)?.[0] ?? '';
  expect(invitation).not.toBe('');
  const { page, context } = await newVisitor(browser);
  await page.goto(`${platform.url}/signup`);
  await giveCode(page, code);
  await page.getByLabel('Username').fill('invited');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel(/invitation code/i).fill(invitation.toLowerCase());
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('banner').getByText('Specialization').waitFor();
  await context.close();
});
