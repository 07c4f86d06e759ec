import type { Browser, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { AxeOnce, findingsInBothThemes } from './support/axe.ts';
import { newVisitor, openBrowser, settled } from './support/browser.ts';
import { watchBrowserStorage } from './support/browser-storage.ts';
import { openAs, signUp } from './support/learner.ts';
import { type Platform, sharedPlatform } from './support/platform.ts';

/** The legal page is complete: it names everything that a browser has stored after a tour of the platform. */

let browser: Browser;
let platform: Platform;

beforeAll(async () => {
  [browser, platform] = await Promise.all([openBrowser(), sharedPlatform()]);
});

const lesson = '/courses/first-light/first-hack/your-first-break-in';

/** The names on the page. `…` marks a variable rest of a name. */
async function storedNamesOn(page: Page): Promise<string[]> {
  await page.goto(`${platform.url}/legal`);
  return page.locator('#cookies code').allInnerTexts();
}

it('the legal page names everything that the browser of a visitor and of a learner has stored, and a log-out removes all read pages', async () => {
  const { page, context, errors } = await newVisitor(browser, { undecided: true, offline: true });
  const readStored = await watchBrowserStorage(context, platform.url);

  // As a visitor: notice, theme, shortcuts, map, a lesson with all of its parts, and a hint.
  await page.goto(`${platform.url}/map`);
  // The page takes the key below only after hydration.
  await settled(page);
  await page.getByRole('dialog', { name: 'Allow optional services?' }).getByRole('button', { name: 'Decline' }).click();
  await page.getByRole('button', { name: /^Switch to the \w+ theme$/ }).click();
  await page.keyboard.press('?');
  await page.getByRole('checkbox', { name: /^Single-key shortcuts/ }).uncheck();
  await page.keyboard.press('Escape');
  await page.goto(`${platform.url}/courses/terminal/finding-your-feet/prompt-and-commands`);
  await settled(page);
  await page.getByRole('tab').last().click();
  await page.goto(platform.url + lesson);
  await settled(page);
  const quiz = page.getByRole('form', { name: /really closes the hole/ });
  await quiz.getByRole('radio').first().check();
  await quiz.getByRole('button', { name: 'Check' }).click();
  // The answer is stored when it has been checked.
  await page.waitForFunction(() => localStorage.getItem('visit') !== null);
  await page.goto(`${platform.url}/lab/tide-table`);
  await page.getByRole('textbox', { name: 'The flag that you found' }).fill('flag{guess}');
  await page.keyboard.press('Enter');
  await page.getByText('Your flag is saved in this tab.').waitFor();
  await page.getByRole('button', { name: 'Show hint 1' }).click();
  await page.getByText('Find out which language computes the formula.').waitFor();
  await readStored();

  // As a learner: notices, notes, a profile, a voucher and a lab.
  const learner = await signUp(platform);
  await openAs(page, platform, learner, '/');
  await page.getByRole('region', { name: 'Notices' }).getByRole('button', { name: 'Dismiss' }).first().click();
  await page.goto(platform.url + lesson);
  await page.getByRole('textbox', { name: 'What I learned' }).fill('Ask whose claim it is.');
  await page.getByText(/^Saved at/).waitFor();
  await page.goto(`${platform.url}/account/profile`);
  await page.getByLabel('Bio').fill('I like harbours.');
  await page.goto(`${platform.url}/subscription/vouchers#code=AAAA`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.goto(`${platform.url}/lab/lost-luggage`);
  await page.getByRole('button', { name: 'Start lab' }).click();
  const opened = context.waitForEvent('page');
  await page.getByRole('button', { name: 'Open lab' }).click();
  await (await opened).waitForURL(/\.labs\.localhost:\d+\/(?!__lab)/);
  await readStored();
  const readings = () =>
    page.evaluate(() => caches.keys().then((names) => names.filter((name) => /^hx-reading-.*-\d+$/.test(name))));
  await expect.poll(readings).toHaveLength(1);
  await page.getByRole('button', { name: /^Your menu/ }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await page.getByText('You are logged out').waitFor();
  await expect.poll(readings).toEqual([]);

  const names = await storedNamesOn(page);
  const found = await readStored();
  const isNamed = (name: string) =>
    names.some((one) => (one.endsWith('…') ? name.startsWith(one.slice(0, -1)) : name === one));
  expect(found.filter(({ name }) => !isNamed(name))).toEqual([]);
  const round = ['klaro', '__Host-lab', 'shown-before', 'theme', 'shortcuts', 'tab', 'visit', 'hints', 'token', 'left'];
  expect(found.map(({ name }) => name)).toEqual(expect.arrayContaining([...round, 'about', 'voucher', 'hx-pages-2']));
  expect(found.some(({ name }) => name.startsWith('notes:'))).toBe(true);

  // It also names every host that the Content Security Policy of its pages allows.
  const policy = (await fetch(`${platform.url}/legal`)).headers.get('content-security-policy') ?? '';
  const hosts = [...policy.matchAll(/https?:\/\/([^\s;]+)/g)].map(([, host]) => host);
  expect(hosts).toEqual(['www.youtube-nocookie.com']);
  expect(names).toEqual(expect.arrayContaining(hosts));
  const axe = new AxeOnce();
  expect(await findingsInBothThemes(page, axe)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await findingsInBothThemes(page, axe)).toEqual([]);
  await page.getByRole('region', { name: 'Stored data and third parties' }).getByRole('button').click();
  await page.getByRole('dialog', { name: 'Manage cookies' }).waitFor();
  expect(errors).toEqual([]);
  await context.close();
});
