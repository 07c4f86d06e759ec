import { sql } from 'kysely';
import { createMetricsSweep } from '../../apps/server/src/features/metrics/metrics.sweep.ts';
import { periodOf } from '../../apps/server/src/features/metrics/metrics-period.ts';
import * as plain from '../../apps/server/src/features/metrics/testing/plain-counts.ts';
import { systemClock } from '../../apps/server/src/platform/clock.ts';
import { type Db, disableStatementTimeout, type Tx } from '../../apps/server/src/platform/db/db.ts';
import { openDatabase } from '../../apps/server/src/platform/db/open-database.ts';
import { addEvents, eventCountPerLearner } from '../fill/generated-events.ts';
import { superuserToken } from '../machine/accounts.ts';
import { withDataDir, withPlatform } from '../machine/platform.ts';
import { readNumbers } from '../options.ts';
import { loadNow, number, printTable, type Row, writeReport } from '../report.ts';
import { median } from '../statistics.ts';

/** The longest selectable range. */
const days = 365;
/** Number of changes to add up, and of lessons to finish one by one. */
const changes = 1_000;

interface Chart {
  name: string;
  path: string;
  count: (db: Db, from: string, to: string, training: string) => Promise<unknown>;
}

const charts = (slug: string): Chart[] => [
  { name: 'sign-ups', path: `sign-ups?days=${days}`, count: plain.countSignUps },
  { name: 'active learners', path: `active?days=${days}`, count: plain.countActive },
  { name: 'funnel', path: `funnel?days=${days}`, count: plain.countFirsts },
  {
    name: 'labs',
    path: `labs?days=${days}`,
    count: async (db, from, to) => [await plain.countLabStarts(db, from, to), await plain.countLabSolves(db, from, to)],
  },
  { name: 'money', path: `money?days=${days}`, count: (db, from, to) => plain.countMoney(db, 'EUR', from, to) },
  {
    name: 'drop-off',
    path: `drop-off?days=${days}&training=${slug}`,
    count: (db, from, to) => plain.countFinished(db, slug, from, to),
  },
  { name: 'completion times', path: `times?training=${slug}`, count: (db) => plain.countTimes(db, slug) },
  { name: 'feedback', path: `feedback?training=${slug}`, count: (db) => plain.countFeedback(db, slug) },
];

export async function run(args: string[]): Promise<void> {
  const { users, requests, scans } = readNumbers(args, {
    users: { min: 1_000, max: 2_000_000, fallback: 1_000_000 },
    requests: { min: 10, max: 10_000, fallback: 300 },
    scans: { min: 1, max: 20, fallback: 3 },
  });
  const loadBefore = loadNow();
  await withDataDir((dataDir) =>
    withPlatform({ dataDir }, async ({ port }) => {
      const { db, close } = await openDatabase({ databaseUrl: null, dataDir });
      try {
        const filledIn = await seconds(() => addEvents(db, users));
        const rebuiltIn = await seconds(() =>
          withoutStatementTimeout(db, (tx) => sql`select rebuild_metrics()`.execute(tx)),
        );
        await sql`analyze`.execute(db);
        console.log(
          `${number(users)} learners with ${number(users * eventCountPerLearner)} events: filled in ${number(filledIn)} s, ` +
            `counted in ${number(rebuiltIn)} s.`,
        );
        const token = await superuserToken(db, dataDir);
        const slug = await longestCourse(db);
        const rows = [];
        for (const chart of charts(slug)) rows.push(await measure(db, port, token, chart, slug, { requests, scans }));
        printTable(`Statistics of ${days} days. ${requests} serial requests, ${scans} scans.`, rows);
        const upkeep = await measureUpkeep(db);
        printTable(`Cost of the rollups: ${changes} lessons, each finished by another learner`, upkeep);
        writeReport('metrics', { users, requests, scans, loadBefore, filledIn, rebuiltIn, rows, upkeep });
      } finally {
        await close();
      }
    }),
  );
}

