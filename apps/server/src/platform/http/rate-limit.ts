import { sql } from 'kysely';
import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';
import { tooMany } from '#platform/errors';

export interface Limit {
  /** Names the thing that is limited; part of the counter's key. */
  name: string;
  hits: number;
  seconds: number;
}

export type RateLimiter = ReturnType<typeof createRateLimiter>;

/** Counters over fixed windows in the database, so that all nodes count together. */
export function createRateLimiter({ db, clock }: { db: Db; clock: Clock }) {
  async function hit(limit: Limit, who: string) {
    const now = clock.now();
    const windowEnd = new Date(now.getTime() + limit.seconds * 1_000);
    const row = await db
      .insertInto('rate_limits')
      .values({ key: `${limit.name}:${who}`, window_ends_at: windowEnd, hits: 1 })
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet({
          hits: sql`case when rate_limits.window_ends_at <= ${now} then 1 else rate_limits.hits + 1 end`,
          window_ends_at: sql`case when rate_limits.window_ends_at <= ${now} then excluded.window_ends_at else rate_limits.window_ends_at end`,
        }),
      )
      .returning(['hits', 'window_ends_at'])
      .executeTakeFirstOrThrow();
    return { isTooMany: row.hits > limit.hits, secondsLeft: (row.window_ends_at.getTime() - now.getTime()) / 1_000 };
  }

  return {
    /**
     * Counts one try of `who` against a limit.
     * @throws AppError too_many_requests with the seconds until the window ends
     */
    async take(limit: Limit, who: string): Promise<void> {
      const { isTooMany, secondsLeft } = await hit(limit, who);
      if (isTooMany) throw tooMany(secondsLeft);
    },
    /** Counts one try of `who`, and refuses none. @returns whether it is past the limit */
    async count(limit: Limit, who: string): Promise<boolean> {
      return (await hit(limit, who)).isTooMany;
    },
    /** Whether the next try would be one too many; counts nothing. */
    async isSpent(limit: Limit, who: string): Promise<boolean> {
      const row = await db
        .selectFrom('rate_limits')
        .select('hits')
        .where('key', '=', `${limit.name}:${who}`)
        .where('window_ends_at', '>', clock.now())
        .executeTakeFirst();
      return (row?.hits ?? 0) >= limit.hits;
    },
    /** Gives back what `who` has counted. */
    async forget(limit: Limit, who: string): Promise<void> {
      await db.deleteFrom('rate_limits').where('key', '=', `${limit.name}:${who}`).execute();
    },
    /** Drops counters whose window has passed. */
    async sweep(): Promise<void> {
      await db.deleteFrom('rate_limits').where('window_ends_at', '<', clock.now()).execute();
    },
  };
}
