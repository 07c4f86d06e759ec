import { sql } from 'kysely';
import type { Db } from '#platform/db/db';

/**
 * Counts the figures without rollups, by a scan of the learners' activity. Tests compare the rollups with these counts,
 * and the benchmark compares the durations.
 */

const dayOf = (column: string) => sql`(${sql.ref(column)} at time zone 'UTC')::date`;
const written = (column: string) => sql<string>`to_char(${dayOf(column)}, 'YYYY-MM-DD')`;

export interface DayCount {
  day: string;
  n: number;
}

const countDays = (table: 'users' | 'instances' | 'enrolments', at: string, from: string, to: string) => sql<DayCount>`
  select ${written(at)} as day, count(*)::int as n from ${sql.table(table)}
  where ${dayOf(at)} between ${from}::date and ${to}::date group by 1 order by 1`;

export const countSignUps = (db: Db, from: string, to: string): Promise<DayCount[]> =>
  rowsOf(countDays('users', 'users.created_at', from, to).execute(db));

export const countLabStarts = (db: Db, from: string, to: string): Promise<DayCount[]> =>
  rowsOf(countDays('instances', 'instances.created_at', from, to).execute(db));

export const countLabSolves = (db: Db, from: string, to: string): Promise<DayCount[]> =>
  rowsOf(
    sql<DayCount>`
      select ${written('solves.solved_at')} as day, count(*)::int as n
      from solves join flags on flags.pk = solves.flag_pk
      where flags.lab_pk is not null and flags.kind = 'find' and ${dayOf('solves.solved_at')} between ${from}::date and ${to}::date
      group by 1 order by 1`.execute(db),
  );

export interface ActiveCount {
  day: string;
  in_day: number;
  in_week: number;
  in_month: number;
}

export const countActive = (db: Db, from: string, to: string): Promise<ActiveCount[]> =>
  rowsOf(
    sql<ActiveCount>`
      with done as materialized (
        select user_pk, ${dayOf('completions.completed_at')} as day from completions
          where via = 'lesson' and completed_at >= ${from}::date - 31
        union select user_pk, ${dayOf('solves.solved_at')} from solves where solved_at >= ${from}::date - 31
        union select user_pk, ${dayOf('instances.created_at')} from instances where created_at >= ${from}::date - 31
      )
      select to_char(days.day, 'YYYY-MM-DD') as day,
        count(distinct done.user_pk) filter (where done.day = days.day)::int as in_day,
        count(distinct done.user_pk) filter (where done.day > days.day - 7)::int as in_week,
        count(distinct done.user_pk)::int as in_month
      from (select generate_series(${from}::date, ${to}::date, '1 day')::date as day) as days
      left join done on done.day between days.day - 29 and days.day
      group by days.day order by days.day`.execute(db),
  );

export interface FirstCount {
  lesson: number;
  flag: number;
  lab: number;
  lesson_median: number | null;
  flag_median: number | null;
  lab_median: number | null;
}

export async function countFirsts(db: Db, from: string, to: string): Promise<FirstCount> {
  const median = (step: string) => sql`
    percentile_disc(0.5) within group (order by extract(epoch from ${sql.ref(`${step}.at`)} - users.created_at))::float8`;
  const { rows } = await sql<FirstCount>`
    select count(lesson.at)::int as lesson, count(flag.at)::int as flag, count(lab.at)::int as lab,
      ${median('lesson')} as lesson_median, ${median('flag')} as flag_median, ${median('lab')} as lab_median
    from users
    left join (
      select user_pk, min(completed_at) as at from completions where via = 'lesson' group by 1
    ) as lesson on lesson.user_pk = users.pk
    left join (
      select user_pk, min(solved_at) as at from solves join flags on flags.pk = solves.flag_pk
      where flags.kind = 'find' group by 1
    ) as flag on flag.user_pk = users.pk
    left join (
      select user_pk, min(solved_at) as at from solves join flags on flags.pk = solves.flag_pk
      where flags.lab_pk is not null and flags.kind = 'find' group by 1
    ) as lab on lab.user_pk = users.pk
    where ${dayOf('users.created_at')} between ${from}::date and ${to}::date`.execute(db);
  return rows[0] as FirstCount;
}

