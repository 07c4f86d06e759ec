import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SignedIn } from '@hexpedition/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AxeOnce, findingsInBothThemes, overflowOf } from './support/axe.ts';
import { newVisitor, openBrowser, settled } from './support/browser.ts';
import { openAs, signUp } from './support/learner.ts';
import { author } from './support/map-editor.ts';
import { startPlatform } from './support/platform.ts';
import { projectRoot } from './support/server.ts';

/** What a superuser does for a learner, from finding them to reading it all in the audit log. */

let browser: Browser;
let platform: Awaited<ReturnType<typeof startPlatform>>;
let captain: SignedIn;
let learner: SignedIn;
const axe = new AxeOnce();

beforeAll(async () => {
  [browser, platform] = await Promise.all([openBrowser(), startPlatform()]);
  [captain, learner] = await Promise.all([author(platform, 'captain'), signUp(platform)]);
});
afterAll(async () => {
  await platform?.end();
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

it('a learner is found, given a tier, looked at, disabled and enabled, and the log tells it all', async () => {
  const { username } = learner.user;
  const own = await newVisitor(browser);
  await openAs(own.page, platform, learner, '/labs');
  const { page, context, errors } = await newVisitor(browser);
  await openAs(page, platform, captain, '/admin');
  await page.getByRole('heading', { name: 'What needs you' }).waitFor();
  expect(await findingsInBothThemes(page, axe)).toEqual([]);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'People', exact: true }).click();
  await page.getByLabel('Name or address').fill(username.slice(2).toUpperCase());
  await page.keyboard.press('Enter');
  await page.waitForURL(/q=/);
  await page.getByRole('link', { name: username }).waitFor();
  expect(await findingsInBothThemes(page, axe)).toEqual([]);
  await page.getByRole('link', { name: username }).click();
  await page.getByRole('heading', { name: 'What you can do' }).waitFor();
  await page.getByLabel('Tier', { exact: true }).selectOption('Specialization');
  await page.getByLabel('Months').fill('3');
  await button(page, 'Grant the tier').click();
  await page.getByText('Specialization by grant').waitFor();
  expect(await findingsInBothThemes(page, axe)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await overflowOf(page)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 860 });

  await button(page, 'See what they see').click();
  const ribbon = page.getByRole('complementary', { name: 'View' });
  await ribbon.getByText(`You see what ${username} sees`).waitFor();
  await settled(page);
  expect(await page.getByRole('navigation', { name: 'Main' }).getByText('Audit log').count()).toBe(0);
  expect(await findingsInBothThemes(page, axe)).toEqual([]);
  const refusals = await page.evaluate(async () => {
    const { access } = JSON.parse(sessionStorage.getItem('view') ?? '{}');
    const headers = { authorization: `Bearer ${access}`, 'content-type': 'application/json' };
    const calls: [string, string][] = [
      ['POST', '/api/account/settings'],
      ['GET', '/api/account/export'],
      ['GET', '/api/admin/people'],
    ];
    const answers = calls.map(([method, path]) =>
      fetch(path, { method, headers, ...(method === 'POST' ? { body: '{}' } : {}) }).then((answer) => answer.json()),
    );
    return (await Promise.all(answers)).map(({ code }) => code);
  });
  expect(refusals).toEqual(['view_only', 'view_only', 'view_only']);
  await ribbon.getByRole('button', { name: 'End' }).click();
  await page.waitForURL(`${platform.url}/admin/people/${username}`);

  await button(page, 'Disable').click();
  await page.getByLabel('Reason').fill('Sold flags.');
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
  await button(page, 'Enable').waitFor();
  // The open page of the learner hears of it with its next call.
  await own.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Notes', exact: true }).click();
  await own.page.getByText('This account is disabled').waitFor();
  await button(page, 'Enable').click();
  await page.getByLabel('Reason').fill('It was somebody else.');
  await page.getByRole('dialog').getByRole('button', { name: 'Enable' }).click();
  await button(page, 'Disable').waitFor();

  await page.getByRole('link', { name: 'What was done to it' }).click();
  const actions = page.getByRole('button', { expanded: false }).filter({ hasText: `→ ${username}` });
  await expect
    .poll(async () => (await actions.allInnerTexts()).map((text) => text.split('\n')[0]))
    .toEqual(['account.enabled', 'account.disabled', 'view.started', 'tier.granted']);
  await actions.nth(1).click();
  await page.getByText('Sold flags.').waitFor();
  expect(await findingsInBothThemes(page, axe)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await overflowOf(page)).toEqual([]);
  const saving = page.waitForEvent('download');
  await button(page, 'CSV').click();
  const saved = await readFile(await (await saving).path(), 'utf8');
  expect(saved.trim().split('\r\n')).toHaveLength(5);
  // The refusals that were asked for above.
  expect(errors.filter((error) => !error.includes('403'))).toEqual([]);
  await context.close();
  await own.context.close();
});

/** Every address of the admin area, as the routes of the web have them. */
async function adminPaths(): Promise<string[]> {
  const tree = await readFile(join(projectRoot, 'apps/web/src/routeTree.gen.ts'), 'utf8');
  const paths = [...tree.matchAll(/fullPath: '(\/admin[^']*)'/g)].map((match) => match[1] ?? '');
  return [...new Set(paths)].map((path) => path.replace('$hexmap', 'hexmap').replace(/\$\w+/g, 'captain'));
}

it('every page of the admin area is refused to learners and visitors, and is sound for a superuser', async () => {
  const paths = await adminPaths();
  expect(paths).toContain('/admin/people/captain');
  const asLearner = async () => {
    const { page, context } = await newVisitor(browser);
    await openAs(page, platform, await signUp(platform), '/labs');
    for (const path of paths) {
      await page.goto(platform.url + path);
      await page.waitForURL(/\/login\?reason=superuser/);
    }
    await context.close();
  };
  const asVisitor = async () => {
    const { page, context } = await newVisitor(browser);
    for (const path of paths) {
      expect(await (await fetch(platform.url + path)).text()).toContain('<title>Admin · ');
      await page.goto(platform.url + path);
      await page.waitForURL(/\/map\?reason=no_token/);
    }
    await context.close();
  };
  const asSuperuser = async () => {
    const { page, context, errors } = await newVisitor(browser, { width: 390, height: 844 });
    await openAs(page, platform, captain, '/admin');
    // These have journeys of their own, which look with axe as well.
    const hasItsOwn = /^\/admin\/(?:map|training|metrics|email)/;
    for (const path of paths.filter((one) => !hasItsOwn.test(one))) {
      await page.goto(platform.url + path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await findingsInBothThemes(page, axe)).toEqual([]);
    }
    expect(errors).toEqual([]);
    await context.close();
  };
  await Promise.all([asLearner(), asVisitor(), asSuperuser()]);
});
