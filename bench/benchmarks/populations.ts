import { sql } from 'kysely';
import type { Db } from '../../apps/server/src/platform/db/db.ts';
import { openDatabase } from '../../apps/server/src/platform/db/open-database.ts';
import { fill } from '../fill/fill.ts';
import { addFlags } from '../fill/generated-flags.ts';
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
