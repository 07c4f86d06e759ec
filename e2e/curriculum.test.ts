import pg from 'pg';
import { expect, it } from 'vitest';
import { openBrowser } from './support/browser.ts';
import { allTrainings, CurriculumWalk, pathsOf } from './support/curriculum-walk.ts';
import { type Platform, sharedPlatform } from './support/platform.ts';

/** Module kinds of every lesson, by the lesson's slug. */
async function moduleKinds(platform: Platform): Promise<Map<string, string[]>> {
  const client = new pg.Client({ connectionString: platform.databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ slug: string; kinds: string[] }>(`
    select subchapters.slug, array_agg(distinct modules.kind) as kinds
    from subchapters join modules on modules.subchapter_pk = subchapters.pk
    where not modules.hidden group by subchapters.pk`);
  await client.end();
  return new Map(rows.map(({ slug, kinds }) => [slug, kinds]));
}

/** Returns a few lessons that have a module of each kind together. */
function coverKinds(lessons: { path: string; kinds: string[] }[]): string[] {
  const missing = new Set(lessons.flatMap(({ kinds }) => kinds));
  const paths: string[] = [];
  const countNew = ({ kinds }: { kinds: string[] }) => kinds.filter((kind) => missing.has(kind)).length;
  while (missing.size > 0) {
    const next = lessons.reduce((best, lesson) => (countNew(lesson) > countNew(best) ? lesson : best));
    paths.push(next.path);
    for (const kind of next.kinds) missing.delete(kind);
  }
  return paths;
}

// `npm run test:curriculum` walks every page, and modules.test.ts the kinds that no shipped lesson has.
it('pages with every kind of module load without an error, fit the screen and have no axe findings', async () => {
  const [browser, platform] = await Promise.all([openBrowser(), sharedPlatform()]);
  const kindsOf = await moduleKinds(platform);
  const [overview = '', chapter = '', ...rest] = (await allTrainings(platform)).flatMap(pathsOf);
  const lessons = rest.map((path) => ({ path, kinds: kindsOf.get(path.split('/')[4] ?? '') ?? [] }));
  expect(new Set(lessons.flatMap(({ kinds }) => kinds))).toEqual(new Set([...kindsOf.values()].flat()));
  const paths = [overview, chapter, ...coverKinds(lessons)];
  expect(await new CurriculumWalk(browser, platform).findings(paths)).toEqual([]);
});
