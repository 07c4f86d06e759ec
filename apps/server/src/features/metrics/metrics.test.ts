import type {
  ActiveMetrics,
  AdminOverview,
  DropOffMetrics,
  FeedbackMetrics,
  FunnelMetrics,
  LabMetrics,
  MoneyMetrics,
  SignUpMetrics,
  TimeMetrics,
} from '@hexpedition/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildChapter, buildLessonFlag, buildSubchapter, buildTraining, buildUser } from '#testing/factories';
import { type Caller, createTestApp, type TestApp } from '#testing/test-app';
import { createMetricsSweep } from './metrics.sweep.ts';

let test: TestApp;
let admin: Caller;
let training: Awaited<ReturnType<typeof buildTraining>>;
let lessons: Awaited<ReturnType<typeof buildSubchapter>>[];

const minutesAgo = (minutes: number) => new Date(test.clock.now().getTime() - minutes * 60_000);
const day = 24 * 60;

/** Returns a time on an earlier day: noon in UTC and some minutes later, so that the time of the test cannot change the day. */
const noon = (daysAgo: number, minutesLater = 0) => {
  const midnight = new Date(test.clock.now()).setUTCHours(0, 0, 0, 0);
  return new Date(midnight + ((0.5 - daysAgo) * day + minutesLater) * 60_000);
};

async function finish(userPk: number, lesson: number, at: Date): Promise<void> {
  await test.database.db
    .insertInto('completions')
    .values({ user_pk: userPk, subchapter_pk: lessons[lesson]?.pk ?? 0, revision: 1, completed_at: at })
    .execute();
}

beforeAll(async () => {
  test = await createTestApp();
  const { db } = test.database;
  training = await buildTraining(db);
  const { pk: chapterPk } = await buildChapter(db, { trainingPk: training.pk });
  lessons = [await buildSubchapter(db, { chapterPk }), await buildSubchapter(db, { chapterPk })];
  await buildSubchapter(db, { chapterPk, hidden: true });
  const flag = await buildLessonFlag(db, { subchapterPk: lessons[0]?.pk ?? 0 });
  admin = await test.as({ isSuperuser: true });
  await sql`update users set created_at = now() - interval '3 years'`.execute(db);

  const [ada, bob] = [await buildUser(db), await buildUser(db)];
  await sql`update users set created_at = ${noon(3)} where pk in (${ada.pk}, ${bob.pk})`.execute(db);
  await db
    .insertInto('enrolments')
    .values([ada, bob].map(({ pk }) => ({ user_pk: pk, training_pk: training.pk, enrolled_at: noon(2) })))
    .execute();
  await finish(ada.pk, 0, noon(2, 20));
  await finish(ada.pk, 1, noon(2, 50));
  await finish(bob.pk, 0, noon(1));
  await db
    .insertInto('solves')
    .values({ user_pk: ada.pk, flag_pk: flag.pk, points: 10, solved_at: noon(2) })
    .execute();
  await db
    .insertInto('lesson_feedback')
    .values(
      [ada, bob].map(({ pk }, index) => ({
        ...{ user_pk: pk, subchapter_pk: lessons[0]?.pk ?? 0, revision: 1, updated_at: minutesAgo(5) },
        ...{
          pace: index === 0 ? ('fast' as const) : null,
          rating: 2 + index * 3,
          text: index === 0 ? 'Too quick.' : '',
        },
      })),
    )
    .execute();
  await sql`insert into payments (id, status, currency, total, paid, created_at, occurred_at, event_id) values
    ('txn_1', 'completed', 'EUR', 2000, 2000, ${minutesAgo(day)}, now(), 'evt_1'),
    ('txn_2', 'canceled', 'EUR', 900, 900, ${minutesAgo(day)}, now(), 'evt_2'),
    ('txn_3', 'completed', 'USD', 100, 100, ${minutesAgo(8 * day)}, now(), 'evt_3')`.execute(db);
  await sql`insert into adjustments (id, payment_id, action, status, total, occurred_at, event_id)
    values ('adj_1', 'txn_1', 'refund', 'approved', 500, ${minutesAgo(0)}, 'evt_4')`.execute(db);
  await sql`insert into subscriptions (id, customer_id, status, product_id, price_id, billing_interval, currency, amount, started_at,
      canceled_at, occurred_at, event_id) values
    ('sub_1', 'ctm_1', 'active', 'p', 'p', 'month', 'EUR', 2000, ${minutesAgo(20 * day)}, null, now(), 'evt_5'),
    ('sub_2', 'ctm_2', 'canceled', 'p', 'p', 'month', 'EUR', 2000, ${minutesAgo(20 * day)}, ${minutesAgo(day)},
      now(), 'evt_6')`.execute(db);
  // The updates of created_at above bypassed the triggers.
  await sql`select rebuild_metrics()`.execute(db);
  await createMetricsSweep({ db, clock: test.clock })();
});
afterAll(() => test.close());

const read = async <T>(chart: string): Promise<T> => {
  const { status, body } = await admin.get<T>(`/api/admin/metrics/${chart}`);
  expect(status).toBe(200);
  return body;
};

