import { sql } from 'kysely';
import type { Db } from '#platform/db/db';

/** 53 weeks including today: the range of the calendar on a profile and on the home page. */
const activityDays = 371;
const dayMs = 86_400_000;

export interface ActiveDay {
  /** YYYY-MM-DD, UTC. */
  day: string;
  count: number;
}

/**
 * Reads an account's activity by day: lessons, flags, a passed test (counted once, however many lessons it completed)
 * and reviewed notes (once per day). Days without activity are omitted.
 */
export function readActivity(db: Db, userPk: number, now: Date): Promise<ActiveDay[]> {
  return activeDays(db, userPk, firstDay(now));
}

/** Reads the whole activity, which streaks need, and the recent part that the calendar shows. */
export async function readWholeActivity(db: Db, userPk: number, now: Date) {
  const all = await activeDays(db, userPk, new Date(0));
  const since = firstDay(now).toISOString().slice(0, 10);
  return { all, recent: all.filter(({ day }) => day >= since) };
}

const firstDay = (now: Date): Date => new Date((Math.floor(now.getTime() / dayMs) - activityDays + 1) * dayMs);

const dayOf = (column: string) => sql<string>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD')`;

function activeDays(db: Db, userPk: number, since: Date): Promise<ActiveDay[]> {
  const done = db
    .selectFrom('completions')
    .select(dayOf('completions.completed_at').as('day'))
    .where('completions.user_pk', '=', userPk)
    .where('completions.completed_at', '>=', since)
    .where('completions.via', '=', 'lesson')
    .unionAll(
      db
        .selectFrom('solves')
        .select(dayOf('solves.solved_at').as('day'))
        .where('solves.user_pk', '=', userPk)
        .where('solves.solved_at', '>=', since),
    )
    .unionAll(
      db
        .selectFrom('test_out_tries')
        .select(dayOf('test_out_tries.passed_at').as('day'))
        .where('test_out_tries.user_pk', '=', userPk)
        .where('test_out_tries.passed_at', '>=', since),
    )
    .unionAll(
      db
        .selectFrom('note_reviews')
        .select(dayOf('note_reviews.reviewed_at').as('day'))
        .where('note_reviews.user_pk', '=', userPk)
        .where('note_reviews.reviewed_at', '>=', since)
        .groupBy('day'),
    );
  return db
    .selectFrom(done.as('done'))
    .select(['done.day', sql<number>`count(*)::int`.as('count')])
    .groupBy('done.day')
    .orderBy('done.day')
    .execute();
}
