import type { ActiveMetrics, FunnelMetrics, LabMetrics, MoneyMetrics, SignUpMetrics } from '@hexpedition/contract';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import { type Period, periodOf } from './metrics-period.ts';
import { readCountedAt } from './rollup-time.read-model.ts';
import { quantile } from './time-buckets.ts';

/** SQL for the days of a period, one row each, as `days.day`. */
const daysOf = ({ from, to }: Period) => sql`
  (select generate_series(${from}::date, ${to}::date, '1 day')::date as day) as days`;
const isoDay = sql`to_char(days.day, 'YYYY-MM-DD')`;

/** SQL for a count of at least 0. A deletion can be added to the rollups before the insertion it reverts. */
const nonNegative = (count: ReturnType<typeof sql>) => sql`greatest(coalesce(${count}, 0), 0)::int`;

export async function readSignUps(db: Db, length: number, now: Date): Promise<SignUpMetrics> {
  const { rows } = await sql<SignUpMetrics['days'][number]>`
    select ${isoDay} as day, ${nonNegative(sql`present.n`)} as count, ${nonNegative(sql`earlier.n`)} as before
    from ${daysOf(periodOf(length, now))}
    left join metric_days as present
      on present.metric = 'sign_up' and present.ref = 0 and present.day = days.day
    left join metric_days as earlier
      on earlier.metric = 'sign_up' and earlier.ref = 0 and earlier.day = days.day - ${length}::integer
    order by days.day`.execute(db);
  return { ...(await readCountedAt(db)), days: rows };
}

/** Returns the active learners per day. Each number is the sum of all changes up to its day. */
export async function readActive(db: Db, length: number, now: Date): Promise<ActiveMetrics> {
  const period = periodOf(length, now);
  const span = (days: number) =>
    nonNegative(sql`sum(sum(changes.change) filter (where changes.span = ${days}::smallint)) over up_to`);
  const { rows } = await sql<ActiveMetrics['days'][number]>`
    select ${isoDay} as day, ${span(1)} as in_day, ${span(7)} as in_week, ${span(30)} as in_month
    from ${daysOf(period)}
    left join (
      select active_changes.span, greatest(active_changes.day, ${period.from}::date) as day, active_changes.change
      from active_changes where active_changes.day <= ${period.to}::date
    ) as changes on changes.day = days.day
    group by days.day
    window up_to as (order by days.day)
    order by days.day`.execute(db);
  return { ...(await readCountedAt(db)), days: rows };
}

const steps = ['lesson', 'flag', 'lab'] as const;

export async function readFunnel(db: Db, length: number, now: Date): Promise<FunnelMetrics> {
  const { from, to } = periodOf(length, now);
  const signedUp = await sql<{ n: number }>`
    select ${nonNegative(sql`sum(metric_days.n)`)} as n from metric_days
    where metric_days.metric = 'sign_up' and metric_days.ref = 0
      and metric_days.day between ${from}::date and ${to}::date`.execute(db);
  const { rows } = await sql<{ step: string; bucket: number; n: number }>`
    select first_days.step, first_days.bucket, ${nonNegative(sql`sum(first_days.n)`)} as n from first_days
    where first_days.step = any(${[...steps]}) and first_days.day between ${from}::date and ${to}::date
    group by first_days.step, first_days.bucket
    order by first_days.step, first_days.bucket`.execute(db);
  return {
    ...(await readCountedAt(db)),
    steps: [
      { step: 'sign_up', learners: signedUp.rows[0]?.n ?? 0, median_seconds: null },
      ...steps.map((step) => {
        const buckets = rows.filter((row) => row.step === step);
        return {
          step,
          learners: buckets.reduce((sum, { n }) => sum + n, 0),
          median_seconds: quantile(buckets, 0.5),
        };
      }),
    ],
  };
}

export async function readLabs(db: Db, length: number, now: Date): Promise<LabMetrics> {
  const { rows } = await sql<LabMetrics['days'][number]>`
    select ${isoDay} as day, ${nonNegative(sql`started.n`)} as started, ${nonNegative(sql`solved.n`)} as solved
    from ${daysOf(periodOf(length, now))}
    left join metric_days as started
      on started.metric = 'lab_start' and started.ref = 0 and started.day = days.day
    left join metric_days as solved
      on solved.metric = 'lab_solve' and solved.ref = 0 and solved.day = days.day
    order by days.day`.execute(db);
  return { ...(await readCountedAt(db)), days: rows };
}

interface MoneyRow {
  day: string;
  /** bigint, which the driver returns as text. */
  paid: string;
  refunded: string;
  net_before: string;
  started: number;
  ended: number;
  subscriptions: number;
}

/** @param requested currency; undefined for the one with the highest payments */
export async function readMoney(
  db: Db,
  length: number,
  requested: string | undefined,
  now: Date,
): Promise<MoneyMetrics> {
  const { rows: known } = await sql<{ currency: string }>`
    select money_days.currency from money_days group by money_days.currency
    order by sum(money_days.paid) desc, money_days.currency`.execute(db);
  const currencies = known.map(({ currency }) => currency);
  const currency = requested ?? currencies[0] ?? null;
  return {
    ...(await readCountedAt(db)),
    currency,
    currencies: currencies.sort(),
    days: currency === null ? [] : await readMoneyDays(db, length, currency, now),
  };
}

async function readMoneyDays(db: Db, length: number, currency: string, now: Date): Promise<MoneyMetrics['days']> {
  const period = periodOf(length, now);
  const { rows } = await sql<MoneyRow>`
    select ${isoDay} as day,
      coalesce(present.paid, 0) as paid, coalesce(present.refunded, 0) as refunded,
      coalesce(earlier.paid - earlier.refunded, 0) as net_before,
      coalesce(present.started, 0) as started, coalesce(present.ended, 0) as ended,
      ${nonNegative(sql`held.n + sum(coalesce(present.started - present.ended, 0)) over (order by days.day)`)}
        as subscriptions
    from ${daysOf(period)}
    left join money_days as present on present.currency = ${currency} and present.day = days.day
    left join money_days as earlier
      on earlier.currency = ${currency} and earlier.day = days.day - ${length}::integer
    cross join (
      select coalesce(sum(older.started - older.ended), 0) as n from money_days as older
      where older.currency = ${currency} and older.day < ${period.from}::date
    ) as held
    order by days.day`.execute(db);
  return rows.map((row) => ({
    ...row,
    paid: Number(row.paid),
    refunded: Number(row.refunded),
    net_before: Number(row.net_before),
  }));
}
