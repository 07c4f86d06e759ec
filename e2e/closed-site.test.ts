import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

describe('access code', () => {
  it('protects every page and call, and opens all of them once given', async () => {
    for (const path of ['/map', '/courses/first-light', '/api/trainings', '/openapi.json', '/docs']) {
      const response = await fetch(platform.url + path);
      expect([path, response.status, response.headers.get('content-type')]).toEqual([
        path,
        403,
        'text/html; charset=utf-8',
      ]);
      expect(await response.text()).not.toContain('First Light');
    }
    expect((await fetch(`${platform.url}/healthz`)).status).toBe(200);

    const { page, context, errors } = await newVisitor(browser, { theme: 'dark', width: 390, height: 844 });
    await page.goto(`${platform.url}/courses/first-light?x=1`);
    await page.getByRole('heading', { level: 1, name: 'Access code' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await giveCode(page, 'south');
    await page.getByRole('alert').waitFor();
    await giveCode(page, code);
    // Continues to the page that the visitor asked for.
    await page.getByRole('heading', { level: 1, name: 'First Light' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/courses/first-light');
    await page.goto(`${platform.url}/leaderboard`);
    await page.getByRole('heading', { level: 1, name: 'Leaderboard' }).waitFor();
    expect(errors.filter((error) => !error.includes('403'))).toEqual([]);
    await context.close();
  });

  it('sends a visitor without a pass back to the access page as soon as the feature request returns no JSON', async () => {
    const { page, context } = await newVisitor(browser);
    await page.goto(`${platform.url}/leaderboard`);
    await giveCode(page, code);
    await page.getByRole('heading', { level: 1, name: 'Leaderboard' }).waitFor();
    // Only a hydrated page listens for the event that the connection is back.
    await settled(page);
    await context.clearCookies();
    // The page is still open, and asks again when the connection is back.
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
});

it('signs up one account per invitation, with the tier that the invitation grants', async () => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['dist/server/cli-admin.js', 'invite', '--tier', '2', '--days', '30', '--uses', '1'],
    { cwd: projectRoot, env: { ...process.env, DATABASE_URL: platform.databaseUrl } },
  );
  const invitation = /[A-Z0-9]{4}(?:-[A-Z0-9]{4}){3}/i.exec(stdout)?.[0] ?? '';
  expect(invitation).not.toBe('');

  for (const { username, works } of [
    { username: 'invited', works: true },
    { username: 'latecomer', works: false },
  ]) {
    const { page, context } = await newVisitor(browser);
    await page.goto(`${platform.url}/signup`);
    await giveCode(page, code);
    await page.getByLabel('Username').fill(username);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel(/invitation code/i).fill(invitation.toLowerCase());
    await page.getByRole('button', { name: 'Create account' }).click();
    if (works) {
      await page.getByRole('banner').getByText('Specialization').waitFor();
    } else {
      await page.getByText(/invitation code is used up/).waitFor();
    }
    await context.close();
  }
});
