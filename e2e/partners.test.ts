import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AxeOnce, findingsInBothThemes } from './support/axe.ts';
import { holdBack, newVisitor, openBrowser, settled } from './support/browser.ts';
import { openAs, signUp } from './support/learner.ts';
import { startPlatform } from './support/platform.ts';
import { temporaryFolder } from './support/server.ts';

/** A site with a company that sponsors courses. */

const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 180 48">
  <path d="M24 4l18 10v20L24 44 6 34V14z" fill="#f2a900"/><path d="M60 12h112v8H60zm0 16h84v8H60z" fill="#1f3a5f"/></svg>`;

const partners = `
company:
  name: Harbour Works
  continent: mobile
  colour: amber
  logo: logo.svg
  link: https://harbour.example.org/learn
  text: Courses for **everybody** who works at the quay.
  trainings: [mobile-traffic-and-storage, android-apps, not-there]
`;

/** `--hue-amber` of the themes. */
const amber = { dark: 'rgb(242, 184, 75)', light: 'rgb(138, 92, 0)' };

let browser: Browser;
let platform: Awaited<ReturnType<typeof startPlatform>>;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;

beforeAll(async () => {
  folder = await temporaryFolder();
  await writeFile(join(folder.path, 'logo.svg'), logo);
  await writeFile(join(folder.path, 'partners.yaml'), partners);
  const env = { PARTNERS_FILE: join(folder.path, 'partners.yaml'), COMPANY_DOMAIN: 'harbour.example' };
  [browser, platform] = await Promise.all([openBrowser(), startPlatform(env)]);
});
afterAll(async () => {
  await platform?.end();
  await folder?.remove();
});

it('logs the unknown names in the partners file', () => {
  expect(platform.output()).toContain(
    'company.trainings names the course \\"not-there\\", which does not exist or is hidden.',
  );
});

const entry = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Harbour Works' });

it('a member opens the company’s page from the menu, and the map and the courses name the company', async () => {
  const { page, context, errors } = await newVisitor(browser);
  // Nobody else sees them.
  await page.goto(`${platform.url}/google-cam`);
  await page.getByText('The page could not be found.').waitFor();
  expect(await page.title()).toBe('Not Found · Hexpedition');
  expect(await entry(page).count()).toBe(0);
  await settled(page);

  // An unconfirmed address is enough.
  const own = await signUp(platform, { email: 'ada@crane.harbour.example' });
  await openAs(page, platform, own, '/');
  await entry(page).click();
  await page.getByRole('heading', { level: 1, name: 'Harbour Works' }).waitFor();
  expect(await page.title()).toBe('Harbour Works · Hexpedition');
  await page.getByText('who works at the quay').waitFor();
  const picture = page.locator('img[src^="/partners/logo-"]');
  expect(await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBe(180);
  await page.getByRole('link', { name: 'Harbour Works at harbour.example.org' }).waitFor();
  await page.getByRole('region', { name: 'Sponsored courses' }).getByRole('listitem').first().waitFor();
  expect(await findingsInBothThemes(page, new AxeOnce())).toEqual([]);

  // The page opens by its address, and the menu has the entry before any script has loaded.
  const send = await holdBack(context, '**/assets/*.js');
  await page.goto(page.url(), { waitUntil: 'commit' });
  await entry(page).waitFor();
  const before = await entry(page).boundingBox();
  send();
  await page.getByRole('heading', { level: 1, name: 'Harbour Works' }).waitFor();
  await settled(page);
  expect(await entry(page).boundingBox()).toEqual(before);

  for (const path of ['/courses/mobile-traffic-and-storage', '/map/mobile/mobile-traffic-and-storage']) {
    await page.goto(platform.url + path);
    const sponsor = page.getByRole('main').getByRole('link', { name: 'Harbour Works' });
    await sponsor.waitFor();
    expect(await sponsor.getAttribute('href')).toBe('https://harbour.example.org/learn');
    await settled(page);
  }

  // The coast of the sponsored continent has the sponsor's colour and logo, whatever colour the map gives the
  // continent.
  const strokeOf = (locator: Locator) => locator.evaluate((element) => getComputedStyle(element).stroke);
  for (const theme of ['dark', 'light'] as const) {
    await page.evaluate((name) => document.documentElement.setAttribute('data-theme', name), theme);
    const ring = page.locator('svg[role=group] > g > path[data-hue=amber]');
    const plate = page.locator('svg[role=group] g[data-hue=amber]:has(> image[href^="/partners/logo-"]) > rect');
    expect([theme, await strokeOf(ring), await strokeOf(plate)]).toEqual([theme, amber[theme], amber[theme]]);
  }
  expect(errors).toEqual([]);
  await context.close();
});
