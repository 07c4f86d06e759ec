import { sql } from 'kysely';
import type { Db } from '../../apps/server/src/platform/db/db.ts';
import { openDatabase } from '../../apps/server/src/platform/db/open-database.ts';
import { fill } from '../fill/fill.ts';
import { type Platform, withDataDir, withPlatform } from '../machine/platform.ts';
import { number } from '../report.ts';

/** A platform filled with a number of learners. */
export interface Population {
  users: number;
  platform: Platform;
  db: Db;
  databaseUrl: string;
  /** Seconds to fill it, and the size of the database in bytes. */
  filledIn: number;
  bytes: number;
}

const solvesPerLearner = 20;

/** Starts one platform per number of learners, all at the same time, so that their measurements can alternate. */
export async function withPopulations<T>(
  sizes: number[],
  use: (populations: Population[]) => Promise<T>,
  there: Population[] = [],
): Promise<T> {
  const [users, ...others] = sizes;
  if (users === undefined) return use(there);
  return withDataDir((dataDir) =>
    withPlatform({ dataDir }, async (platform) => {
      // Attaches to the PostgreSQL that the platform has started.
      const { db, url, close } = await openDatabase({ databaseUrl: null, dataDir });
      try {
        const population = { users, platform, db, databaseUrl: url, ...(await fillUp(db, users)) };
        return await withPopulations(others, use, [...there, population]);
      } finally {
        await close();
      }
    }),
  );
}

/** Flags that every continent gets in addition to those of the shipped lessons. */
const flagsPerContinent = 40;

/**
 * Adds a course full of flags to every continent, worth 5 to 25 points each, so that learners can have found more than
 * the shipped lessons contain. Only for disposable databases: the flags have no solution.
 */
async function addFlags(db: Db): Promise<void> {
  await sql`
    with new_trainings as (
      insert into trainings (uid, slug, continent_pk, name, icon, summary, description_html, position)
      select 'bench-' || slug, 'bench-' || slug, pk, 'Flags of ' || name, 'compass', '', '', 1000 + position
      from continents returning pk, slug
    ), new_chapters as (
      insert into chapters (uid, training_pk, slug, name, position)
      select 'bench-' || slug, pk, 'flags', 'Flags', 0 from new_trainings returning pk, uid
    ), new_lessons as (
      insert into subchapters (uid, chapter_pk, slug, name, summary, minutes, position, content_hash)
      select uid || '-' || n, pk, uid || '-' || n, 'Flag ' || n, '', 5, n, ''
      from new_chapters cross join generate_series(1, ${flagsPerContinent}::int) as n returning pk, position, uid
    ), new_modules as (
      insert into modules (subchapter_pk, id, position, kind, data)
      select pk, 'flag', 0, 'flag', '{"title": "A flag", "html": "", "points": 10}' from new_lessons
      returning pk, subchapter_pk
    )
    insert into flags (module_pk, id, name, points, salt, hash)
    select new_modules.pk, 'flag', 'A flag', 5 + 5 * (new_lessons.position % 5), '', ''
    from new_modules join new_lessons on new_lessons.pk = new_modules.subchapter_pk`.execute(db);
}

async function fillUp(db: Db, users: number): Promise<{ filledIn: number; bytes: number }> {
  const since = performance.now();
  await addFlags(db);
  await fill(db, { users, solves: users * solvesPerLearner, completions: 0, seed: 1 });
  const filledIn = (performance.now() - since) / 1_000;
  const { rows } = await sql<{ bytes: string }>`select pg_database_size(current_database()) as bytes`.execute(db);
  const bytes = Number(rows[0]?.bytes);
  console.log(
    `${number(users)} learners with ${number(users * solvesPerLearner)} solves: filled in ${number(filledIn, 1)} s, ` +
      `${number(bytes / 1e6)} MB.`,
  );
  return { filledIn, bytes };
}
