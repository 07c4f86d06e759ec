import { setTimeout as sleep } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildChapter, buildLab, buildLessonFlag, buildSubchapter, buildTraining, buildUser } from '#testing/factories';
import { createTestApp, type TestApp } from '#testing/test-app';
import { readActive, readFunnel, readLabs, readMoney, readSignUps } from './daily-metrics.read-model.ts';
import { createMetricsSweep } from './metrics.sweep.ts';
import * as plain from './testing/plain-counts.ts';
import { readDropOff, readFeedbackFigures, readTimes } from './training-metrics.read-model.ts';

/** Checks that the rollups equal a full count, for any activity and any order of commits. */

let test: TestApp;
let content: Awaited<ReturnType<typeof buildContent>>;
beforeAll(async () => {
  test = await createTestApp();
  content = await buildContent();
});
afterAll(() => test.close());

const run = (query: RawBuilder<unknown>) => query.execute(test.database.db);

/** Returns a seeded random number generator (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Builds a training of three lessons with one flag each, and a lab with two flags. */
async function buildContent() {
  const { db } = test.database;
  const training = await buildTraining(db);
  const { pk: chapterPk } = await buildChapter(db, { trainingPk: training.pk });
  const lessons = [];
  const flags = [];
  for (let count = 0; count < 3; count++) {
    const lesson = await buildSubchapter(db, { chapterPk });
    lessons.push(lesson);
    flags.push((await buildLessonFlag(db, { subchapterPk: lesson.pk })).pk);
  }
  const lab = await buildLab(db, { slug: 'the-lab', flags: 2 });
  return { training, lessons, labPk: lab.pk, flags: [...flags, ...lab.flags.map(({ pk }) => pk)] };
}

/** Returns the possible steps of a history. A step has no effect if its row already exists or is missing. */
function steps(random: () => number) {
  const below = (n: number) => Math.floor(random() * n);
  const pick = <T>(list: readonly T[]) => list[below(list.length)] as T;
  const ago = () => new Date(test.clock.now().getTime() - random() * 70 * 86_400_000);
  const user = () => sql`(select pk from users order by username limit 1 offset ${below(12)})`;
  let count = 0;
  return [
    () => {
      const name = `learner${String(count++).padStart(4, '0')}`;
      return sql`insert into users (username, password_hash, profile_slug, created_at) values (${name}, '', ${name}, ${ago()})`;
    },
    () => sql`insert into completions (user_pk, subchapter_pk, revision, completed_at, via)
      select pk, ${pick(content.lessons).pk}, 1, ${ago()}, ${random() < 0.9 ? 'lesson' : 'test_out'}
      from users where pk = ${user()} on conflict (user_pk, subchapter_pk) do update set revision = 2`,
    () => sql`insert into solves (user_pk, flag_pk, points, solved_at)
      select pk, ${pick(content.flags)}, 10, ${ago()} from users where pk = ${user()} on conflict do nothing`,
    () => sql`insert into instances (label, user_pk, lab_pk, lab_version, status, driver, runner, created_at)
      select ${`label${count++}`}, pk, ${content.labPk}, '1', 'stopped', 'embedded', 'here', ${ago()}
      from users where pk = ${user()}`,
    () => sql`insert into enrolments (user_pk, training_pk, enrolled_at)
      select pk, ${content.training.pk}, ${ago()} from users where pk = ${user()} on conflict do nothing`,
    () => sql`insert into lesson_feedback (user_pk, subchapter_pk, pace, rating, text, revision, updated_at)
      select pk, ${pick(content.lessons).pk}, ${pick(['slow', 'right', 'fast', null])}, ${pick([1, 3, 5, null])}::smallint,
        ${pick(['', 'Good.'])}, 1, ${ago()} from users where pk = ${user()}
      on conflict (user_pk, subchapter_pk) do update
        set pace = excluded.pace, rating = excluded.rating, text = excluded.text`,
    () => sql`insert into payments (id, status, currency, total, paid, created_at, billed_at, occurred_at, event_id)
      values (${`txn_${below(20)}`}, ${pick(['ready', 'completed', 'canceled'])}, ${pick(['EUR', 'USD'])}, 1000,
        ${1_000 + below(500)}, ${ago()}, ${pick([ago(), null])}, ${ago()}, 'evt')
      on conflict (id) do update set status = excluded.status, paid = excluded.paid, billed_at = excluded.billed_at`,
    () => sql`insert into adjustments (id, payment_id, action, status, total, occurred_at, event_id)
      values (${`adj_${below(20)}`}, ${`txn_${below(20)}`}, 'refund', ${pick(['approved', 'rejected'])}, 300, ${ago()}, 'evt')
      on conflict (id) do update set status = excluded.status, occurred_at = excluded.occurred_at`,
    () => sql`insert into subscriptions (id, customer_id, status, product_id, price_id, billing_interval, currency, amount,
        started_at, canceled_at, occurred_at, event_id)
      values (${`sub_${below(20)}`}, 'ctm', ${pick(['active', 'canceled'])}, 'pro', 'pri', 'month', 'EUR', 1000,
        ${ago()}, ${ago()}, ${ago()}, 'evt')
      on conflict (id) do update set status = excluded.status, canceled_at = excluded.canceled_at`,
    () => sql`delete from completions where user_pk = ${user()} and subchapter_pk = ${pick(content.lessons).pk}`,
    () => sql`delete from enrolments where user_pk = ${user()}`,
    () => (random() < 0.3 ? sql`delete from users where pk = ${user()}` : sql`select 1`),
  ];
}

