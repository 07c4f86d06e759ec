import { setTimeout as sleep } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildChapter, buildLab, buildLessonFlag, buildSubchapter, buildTraining, buildUser } from '#testing/factories';
import { createTestApp, type TestApp } from '#testing/test-app';
import { createMetricsSweep } from './metrics.sweep.ts';
import { readActive, readFunnel, readLabs, readMoney, readSignUps } from './period.read-model.ts';
import * as plain from './testing/plain-counts.ts';
import { readDropOff, readFeedbackFigures, readTimes } from './training.read-model.ts';

/** Whatever learners do, in whatever order it commits: the sums say the same as a count of all that there is. */

let test: TestApp;
let place: Awaited<ReturnType<typeof buildPlace>>;
beforeAll(async () => {
  test = await createTestApp();
  place = await buildPlace();
});
afterAll(() => test.close());

const run = (query: RawBuilder<unknown>) => query.execute(test.database.db);

/** The same numbers in each run (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A training of three lessons with a flag each, and a lab with two. */
async function buildPlace() {
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

/** One step of a history. What it happens to may be there already, or not: then nothing happens. */
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
      select pk, ${pick(place.lessons).pk}, 1, ${ago()}, ${random() < 0.9 ? 'lesson' : 'test_out'}
      from users where pk = ${user()} on conflict (user_pk, subchapter_pk) do update set revision = 2`,
    () => sql`insert into solves (user_pk, flag_pk, points, solved_at)
      select pk, ${pick(place.flags)}, 10, ${ago()} from users where pk = ${user()} on conflict do nothing`,
    () => sql`insert into instances (label, user_pk, lab_pk, lab_version, status, driver, runner, created_at)
      select ${`label${count++}`}, pk, ${place.labPk}, '1', 'stopped', 'embedded', 'here', ${ago()}
      from users where pk = ${user()}`,
    () => sql`insert into enrolments (user_pk, training_pk, enrolled_at)
      select pk, ${place.training.pk}, ${ago()} from users where pk = ${user()} on conflict do nothing`,
    () => sql`insert into lesson_feedback (user_pk, subchapter_pk, pace, rating, text, revision, updated_at)
      select pk, ${pick(place.lessons).pk}, ${pick(['slow', 'right', 'fast', null])}, ${pick([1, 3, 5, null])}::smallint,
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
    () => sql`insert into subscriptions (id, customer_id, status, product_id, price_id, cycle, currency, amount,
        started_at, canceled_at, occurred_at, event_id)
      values (${`sub_${below(20)}`}, 'ctm', ${pick(['active', 'canceled'])}, 'pro', 'pri', 'monthly', 'EUR', 1000,
        ${ago()}, ${ago()}, ${ago()}, 'evt')
      on conflict (id) do update set status = excluded.status, canceled_at = excluded.canceled_at`,
    () => sql`delete from completions where user_pk = ${user()} and subchapter_pk = ${pick(place.lessons).pk}`,
    () => sql`delete from enrolments where user_pk = ${user()}`,
    () => (random() < 0.3 ? sql`delete from users where pk = ${user()}` : sql`select 1`),
  ];
}

/** Whoever did something may have been deleted in the same moment: then it was not done. */
function unlessDeleted(error: { code?: string }): void {
  const foreignKeyViolation = '23503';
  if (error.code !== foreignKeyViolation) throw error;
}

const notZero = <T extends { day: string }>(rows: T[]) =>
  rows.filter(({ day: _, ...counts }) => Object.values(counts).some((count) => count !== 0));

async function expectTheSame(): Promise<void> {
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

  const finished = (await readDropOff(db, place.training.slug, 90, now)).lessons;
  expect(finished.map(({ slug, finished: n }) => ({ slug, n }))).toEqual(
    await plain.countFinished(db, place.training.slug, from, to),
  );
  const timed = await plain.countTimes(db, place.training.slug);
  for (const [index, { slug, learners, median }] of (await readTimes(db, place.training.slug)).lessons.entries()) {
    expect([slug, learners]).toEqual([timed[index]?.slug, timed[index]?.n]);
    // Buckets are a tenth wide.
    if (median !== null) expect(Math.abs(Math.log(median / (timed[index]?.median ?? 0)))).toBeLessThan(0.11);
  }
  const said = (await readFeedbackFigures(db, place.training.slug)).lessons;
  expect(said.map(({ name: _, ...figures }) => figures)).toEqual(await plain.countFeedback(db, place.training.slug));
  for (const currency of ['EUR', 'USD']) {
    const { days } = await readMoney(db, 90, currency, now);
    const moved = days.map(({ net_before: _, subscriptions: __, ...money }) => money);
    expect(notZero(moved)).toEqual(await plain.countMoney(db, currency, from, to));
  }
}

it.each([1, 2, 3])(
  'sums are what a plain count says, after a history with deletions (seed %i)',
  async (seed) => {
    // The audit log is never emptied, so the learners of the seed before go row by row, as deleted accounts do.
    for (const table of ['users', 'adjustments', 'payments', 'subscriptions']) {
      await run(sql`delete from ${sql.table(table)}`);
    }
    const random = seeded(seed);
    const acts = steps(random);
    const sweep = createMetricsSweep({ db: test.database.db, clock: test.clock });
    const another = createMetricsSweep({ db: test.database.db, clock: test.clock });
    for (let turn = 0; turn < 60; turn++) {
      // Several at once, in transactions that end in another order than they began in, while two nodes add up.
      const together = Array.from({ length: 3 }, () => acts[Math.floor(random() * acts.length)]?.() ?? sql`select 1`);
      await Promise.all([
        ...together.map((act, index) =>
          test.database.db
            .transaction()
            .execute(async (tx) => {
              await act.execute(tx);
              await sleep(index * 2);
            })
            .catch(unlessDeleted),
        ),
        ...(turn % 5 === 0 ? [sweep(), another()] : []),
      ]);
    }
    await sweep();
    await expectTheSame();
    const state = () =>
      run(sql`select
      (select jsonb_agg(d order by metric, ref, day) from metric_days d where n <> 0) as days,
      (select jsonb_agg(t order by metric, ref, bucket) from metric_totals t where n <> 0) as totals,
      (select jsonb_agg(a order by span, day) from active_changes a where change <> 0) as active,
      (select jsonb_agg(l order by user_pk, day) from learner_days l) as learners,
      (select jsonb_agg(f order by step, day, bucket) from first_days f where n <> 0) as firsts,
      (select jsonb_agg(m order by currency, day) from money_days m
        where (paid, refunded, started, ended) <> (0, 0, 0, 0)) as money`);
    const kept = await state();
    await run(sql`select rebuild_metrics()`);
    expect((await state()).rows).toEqual(kept.rows);
  },
  60_000,
);

it('a change that commits after a sweep is added up by the next one', async () => {
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

it('nothing of a deleted account is left after the next sweep', async () => {
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
  await run(sql`insert into completions (user_pk, subchapter_pk, revision) values (${pk}, ${place.lessons[0]?.pk}, 1)`);
  expect(await tablesWith()).toEqual(['completions', 'metric_changes']);
  await sweep();
  expect(await tablesWith()).toEqual(['completions', 'learner_days', 'learner_firsts']);
  await run(sql`delete from users where pk = ${pk}`);
  expect(await tablesWith()).toEqual(['learner_days', 'learner_firsts', 'metric_changes']);
  await sweep();
  expect(await tablesWith()).toEqual([]);
});
