import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { foldLock } from '../apps/server/src/features/metrics/metrics.sweep.ts';
import { runOn } from '../apps/server/src/testing/test-postgres.ts';
import { AxeOnce, findingsInBothThemes } from './support/axe.ts';
import { newVisitor, openBrowser } from './support/browser.ts';
import { openAs, signUp, signUpSuperuser } from './support/learner.ts';
import { type Platform, sharedPlatform } from './support/platform.ts';

/** Statistics for superusers, from the first figure to the CSV file, and the rejection of other users. */

let browser: Browser;
let platform: Platform;
beforeAll(async () => {
  [browser, platform] = await Promise.all([openBrowser(), sharedPlatform()]);
});

it('a superuser reads the statistics as charts, tables and CSV; a learner and a visitor have no access', async () => {
  const captain = await signUpSuperuser(platform);
  const learner = await signUp(platform);
  // Counts the sign-ups as the server does. "rebuild_metrics" would lock tables that other test files write.
  const lock = `select pg_advisory_xact_lock(${foldLock})`;
  await runOn(platform.databaseUrl, `${lock}; select fold_metrics(5000)`);
  const { page, context, errors } = await newVisitor(browser);
  await openAs(page, platform, captain, '/admin/metrics');
  const signUps = page.getByRole('region', { name: 'Sign-ups', exact: true });
  await signUps.getByRole('slider', { name: 'Sign-ups by day' }).waitFor();
  const axe = new AxeOnce();
  expect(await findingsInBothThemes(page, axe)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  // The charts measure themselves again.
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.getByRole('button', { name: '7 days' }).click();
  await page.getByRole('button', { name: 'Tables' }).click();
  await expect.poll(() => signUps.getByRole('row').count()).toBe(8);
  expect(await findingsInBothThemes(page, axe)).toEqual([]);
  const saving = page.waitForEvent('download');
  await signUps.getByRole('button', { name: 'Sign-ups as CSV' }).click();
  const lines = (await readFile(await (await saving).path(), 'utf8')).trim().split('\r\n');
  expect([lines[0], lines.length]).toEqual(['Day,Sign-ups,Previous period', 8]);
  expect(errors).toEqual([]);
  await context.close();

  // admin-access.test.tsx checks that the page redirects them.
  const statisticsStatus = (headers: Record<string, string>) =>
    fetch(`${platform.url}/api/admin/metrics/sign-ups?days=7`, { headers }).then(({ status }) => status);
  expect(await statisticsStatus({ authorization: `Bearer ${learner.token.access}` })).toBe(403);
  expect(await statisticsStatus({})).toBe(401);
});
