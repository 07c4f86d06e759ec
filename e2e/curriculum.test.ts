import type { SignedIn, Training } from '@hexpedition/contract';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runOn } from '../apps/server/src/testing/postgres.ts';
import { axeFindings, newVisitor, openBrowser } from './support/browser.ts';
import { openAs, signUp } from './support/learner.ts';
import { startPlatform } from './support/platform.ts';

/** Every page of the curriculum that ships, as somebody sees it who reaches all of it: nothing fails, nothing is lost. */

let browser: Browser;
let platform: Awaited<ReturnType<typeof startPlatform>>;
let learner: SignedIn;
let paths: string[];

beforeAll(async () => {
  [browser, platform] = await Promise.all([openBrowser(), startPlatform()]);
  learner = await signUp(platform);
  await runOn(platform.databaseUrl, `update users set is_superuser = true where pk = ${learner.user.pk}`);
  paths = await pathsOfCurriculum();
});
afterAll(async () => {
  await browser?.close();
  await platform?.end();
});

const looks = [
  { theme: 'dark', width: 1280 },
  { theme: 'light', width: 390 },
] as const;

async function pathsOfCurriculum(): Promise<string[]> {
  const get = async <T>(path: string) => (await fetch(platform.url + path)).json() as Promise<T>;
  const { trainings } = await get<{ trainings: { slug: string }[] }>('/api/trainings');
  const whole = await Promise.all(trainings.map(({ slug }) => get<Training>(`/api/training/${slug}`)));
  return whole.flatMap(({ slug, chapters }) => [
    `/courses/${slug}`,
    ...chapters.flatMap((chapter) => [
      `/courses/${slug}/${chapter.slug}`,
      ...chapter.subchapters.map((lesson) => `/courses/${slug}/${chapter.slug}/${lesson.slug}`),
    ]),
  ]);
}

it('is as large as it should be', () => {
  const lessons = paths.filter((path) => path.split('/').length === 5);
  const trainings = paths.filter((path) => path.split('/').length === 3);
  expect(trainings.length).toBeGreaterThanOrEqual(24);
  expect(lessons.length).toBeGreaterThanOrEqual(150);
});

it('loads without an error, fits, and axe finds nothing, dark on a desk and light on a phone', {
  timeout: 900_000,
}, async () => {
  const { page, context, errors } = await newVisitor(browser);
  await openAs(page, platform, learner, '/legal');
  const findings: string[] = [];
  const links = new Set<string>();
  for (const path of paths) {
    for (const { theme, width } of looks) {
      await page.setViewportSize({ width, height: 860 });
      // The second look is at the same page: what it shows does not depend on how it was loaded.
      if (theme === 'dark') await page.goto(platform.url + path, { waitUntil: 'networkidle' });
      await page.evaluate((value) => document.documentElement.setAttribute('data-theme', value), theme);
      // The page has seen its new size once the next frame is drawn.
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
      findings.push(...(await axeFindings(page)).map((finding) => `${path} ${theme} ${finding}`));
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      if (overflow > 0) findings.push(`${path} is ${overflow} px too wide at ${width}`);
    }
    const found = page.locator('main a[href^="/"]');
    for (const link of await found.evaluateAll((all) => all.map((a) => a.getAttribute('href')))) {
      if (link) links.add(link.replace(/#.*/, ''));
    }
  }
  await context.close();
  for (const link of links) {
    const { status } = await fetch(platform.url + link);
    if (status !== 200) findings.push(`A link leads to ${link}, which answers ${status}.`);
  }
  expect(errors).toEqual([]);
  expect(findings).toEqual([]);
});
