import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Training, TrainingCard } from '@hexpedition/contract';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runOn } from '../apps/server/src/testing/postgres.ts';
import { axeFindings, newVisitor, openBrowser } from './support/browser.ts';
import { openAs, signUp } from './support/learner.ts';
import { startPlatform } from './support/platform.ts';
import { projectRoot } from './support/server.ts';

/** Every page of the curriculum that ships, as somebody sees it who reaches all of it: nothing fails, nothing is lost. */

const continents = readdirSync(join(projectRoot, 'curriculum'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
let browser: Browser;
let platform: Awaited<ReturnType<typeof startPlatform>>;
let trainings: (Training & { continent: string })[];

beforeAll(async () => {
  [browser, platform] = await Promise.all([openBrowser(), startPlatform()]);
  const get = async <T>(path: string) => (await fetch(platform.url + path)).json() as Promise<T>;
  const { trainings: cards } = await get<{ trainings: TrainingCard[] }>('/api/trainings');
  trainings = await Promise.all(
    cards.map(async ({ slug, continent }) => ({ ...(await get<Training>(`/api/training/${slug}`)), continent })),
  );
});
afterAll(async () => {
  await browser?.close();
  await platform?.end();
});

const looks = [
  { theme: 'dark', width: 1280 },
  { theme: 'light', width: 390 },
] as const;

const pathsOf = ({ slug, chapters }: Training) => [
  `/courses/${slug}`,
  ...chapters.flatMap((chapter) => [
    `/courses/${slug}/${chapter.slug}`,
    ...chapter.subchapters.map((lesson) => `/courses/${slug}/${chapter.slug}/${lesson.slug}`),
  ]),
];

it('is as large as it should be, and all of it lies on a continent', () => {
  expect(continents.length).toBeGreaterThanOrEqual(6);
  expect(trainings.length).toBeGreaterThanOrEqual(24);
  const lessons = trainings.flatMap(({ chapters }) => chapters.flatMap(({ subchapters }) => subchapters));
  expect(lessons.length).toBeGreaterThanOrEqual(150);
  expect(new Set(trainings.map(({ continent }) => continent))).toEqual(new Set(continents));
});

// A learner each: a session is renewed after some minutes, and the browser counts the refusal before that as an error.
it.each(continents)(
  '%s loads without an error, fits, and axe finds nothing, dark on a desk and light on a phone',
  {
    timeout: 600_000,
  },
  async (continent) => {
    const learner = await signUp(platform);
    await runOn(platform.databaseUrl, `update users set is_superuser = true where pk = ${learner.user.pk}`);
    const { page, context, errors } = await newVisitor(browser);
    await openAs(page, platform, learner, '/legal');
    const findings: string[] = [];
    const links = new Set<string>();
    for (const path of trainings.filter((training) => training.continent === continent).flatMap(pathsOf)) {
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
  },
);
