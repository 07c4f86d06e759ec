import pg from 'pg';
import type { Browser } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { openBrowser } from './support/browser.ts';
import { allTrainings, CurriculumWalk, continents, type PlacedTraining, pathsOf } from './support/curriculum-walk.ts';
import { type Platform, sharedPlatform } from './support/platform.ts';

/** Walks one lesson of each shape of the shipped curriculum. `npm run test:curriculum` walks all lessons. */

let browser: Browser;
let platform: Platform;
let trainings: PlacedTraining[];

beforeAll(async () => {
  [browser, platform] = await Promise.all([openBrowser(), sharedPlatform()]);
  trainings = await allTrainings(platform);
});

it('the curriculum has its expected size, and every course is on a continent', () => {
  expect(continents.length).toBeGreaterThanOrEqual(6);
  expect(trainings.length).toBeGreaterThanOrEqual(24);
  const lessons = trainings.flatMap(({ chapters }) => chapters.flatMap(({ subchapters }) => subchapters));
  expect(lessons.length).toBeGreaterThanOrEqual(150);
  expect(new Set(trainings.map(({ continent }) => continent))).toEqual(new Set(continents));
});

/** Module kinds of every lesson, by the lesson's slug. */
async function moduleKinds(): Promise<Map<string, string[]>> {
  const client = new pg.Client({ connectionString: platform.databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ slug: string; kinds: string[] }>(`
    select subchapters.slug, array_agg(distinct modules.kind order by modules.kind) as kinds
    from subchapters join modules on modules.subchapter_pk = subchapters.pk
    where not modules.hidden group by subchapters.pk`);
  await client.end();
  return new Map(rows.map(({ slug, kinds }) => [slug, kinds]));
}

it('one lesson of each shape loads without an error, fits the screen and has no axe findings', {
  timeout: 300_000,
}, async () => {
  const kindsOf = await moduleKinds();
  const seen = new Set<string>();
  const isNew = (shape: string) => !seen.has(shape) && seen.add(shape);
  const [overview = '', chapter = '', ...rest] = trainings.flatMap(pathsOf);
  const lessons = [chapter, ...rest].filter((path) => {
    const kinds = kindsOf.get(path.split('/')[4] ?? '');
    return kinds && isNew(kinds.join(' '));
  });
  const kinds = new Set(lessons.flatMap((path) => kindsOf.get(path.split('/')[4] ?? '') ?? []));
  // modules.test.ts walks the kinds that no shipped lesson has.
  expect(kinds).toEqual(new Set([...kindsOf.values()].flat()));
  expect(await new CurriculumWalk(browser, platform).findings([overview, chapter, ...lessons])).toEqual([]);
});