it('counts sign-ups by day and in the previous period', async () => {
  const { days, counted_at } = await read<SignUpMetrics>('sign-ups?days=7');
  expect(days.map(({ count }) => count)).toEqual([0, 0, 0, 2, 0, 0, 0]);
  expect(counted_at).toBe(test.clock.now().toISOString());
  // The sign-up of three years ago is in no range.
  const year = (await read<SignUpMetrics>('sign-ups?days=365')).days;
  expect([year.length, year.reduce((sum, { before }) => sum + before, 0)]).toEqual([365, 0]);
});

it('counts a learner once per day, week and month', async () => {
  const { days } = await read<ActiveMetrics>('active?days=7');
  expect(days.map(({ in_day }) => in_day)).toEqual([0, 0, 0, 0, 1, 1, 0]);
  expect(days.at(-1)).toMatchObject({ in_day: 0, in_week: 2, in_month: 2 });
});

it('shows active learners from the same rollups in the admin overview', async () => {
  const { figures } = (await admin.get<AdminOverview>('/api/admin/overview')).body;
  expect([figures.active_today, figures.active_week]).toEqual([0, 2]);
});

it('returns the funnel of new learners with the median times', async () => {
  const { steps } = await read<FunnelMetrics>('funnel?days=30');
  expect(steps.map(({ step, learners }) => [step, learners])).toEqual([
    ['sign_up', 2],
    ['lesson', 2],
    ['flag', 1],
    ['lab', 0],
  ]);
  const [, , flag, lab] = steps;
  expect(Math.abs((flag?.median_seconds ?? 0) / 86_400 - 1)).toBeLessThan(0.06);
  expect(lab?.median_seconds).toBeNull();
});

it('returns the drop-off per lesson of a training, without hidden lessons', async () => {
  const { began, lessons: counted } = await read<DropOffMetrics>(`drop-off?days=7&training=${training.slug}`);
  expect([began, ...counted.map(({ finished }) => finished)]).toEqual([2, 2, 1]);
});

it('returns the time per lesson since the previous lesson or the enrolment of the same day', async () => {
  const { whole, lessons: timed } = await read<TimeMetrics>(`times?training=${training.slug}`);
  expect(timed.map(({ learners }) => learners)).toEqual([1, 1]);
  const near = (seconds: number | null | undefined, minutes: number) =>
    expect(Math.abs((seconds ?? 0) / (minutes * 60) - 1)).toBeLessThan(0.06);
  near(timed[0]?.median, 20);
  near(timed[1]?.median, 30);
  near(whole.median, 50);
  expect([whole.learners, timed[0]?.planned_minutes]).toEqual([1, 5]);
});

it('sums the feedback on lessons', async () => {
  const { lessons: feedback } = await read<FeedbackMetrics>(`feedback?training=${training.slug}`);
  expect(feedback[0]).toMatchObject({ given: 2, slow: 0, right: 0, fast: 1, rated: 2, rating: 3.5, texts: 1 });
  expect(feedback[1]).toMatchObject({ given: 0, rating: null, texts: 0 });
});

it('counts money in one currency at a time', async () => {
  const { currency, currencies, days } = await read<MoneyMetrics>('money?days=7');
  expect([currency, currencies]).toEqual(['EUR', ['EUR', 'USD']]);
  expect(
    days.slice(-2).map(({ paid, refunded, ended, subscriptions }) => [paid, refunded, ended, subscriptions]),
  ).toEqual([
    [2000, 0, 1, 1],
    [0, 500, 0, 1],
  ]);
  const dollars = await read<MoneyMetrics>('money?days=7&currency=USD');
  expect(dollars.days.map(({ net_before }) => net_before)).toEqual([0, 0, 0, 0, 0, 100, 0]);
  expect((await read<MoneyMetrics>('money?days=7&currency=JPY')).days.every(({ paid }) => paid === 0)).toBe(true);
});

it('counts labs', async () => {
  expect((await read<LabMetrics>('labs?days=30')).days).toHaveLength(30);
});

const charts = ['sign-ups?days=7', 'active?days=7', 'funnel?days=7', 'labs?days=7', 'money?days=7'];

it('answers only superusers', async () => {
  const learner = await test.as();
  const ofTraining = ['drop-off?days=7&', 'times?', 'feedback?'].map((chart) => `${chart}training=${training.slug}`);
  for (const chart of [...charts, ...ofTraining]) {
    expect((await learner.get(`/api/admin/metrics/${chart}`)).status).toBe(403);
    expect((await test.anonymous.get(`/api/admin/metrics/${chart}`)).status).toBe(401);
  }
});

it('rejects invalid queries, and unknown and hidden trainings', async () => {
  for (const chart of [
    'sign-ups',
    'sign-ups?days=8',
    'money?days=7&currency=euro',
    'times?training=A%27',
    'drop-off?days=7',
  ]) {
    expect((await admin.get(`/api/admin/metrics/${chart}`)).status).toBe(400);
  }
  const hidden = await buildTraining(test.database.db, { hidden: true });
  for (const slug of ['nothing', hidden.slug]) {
    expect((await admin.get(`/api/admin/metrics/times?training=${slug}`)).status).toBe(404);
  }
});