/** Ignores a foreign key violation: another step has deleted the learner at the same time. */
function unlessDeleted(error: { code?: string }): void {
  const foreignKeyViolation = '23503';
  if (error.code !== foreignKeyViolation) throw error;
}

const notZero = <T extends { day: string }>(rows: T[]) =>
  rows.filter(({ day: _, ...counts }) => Object.values(counts).some((count) => count !== 0));

async function expectEqualCounts(): Promise<void> {
  const { db } = test.database;
  const now = test.clock.now();
  const signUps = await readSignUps(db, 90, now);
  const [from, to] = [signUps.days[0]?.day ?? '', signUps.days.at(-1)?.day ?? ''];
  expect(notZero(signUps.days.map(({ day, count: n }) => ({ day, n })))).toEqual(
    await plain.countSignUps(db, from, to),
  );
  const labs = (await readLabs(db, 90, now)).days;
  expect(notZero(labs.map(({ day, started: n }) => ({ day, n })))).toEqual(await plain.countLabStarts(db, from, to));
  expect(notZero(labs.map(({ day, solved: n }) => ({ day, n })))).toEqual(await plain.countLabSolves(db, from, to));
  expect((await readActive(db, 90, now)).days).toEqual(await plain.countActive(db, from, to));

  const [, ...funnel] = (await readFunnel(db, 90, now)).steps;
  const firsts = await plain.countFirsts(db, from, to);
  for (const { step, learners } of funnel) expect([step, learners]).toEqual([step, firsts[step as 'lesson']]);

  const finished = (await readDropOff(db, content.training.slug, 90, now)).lessons;
  expect(finished.map(({ slug, finished: n }) => ({ slug, n }))).toEqual(
    await plain.countFinished(db, content.training.slug, from, to),
  );
  const timed = await plain.countTimes(db, content.training.slug);
  for (const [index, { slug, learners, median }] of (await readTimes(db, content.training.slug)).lessons.entries()) {
    expect([slug, learners]).toEqual([timed[index]?.slug, timed[index]?.n]);
    // Each bucket is a tenth wide.
    if (median !== null) expect(Math.abs(Math.log(median / (timed[index]?.median ?? 0)))).toBeLessThan(0.11);
  }
  const feedback = (await readFeedbackFigures(db, content.training.slug)).lessons;
  expect(feedback.map(({ name: _, ...figures }) => figures)).toEqual(
    await plain.countFeedback(db, content.training.slug),
  );
  for (const currency of ['EUR', 'USD']) {
    const { days } = await readMoney(db, 90, currency, now);
    const money = days.map(({ net_before: _, subscriptions: __, ...figures }) => figures);
    expect(notZero(money)).toEqual(await plain.countMoney(db, currency, from, to));
  }
}