async function measure(
  db: Db,
  port: number,
  token: string,
  { name, path, count }: Chart,
  slug: string,
  { requests, scans }: { requests: number; scans: number },
): Promise<Row> {
  const ask = async () => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`http://127.0.0.1:${port}/api/admin/metrics/${path}`, { headers });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${path} returned ${answer.status}.`);
  };
  // The first requests read from the disk and plan the statements.
  await repeat(10, ask);
  const responseTimes = (await repeat(requests, ask)).sort((a, b) => a - b);
  const { from, to } = periodOf(days, new Date());
  const scanTimes = await repeat(scans, () => withoutStatementTimeout(db, (tx) => count(tx, from, to, slug)));
  const p99 = responseTimes[Math.ceil(responseTimes.length * 0.99) - 1] ?? Number.NaN;
  return {
    '': name,
    'p50 ms': number(median(responseTimes), 2),
    'p99 ms': number(p99, 2),
    'plain scan ms': number(median(scanTimes), 0),
    factor: number(median(scanTimes) / median(responseTimes), 0),
  };
}

/** Measures the extra cost of noting a change, and the cost of the rollup. */
async function measureUpkeep(db: Db): Promise<Row[]> {
  const { rows: open } = await sql<{ user_pk: number; subchapter_pk: number }>`
    select users.pk as user_pk, lesson.pk as subchapter_pk
    from (select pk from users order by random() limit ${2 * changes}) as users
    cross join lateral (
      select subchapters.pk from subchapters where not exists (
        select from completions where completions.user_pk = users.pk and completions.subchapter_pk = subchapters.pk
      ) limit 1
    ) as lesson`.execute(db);
  const finish = (tx: Tx, lesson: { user_pk: number; subchapter_pk: number } | undefined) =>
    sql`insert into completions (user_pk, subchapter_pk, revision)
      values (${lesson?.user_pk}, ${lesson?.subchapter_pk}, 1)`.execute(tx);
  let next = 0;
  const bare = await repeat(changes, () =>
    db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx);
      await finish(tx, open[next++]);
    }),
  );
  const tracked = await repeat(changes, () =>
    db.transaction().execute(async (tx) => {
      await sql`set local statement_timeout = 0`.execute(tx);
      await finish(tx, open[next++]);
    }),
  );
  const sweep = createMetricsSweep({ db, clock: systemClock });
  const [added] = await repeat(1, sweep);
  return [
    { '': 'finishing a lesson, without triggers and foreign keys', 'p50 ms': number(median(bare), 2) },
    { '': 'finishing a lesson', 'p50 ms': number(median(tracked), 2) },
    { '': `rollup of ${number(changes)} changes, in total`, 'p50 ms': number(added ?? Number.NaN, 0) },
  ];
}

/** Returns a course with the most lessons. */
async function longestCourse(db: Db): Promise<string> {
  const { rows } = await sql<{ slug: string }>`
    select trainings.slug from trainings join chapters on chapters.training_pk = trainings.pk
    join subchapters on subchapters.chapter_pk = chapters.pk
    where not trainings.hidden group by trainings.pk order by count(*) desc limit 1`.execute(db);
  return rows[0]?.slug ?? '';
}

/** Runs a transaction without a statement timeout. */
const withoutStatementTimeout = <T>(db: Db, use: (tx: Tx) => Promise<T>): Promise<T> =>
  db.transaction().execute(async (tx) => {
    await disableStatementTimeout(tx);
    return use(tx);
  });

const seconds = async (use: () => Promise<unknown>) => (await repeat(1, use)).reduce((sum, ms) => sum + ms, 0) / 1_000;

/** @returns the milliseconds of each run */
async function repeat(times: number, use: () => Promise<unknown>): Promise<number[]> {
  const all = [];
  for (let time = 0; time < times; time++) {
    const since = performance.now();
    await use();
    all.push(performance.now() - since);
  }
  return all;
}
