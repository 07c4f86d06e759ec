import { sql } from 'kysely';
import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';
import { tooMany } from '#platform/errors';

export interface Limit {
  /** Name of the limited action, part of the counter's key. */
  name: string;
  hits: number;
  seconds: number;
}

export type RateLimiter = ReturnType<typeof createRateLimiter>;

/** Creates rate limits with fixed windows. The counters are in the database, so all nodes share them. */
export function createRateLimiter({ db, clock }: { db: Db; clock: Clock }) {
  async function hit(limit: Limit, subject: string) {
    const now = clock.now();
    const windowEnd = new Date(now.getTime() + limit.seconds * 1_000);
    const row = await db
      .insertInto('rate_limits')
      .values({ key: `${limit.name}:${subject}`, window_ends_at: windowEnd, hits: 1 })
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
     * Counts one attempt of `subject` against a limit.
     * @throws AppError too_many_requests with the seconds until the window ends
     */
    async take(limit: Limit, subject: string): Promise<void> {
      const { isTooMany, secondsLeft } = await hit(limit, subject);
      if (isTooMany) throw tooMany(secondsLeft);
    },
    /** Counts one attempt of `subject` without rejecting it. @returns whether it exceeds the limit */
    async count(limit: Limit, subject: string): Promise<boolean> {
      return (await hit(limit, subject)).isTooMany;
    },
    /** Returns whether the next attempt would exceed the limit, without counting one. */
    async isSpent(limit: Limit, subject: string): Promise<boolean> {
      const row = await db
        .selectFrom('rate_limits')
        .select('hits')
        .where('key', '=', `${limit.name}:${subject}`)
        .where('window_ends_at', '>', clock.now())
        .executeTakeFirst();
      return (row?.hits ?? 0) >= limit.hits;
    },
    /** Resets the counter of `subject`. */
    async forget(limit: Limit, subject: string): Promise<void> {
      await db.deleteFrom('rate_limits').where('key', '=', `${limit.name}:${subject}`).execute();
    },
    /** Deletes counters whose window has ended. */
    async sweep(): Promise<void> {
      await db.deleteFrom('rate_limits').where('window_ends_at', '<', clock.now()).execute();
    },
  };
}
