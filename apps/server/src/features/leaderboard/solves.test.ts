import type { Leaderboard } from '@hexpedition/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { awardFlag } from '#features/flags/flags.store';
import {
  buildChapter,
  buildContinent,
  buildLab,
  buildLessonFlag,
  buildSubchapter,
  buildTraining,
  buildUser,
} from '#testing/factories';
import { createTestApp, createTestClock, type TestApp } from '#testing/test-app';
import { createBoardsSweep } from './boards.sweep.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(() => test.database.db.deleteFrom('users').execute());

const url = '/api/account/leaderboard';

async function buildFlagOn(continentPk: number, points: number) {
  const { db } = test.database;
  const training = await buildTraining(db, { continentPk });
  const chapter = await buildChapter(db, { trainingPk: training.pk });
  const { pk } = await buildSubchapter(db, { chapterPk: chapter.pk });
  return { ...(await buildLessonFlag(db, { subchapterPk: pk, points })), points };
}

async function buildLabFlag(slug: string, points: number) {
  const { db } = test.database;
  const [flag] = (await buildLab(db, { slug, flags: 1 })).flags;
  await db
    .updateTable('flags')
    .set({ points })
    .where('pk', '=', flag?.pk ?? 0)
    .execute();
  return { pk: flag?.pk ?? 0, points };
}

/** Publishes a live map with labs on continents, and a beta map with the same labs on another continent. */
async function publishMap(labs: { slug: string; continent: string }[]) {
  const { db } = test.database;
  await sql`delete from hexmap_pointers`.execute(db);
  for (const [version, placed] of [
    ['2', labs],
    ['beta', labs.map((lab) => ({ ...lab, continent: 'elsewhere' }))],
  ] as const) {
    await sql`with map as (
        insert into hexmap_versions (kind, source, compiled)
        values ('trainings', '{}', ${JSON.stringify({ labs: placed })}) returning pk
      )
      insert into hexmap_pointers (kind, version, hexmap_pk) select 'trainings', ${version}, pk from map`.execute(db);
  }
}

const award = (userPk: number, flag: { pk: number; points: number }, now: Date) =>
  test.database.db.transaction().execute((tx) => awardFlag(tx, { userPk, flagPk: flag.pk, points: flag.points, now }));

const scoresOf = async (pk: number) => {
  const rows = await test.database.db
    .selectFrom('board_scores')
    .select(['board', 'points', 'flags', 'last_solve_at'])
    .where('user_pk', '=', pk)
    .orderBy('board')
    .execute();
  return rows.map(({ board, points, flags, last_solve_at }) => [board, points, flags, last_solve_at.toISOString()]);
};

it('adds a flag to all of its boards', async () => {
  const { db } = test.database;
  const [web, crypto] = [await buildContinent(db), await buildContinent(db)];
  const [one, two] = [await buildFlagOn(web.pk, 10), await buildFlagOn(crypto.pk, 15)];
  const [lab, lost] = [await buildLabFlag('on-the-map', 40), await buildLabFlag('nowhere', 5)];
  await publishMap([{ slug: 'on-the-map', continent: web.slug }]);
  const { pk } = await buildUser(db);
  const first = '2026-11-22T23:59:59.000Z';
  const later = '2026-11-23T00:00:00.000Z';
  await award(pk, one, new Date(first));
  await award(pk, two, new Date(first));
  await award(pk, lab, new Date(later));
  await award(pk, lost, new Date(later));
  expect(await scoresOf(pk)).toEqual(
    [
      ['all', 70, 4, later],
      [`all/${web.slug}`, 50, 2, later],
      [`all/${crypto.slug}`, 15, 1, first],
      ['month:2026-11', 70, 4, later],
      [`month:2026-11/${web.slug}`, 50, 2, later],
      [`month:2026-11/${crypto.slug}`, 15, 1, first],
      ['week:2026-W47', 25, 2, first],
      [`week:2026-W47/${web.slug}`, 10, 1, first],
      [`week:2026-W47/${crypto.slug}`, 15, 1, first],
      ['week:2026-W48', 45, 2, later],
      [`week:2026-W48/${web.slug}`, 40, 1, later],
    ].sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
  );
  // `board_sums`, which the migration and `npm run load` use, computes the same scores from the solves.
  const { rows } = await sql<{ board: string; points: string; flags: string; last_solve_at: Date }>`
    select * from board_sums('2026-11-25T12:00:00Z') where user_pk = ${pk} order by board collate "C"`.execute(db);
  expect(
    rows.map(({ board, points, flags, last_solve_at }) => [
      board,
      Number(points),
      Number(flags),
      last_solve_at.toISOString(),
    ]),
  ).toEqual(await scoresOf(pk));

  // Existing scores do not move when the map or the trainings change.
  await publishMap([]);
  await db.updateTable('trainings').set({ continent_pk: crypto.pk }).execute();
  await award(pk, one, new Date(later));
  expect((await scoresOf(pk)).find(([board]) => board === `all/${web.slug}`)).toEqual([
    `all/${web.slug}`,
    50,
    2,
    later,
  ]);
});

