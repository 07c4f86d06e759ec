import type { Browser } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { openBrowser } from './support/browser.ts';
import { allTrainings, CurriculumWalk, continents, type PlacedTraining, pathsOf } from './support/curriculum-walk.ts';
import { type Platform, sharedPlatform } from './support/platform.ts';

/** Every page of the shipped curriculum. `npm test` walks a few lessons, and `.ci/run` adds this walk. */

let browser: Browser;
let platform: Platform;
let trainings: PlacedTraining[];
let walk: CurriculumWalk;

beforeAll(async () => {
  [browser, platform] = await Promise.all([openBrowser(), sharedPlatform()]);
  trainings = await allTrainings(platform);
  walk = new CurriculumWalk(browser, platform);
});

// Two at once: one page loads while axe checks another one.
it.concurrent.each(continents)(
  'the pages of %s load without an error, fit the screen and have no axe findings, dark on a desktop and light on a phone',
  { timeout: 600_000 },
  async (continent) => {
    const paths = trainings.filter((training) => training.continent === continent).flatMap(pathsOf);
    expect(paths).not.toEqual([]);
    expect(await walk.findings(paths)).toEqual([]);
  },
);
