import type { Browser, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { newVisitor, openBrowser } from './support/browser.ts';
import { openAs, signUp } from './support/learner.ts';
import { type Platform, sharedPlatform } from './support/platform.ts';

/**
 * A lab's page may run any script, because learners are meant to break it. This test tries what such a script can reach
 * of the platform and of other labs in the browser of a learner who has both open.
 */

let browser: Browser;
let platform: Platform;
beforeAll(async () => {
  [browser, platform] = await Promise.all([openBrowser(), sharedPlatform()]);
});

/**
 * Runs a script in the lab's page.
 * @returns its result, or the name of the error
 */
const tryInLab = (lab: Page, script: (platformUrl: string) => Promise<unknown>) =>
  lab.evaluate(`(${script})(${JSON.stringify(platform.url)}).catch((error) => error.name)`);

it('a script in a lab reaches nothing of the platform, plants no cookie, and cannot replace the pass', async () => {
  const account = await signUp(platform);
  const { page, context } = await newVisitor(browser);
  await openAs(page, platform, account, '/lab/lost-luggage');
  await page.getByRole('button', { name: 'Start lab' }).click();
  const opened = context.waitForEvent('page');
  await page.getByRole('button', { name: 'Open lab' }).click();
  const lab = await opened;
  await lab.waitForURL(/\.labs\.localhost:\d+\/(?!__lab)/);
  expect(await page.evaluate(() => localStorage.getItem('token'))).toContain(account.token.access);

  expect(await lab.evaluate(() => window.opener)).toBeNull();
  expect(await lab.evaluate(() => Object.keys(localStorage))).toEqual([]);
  expect(await lab.evaluate(() => document.cookie)).not.toMatch(/lab|klaro|token/i);
  const host = new URL(lab.url()).hostname;
  const passes = async () => (await context.cookies()).filter(({ name }) => name === '__Host-lab');
  const [pass] = await passes();
  expect(pass).toMatchObject({ httpOnly: true, secure: true, domain: host });

  expect(
    await tryInLab(lab, async (url) => (await fetch(`${url}/api/account/`, { credentials: 'include' })).status),
  ).toBe('TypeError');
  expect(
    await tryInLab(lab, async (url) => {
      const answer = await fetch(`${url}/api/lab/lost-luggage/stop`, { method: 'POST', mode: 'no-cors', body: '{}' });
      return answer.status;
    }),
    'sent, and not read; without the token it does nothing',
  ).toBe(0);
  expect(await (await fetch(`${platform.url}/api/lab/lost-luggage/stop`, { method: 'POST' })).status).toBe(401);
  await page.reload();
  await page.getByRole('button', { name: 'Open lab' }).waitFor();

  // The frame shows a browser error page, whose opaque origin differs from both.
  const framed = await lab.evaluate(async (url) => {
    const frame = document.createElement('iframe');
    frame.src = `${url}/account/settings`;
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
    document.body.append(frame);
    await loaded;
    return frame.contentDocument;
  }, platform.url);
  expect(framed).toBeNull();
  await expect.poll(() => lab.frames().map((frame) => frame.url())).toContain('chrome-error://chromewebdata/');

  const socket = await lab.evaluate(
    (url) =>
      new Promise((resolve) => {
        const one = new WebSocket(`${url.replace('http', 'ws')}/api/lab/terminal`);
        one.onopen = () => resolve('open');
        one.onerror = () => resolve('refused');
      }),
    platform.url,
  );
  expect(socket).toBe('refused');

  await lab.evaluate(() => {
    for (const domain of ['localhost', '.localhost', 'labs.localhost']) {
      // biome-ignore lint/suspicious/noDocumentCookie: as an attacker would
      document.cookie = `planted=1; domain=${domain}; path=/`;
    }
    // biome-ignore lint/suspicious/noDocumentCookie: as an attacker would
    document.cookie = '__Host-lab=forged; path=/; secure';
  });
  const planted = (await context.cookies(platform.url)).map(({ name }) => name);
  expect(planted).not.toContain('planted');
  expect(await passes()).toEqual([pass]);

  // Only a browser with the pass gets the lab.
  await context.clearCookies({ name: '__Host-lab' });
  expect((await lab.reload())?.status()).toBe(403);
  expect(await lab.content()).not.toMatch(/claim/i);
  await context.close();
});