it.each([1, 2, 3])(
  'rollups have the same figures as a full count after a history with deletions (seed %i)',
  async (seed) => {
    // The audit log cannot be truncated, so this deletes the learners of the previous seed row by row.
    for (const table of ['users', 'adjustments', 'payments', 'subscriptions']) {
      await run(sql`delete from ${sql.table(table)}`);
    }
    const random = seeded(seed);
    const actions = steps(random);
    const sweep = createMetricsSweep({ db: test.database.db, clock: test.clock });
    const another = createMetricsSweep({ db: test.database.db, clock: test.clock });
    for (let turn = 0; turn < 60; turn++) {
      // Runs three transactions at once that commit in another order than they began, while two nodes run the sweep.
      const concurrent = Array.from(
        { length: 3 },
        () => actions[Math.floor(random() * actions.length)]?.() ?? sql`select 1`,
      );
      await Promise.all([
        ...concurrent.map((action, index) =>
          test.database.db
            .transaction()
            .execute(async (tx) => {
              await action.execute(tx);
              await sleep(index * 2);
            })
            .catch(unlessDeleted),
        ),
        ...(turn % 5 === 0 ? [sweep(), another()] : []),
      ]);
    }
    await sweep();
    await expectEqualCounts();
    const state = () =>
      run(sql`select
      (select jsonb_agg(d order by metric, ref, day) from metric_days d where n <> 0) as days,
      (select jsonb_agg(t order by metric, ref, bucket) from metric_totals t where n <> 0) as totals,
      (select jsonb_agg(a order by span, day) from active_changes a where change <> 0) as active,
      (select jsonb_agg(l order by user_pk, day) from learner_days l) as learners,
      (select jsonb_agg(f order by step, day, bucket) from first_days f where n <> 0) as firsts,
      (select jsonb_agg(m order by currency, day) from money_days m
        where (paid, refunded, started, ended) <> (0, 0, 0, 0)) as money`);
    const before = await state();
    await run(sql`select rebuild_metrics()`);
    expect((await state()).rows).toEqual(before.rows);
  },
  60_000,
);

it('includes a change that commits during a sweep after the next one', async () => {
  const { db } = test.database;
  const sweep = createMetricsSweep({ db, clock: test.clock });
  const before = (await readSignUps(db, 7, test.clock.now())).days.at(-1)?.count ?? 0;
  const today = async () => (await readSignUps(db, 7, test.clock.now())).days.at(-1)?.count ?? 0;
  await db.transaction().execute(async (tx) => {
    await sql`insert into users (username, password_hash, profile_slug, created_at)
      values ('late', '', 'late', ${test.clock.now()})`.execute(tx);
    await sweep();
    expect(await today()).toBe(before);
  });
  await sweep();
  expect(await today()).toBe(before + 1);
  await sweep();
  expect(await today()).toBe(before + 1);
});

it('removes all rows of a deleted account at the next sweep', async () => {
  const { db } = test.database;
  const sweep = createMetricsSweep({ db, clock: test.clock });
  const { pk } = await buildUser(db);
  const { rows: naming } = await sql<{ name: string }>`
    select columns.table_name as name from information_schema.columns
    where columns.table_schema = 'public' and columns.column_name = 'user_pk'`.execute(db);
  const tablesWith = async () => {
    const counts = await Promise.all(
      naming.map(async ({ name }) => {
        const { rows } = await sql`select from ${sql.table(name)} where user_pk = ${pk} limit 1`.execute(db);
        return rows.length > 0 ? [name] : [];
      }),
    );
    return counts.flat().sort();
  };
  await run(
    sql`insert into completions (user_pk, subchapter_pk, revision) values (${pk}, ${content.lessons[0]?.pk}, 1)`,
  );
  expect(await tablesWith()).toEqual(['completions', 'metric_changes', 'user_totals']);
  await sweep();
  expect(await tablesWith()).toEqual(['completions', 'learner_days', 'learner_firsts', 'user_totals']);
  await run(sql`delete from users where pk = ${pk}`);
  expect(await tablesWith()).toEqual(['learner_days', 'learner_firsts', 'metric_changes']);
  await sweep();
  expect(await tablesWith()).toEqual([]);
});