it('does not change the time of the last solve for a flag without points', async () => {
  const { db } = test.database;
  const [worth, nothing] = [await buildLabFlag('worth', 10), await buildLabFlag('nothing', 0)];
  const { pk } = await buildUser(db);
  await award(pk, worth, new Date('2026-05-04T00:00:00Z'));
  await award(pk, nothing, new Date('2026-05-05T00:00:00Z'));
  expect((await scoresOf(pk))[0]).toEqual(['all', 10, 2, '2026-05-04T00:00:00.000Z']);
});

it('shows the current month and week, and starts a new period with an empty board', async () => {
  const { db } = test.database;
  const continent = await buildContinent(db);
  const flag = await buildFlagOn(continent.pk, 20);
  const learner = await buildUser(db, { username: 'Weekly' });
  const now = test.clock.now();
  await award(learner.pk, flag, now);
  for (const query of ['?period=month', '?period=week', `?continent=${continent.slug}`]) {
    const { body } = await test.anonymous.get<Leaderboard>(`${url}${query}`);
    expect([query, body.of, body.entries.map(({ username, points }) => [username, points])]).toEqual([
      query,
      1,
      [['Weekly', 20]],
    ]);
  }
  const combined = `${url}?period=week&continent=${continent.slug}`;
  const own = (await (await test.as(learner)).get<Leaderboard>(combined)).body;
  expect(own).toMatchObject({ me: { rank: 1, points: 20, flags: 1 }, neighbours: [], of: 1 });
  const { from, until } = own.period ?? { from: '', until: '' };
  expect(from <= now.toISOString() && now.toISOString() < until).toBe(true);
  expect(new Date(from).getUTCDay()).toBe(1);
  expect(Date.parse(until) - Date.parse(from)).toBe(7 * 86_400_000);

  test.clock.advance((Date.parse(until) - now.getTime()) / 1000);
  expect((await test.anonymous.get<Leaderboard>(`${url}?period=week`)).body).toMatchObject({
    entries: [],
    of: 0,
    period: { from: until },
  });
  expect((await test.anonymous.get<Leaderboard>(url)).body.of).toBe(1);
  test.clock.advance((now.getTime() - Date.parse(until)) / 1000);
});

describe('concurrent solves', () => {
  it('do not deadlock or lose counts while other learners are hidden and deleted', {
    timeout: 60_000,
  }, async () => {
    const { db } = test.database;
    const continents = [await buildContinent(db), await buildContinent(db)];
    const flags: Awaited<ReturnType<typeof buildFlagOn>>[] = [];
    for (let index = 0; index < 6; index++)
      flags.push(await buildFlagOn(continents[index % 2]?.pk ?? 0, 5 + (index % 3)));
    const learners = await Promise.all(Array.from({ length: 12 }, () => buildUser(db)));
    const now = test.clock.now();
    const work = learners.flatMap(({ pk }, learnerIndex) =>
      flags.map((flag, flagIndex) => async () => {
        await award(pk, flag, new Date(now.getTime() + ((learnerIndex * 7 + flagIndex * 13) % 20) * 86_400_000));
      }),
    );
    for (const { pk } of learners.slice(0, 4)) {
      work.push(async () => {
        for (const listed of [false, true])
          await db.updateTable('users').set({ listed }).where('pk', '=', pk).execute();
      });
    }
    for (const { pk } of learners.slice(10)) {
      work.push(async () => {
        await db.deleteFrom('users').where('pk', '=', pk).execute();
      });
    }
    // Each job type runs in a different order.
    const results = await Promise.allSettled(
      work
        .map((job, index) => [job, (index * 37) % work.length] as const)
        .sort(([, a], [, b]) => a - b)
        .map(([job]) => job()),
    );
    const reasons = results.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []));
    // A learner who was deleted before the solve has no row.
    expect(reasons.filter((reason) => !reason.includes('violates foreign key'))).toEqual([]);
    const read = () =>
      db.selectFrom('board_counts').selectAll().orderBy('board').orderBy('shift').orderBy('prefix').execute();
    const counts = await read();
    expect(counts.length).toBeGreaterThan(20);
    await sql`select rebuild_board_counts()`.execute(db);
    expect(await read()).toEqual(counts);
  });
});

it('deletes only boards that are older than the previous month and week', async () => {
  const { db } = test.database;
  const { pk } = await buildUser(db);
  const boards = [
    'all',
    'all/web',
    'month:2026-09',
    'month:2026-09/web',
    'month:2026-10',
    'month:2026-11/web',
    'week:2025-W52',
    'week:2026-W46/web',
    'week:2026-W47',
    'week:2026-W48/web',
  ];
  for (const board of boards) {
    await db
      .insertInto('board_scores')
      .values({ user_pk: pk, board, points: 5, flags: 1, last_solve_at: test.clock.now() })
      .execute();
  }
  const sweep = createBoardsSweep({ db, clock: createTestClock(new Date('2026-11-25T10:00:00Z')) });
  await Promise.all([sweep(), sweep()]);
  const left = ['all', 'all/web', 'month:2026-10', 'month:2026-11/web', 'week:2026-W47', 'week:2026-W48/web'];
  expect((await scoresOf(pk)).map(([board]) => board)).toEqual(left);
  const { rows } = await sql<{ board: string }>`select distinct board from board_counts order by 1`.execute(db);
  expect(rows.map(({ board }) => board)).toEqual(left);
});