export interface LessonCount {
  slug: string;
  n: number;
}

export const countFinished = (db: Db, training: string, from: string, to: string): Promise<LessonCount[]> =>
  rowsOf(
    sql<LessonCount>`
      select subchapters.slug, count(completions.user_pk)::int as n
      from trainings join chapters on chapters.training_pk = trainings.pk
      join subchapters on subchapters.chapter_pk = chapters.pk
      left join completions on completions.subchapter_pk = subchapters.pk and completions.via = 'lesson'
        and ${dayOf('completions.completed_at')} between ${from}::date and ${to}::date
      where trainings.slug = ${training} and not trainings.hidden and not chapters.hidden and not subchapters.hidden
      group by subchapters.pk order by subchapters.pk`.execute(db),
  );

export interface TimeCount {
  slug: string;
  n: number;
  median: number | null;
}

export const countTimes = (db: Db, training: string): Promise<TimeCount[]> =>
  rowsOf(
    sql<TimeCount>`
      select subchapters.slug, count(completions.seconds)::int as n,
        percentile_disc(0.5) within group (order by completions.seconds) as median
      from trainings join chapters on chapters.training_pk = trainings.pk
      join subchapters on subchapters.chapter_pk = chapters.pk
      left join completions on completions.subchapter_pk = subchapters.pk and completions.via = 'lesson'
      where trainings.slug = ${training} and not trainings.hidden and not chapters.hidden and not subchapters.hidden
      group by subchapters.pk order by subchapters.pk`.execute(db),
  );

export interface FeedbackCount {
  slug: string;
  given: number;
  slow: number;
  right: number;
  fast: number;
  rated: number;
  rating: number | null;
  texts: number;
}

export const countFeedback = (db: Db, training: string): Promise<FeedbackCount[]> =>
  rowsOf(
    sql<FeedbackCount>`
      select subchapters.slug, count(given.user_pk)::int as given,
        count(*) filter (where given.pace = 'slow')::int as slow,
        count(*) filter (where given.pace = 'right')::int as right,
        count(*) filter (where given.pace = 'fast')::int as fast,
        count(given.rating)::int as rated, avg(given.rating)::float8 as rating,
        count(*) filter (where given.text <> '')::int as texts
      from trainings join chapters on chapters.training_pk = trainings.pk
      join subchapters on subchapters.chapter_pk = chapters.pk
      left join lesson_feedback as given on given.subchapter_pk = subchapters.pk
      where trainings.slug = ${training} and not trainings.hidden and not chapters.hidden and not subchapters.hidden
      group by subchapters.pk order by subchapters.pk`.execute(db),
  );

export interface MoneyCount {
  day: string;
  paid: number;
  refunded: number;
  started: number;
  ended: number;
}

export const countMoney = (db: Db, currency: string, from: string, to: string): Promise<MoneyCount[]> =>
  rowsOf(
    sql<MoneyCount>`
      select to_char(day, 'YYYY-MM-DD') as day, sum(paid)::float8 as paid, sum(refunded)::float8 as refunded,
        sum(started)::int as started, sum(ended)::int as ended
      from (
        select currency, (coalesce(billed_at, created_at) at time zone 'UTC')::date as day, paid, 0 as refunded,
          0 as started, 0 as ended from payments where status in ('paid', 'completed')
        union all
        select payments.currency, ${dayOf('adjustments.occurred_at')}, 0, adjustments.total, 0, 0
          from adjustments join payments on payments.id = adjustments.payment_id
          where adjustments.status = 'approved' and adjustments.action in ('refund', 'chargeback')
        union all
        select currency, ${dayOf('subscriptions.started_at')}, 0, 0, 1, 0 from subscriptions
        union all
        select currency, ${dayOf('subscriptions.canceled_at')}, 0, 0, 0, 1 from subscriptions
          where status = 'canceled' and canceled_at is not null
      ) as moved
      where currency = ${currency} and day between ${from}::date and ${to}::date
      group by 1 order by 1`.execute(db),
  );

async function rowsOf<R>(answer: Promise<{ rows: R[] }>): Promise<R[]> {
  return (await answer).rows;
}
