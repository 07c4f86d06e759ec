import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Training, TrainingCard } from '@hexpedition/contract';
import type { Browser, Page } from 'playwright-core';
import { runOn } from '../../apps/server/src/testing/test-postgres.ts';
import { AxeOnce, overflowOf } from './axe.ts';
import { newVisitor, settled } from './browser.ts';
import { openAs, signUp } from './learner.ts';
import type { Platform } from './platform.ts';
import { projectRoot } from './server.ts';

/**
 * Walks pages of the curriculum as a learner with full access, and checks that they load without an error and that
 * their links work.
 */

/** Folders of the shipped curriculum. */
export const continents = readdirSync(join(projectRoot, 'curriculum'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

export type PlacedTraining = Training & { continent: string };

/** Returns every course with its chapters and lessons. */
export async function allTrainings({ url }: { url: string }): Promise<PlacedTraining[]> {
  const get = async <T>(path: string) => (await fetch(url + path)).json() as Promise<T>;
  const { trainings } = await get<{ trainings: TrainingCard[] }>('/api/trainings');
  return Promise.all(
    trainings.map(async ({ slug, continent }) => ({ ...(await get<Training>(`/api/training/${slug}`)), continent })),
  );
}

/** Paths of a course, of its chapters and of their lessons. */
export const pathsOf = ({ slug, chapters }: Training): string[] => [
  `/courses/${slug}`,
  ...chapters.flatMap((chapter) => [
    `/courses/${slug}/${chapter.slug}`,
    ...chapter.subchapters.map((lesson) => `/courses/${slug}/${chapter.slug}/${lesson.slug}`),
  ]),
];

const views = [
  { theme: 'dark', width: 1280 },
  { theme: 'light', width: 390 },
] as const;

/** State that all walkers of one run share: what axe has checked, and the links that were followed. */
export class CurriculumWalk {
  readonly #axe = new AxeOnce();
  /** Pages that were walked, and links that were followed. */
  readonly #answered = new Set<string>();
  readonly #browser: Browser;
  readonly #platform: Platform;

  constructor(browser: Browser, platform: Platform) {
    this.#browser = browser;
    this.#platform = platform;
  }

  /** @returns the problems of these pages and of the pages that they link to, one line each */
  async findings(paths: string[]): Promise<string[]> {
    // One learner per page: a session refreshes after some minutes, and the browser logs the 401 before it as an error.
    const learner = await signUp(this.#platform);
    await runOn(this.#platform.databaseUrl, `update users set is_superuser = true where pk = ${learner.user.pk}`);
    const { page, context, errors } = await newVisitor(this.#browser);
    await openAs(page, this.#platform, learner, '/legal');
    const findings: string[] = [];
    const links = new Set<string>();
    for (const path of paths) {
      findings.push(...(await this.#look(page, path)));
      for (const link of await linksOf(page)) links.add(link);
    }
    await context.close();
    for (const link of links) findings.push(...(await this.#follow(link)));
    return [...errors, ...findings];
  }

  async #look(page: Page, path: string): Promise<string[]> {
    const findings: string[] = [];
    for (const { theme, width } of views) {
      await page.setViewportSize({ width, height: 860 });
      // The second check reuses the loaded page, because its content does not depend on how it was loaded.
      if (theme === 'dark') {
        const answer = await page.goto(this.#platform.url + path);
        if (answer?.status() === 200) this.#answered.add(path);
        else findings.push(`${path} answers ${answer?.status()}.`);
        await settled(page);
      }
      await page.evaluate((value) => document.documentElement.setAttribute('data-theme', value), theme);
      // The page has its new size once the next frame is drawn.
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
      const found = await this.#axe.findings(page, theme === 'light');
      findings.push(...found.map((finding) => `${path} ${theme} ${finding}`));
      findings.push(...(await overflowOf(page)));
    }
    return findings;
  }

  async #follow(link: string): Promise<string[]> {
    if (this.#answered.has(link)) return [];
    const { status } = await fetch(this.#platform.url + link);
    this.#answered.add(link);
    return status === 200 ? [] : [`A link leads to ${link}, which answers ${status}.`];
  }
}

/** Returns the paths of this site that the text of a page links to. */
async function linksOf(page: Page): Promise<string[]> {
  const hrefs = await page
    .locator('main a[href^="/"]')
    .evaluateAll((all) => all.map((a) => a.getAttribute('href')?.replace(/#.*/, '') ?? ''));
  return hrefs.filter(Boolean);
}
