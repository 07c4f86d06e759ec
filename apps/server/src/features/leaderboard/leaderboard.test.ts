import type { Leaderboard } from '@hexpedition/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildContinent, buildUser } from '#testing/factories';
import { createTestApp, type TestApp } from '#testing/test-app';
import { buildScore } from './testing/build-score.ts';

const url = '/api/account/leaderboard';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(() => test.database.db.deleteFrom('board_scores').execute());

const score = (username: string, points: number, at: string) => buildScore(test.database.db, { username, points, at });
const disable = ({ pk }: { pk: number }, isActive = false) =>
  test.database.db.updateTable('users').set({ is_active: isActive }).where('pk', '=', pk).execute();
const ownBoard = async (user: { pk: number }, query = '') =>
  (await (await test.as(user)).get<Leaderboard>(url + query)).body;
const lines = (entries: Leaderboard['entries']) => entries.map(({ rank, username }) => `${rank} ${username}`);

async function readAll(limit: number): Promise<string[]> {
  const seen: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const query: string = cursor ? `?limit=${limit}&cursor=${cursor}` : `?limit=${limit}`;
    const page: Leaderboard = (await test.anonymous.get<Leaderboard>(url + query)).body;
    seen.push(...lines(page.entries));
    cursor = page.next_cursor;
  }
  return seen;
}

it('orders by points and then by time, and pages without losing or repeating a learner', async () => {
  await score('second', 30, '2026-01-02T00:00:00Z');
  const third = await score('third', 30, '2026-01-03T00:00:00Z');
  await score('first', 50, '2026-01-09T00:00:00Z');
  await score('fourth', 10, '2026-01-01T00:00:00Z');
  await disable(await score('hidden', 99, '2026-01-01T00:00:00Z'));
  await score('nothing', 0, '2026-01-01T00:00:00Z');

  expect(await readAll(1)).toEqual(['1 first', '2 second', '3 third', '4 fourth']);
  expect(await ownBoard(third)).toMatchObject({ me: { rank: 3, points: 30, flags: 1 }, of: 4, period: null });
  expect((await (await test.as()).get<Leaderboard>(url)).body).toMatchObject({ me: null, neighbours: [], of: 4 });
});

it('orders solves that differ by less than a millisecond', async () => {
  for (const index of [1, 2, 3]) await score(`us${index}`, 5, `2026-02-01T00:00:00.00000${index}Z`);
  expect(await readAll(1)).toEqual(['1 us1', '2 us2', '3 us3']);
});

it('shows two learners above and two below the viewer', async () => {
  const pks: { pk: number }[] = [];
  for (const [index, points] of [60, 50, 40, 40, 40, 10].entries()) {
    pks.push(await score(`n${index + 1}`, points, `2026-02-01T00:00:0${index}Z`));
  }
  const around = async (index: number) => lines((await ownBoard(pks[index] ?? { pk: 0 })).neighbours);
  expect(await around(0)).toEqual(['2 n2', '3 n3']);
  expect(await around(3)).toEqual(['2 n2', '3 n3', '5 n5', '6 n6']);
  expect(await around(5)).toEqual(['4 n4', '5 n5']);
});

it('rejects invalid cursors, limits, periods and continents', async () => {
  const cursorOf = (value: unknown) => `cursor=${Buffer.from(JSON.stringify(value)).toString('base64url')}`;
  for (const query of [
    'cursor=rubbish',
    cursorOf([2, '3; drop', 4]),
    cursorOf([2, '99999999999999999', 4]),
    cursorOf([-2, '9', 4]),
    cursorOf([1, 2, '3', 4]),
    'limit=0',
    'limit=101',
    'limit=x',
    'period=year',
    'continent=No!',
    `continent=${'x'.repeat(90)}`,
  ]) {
    expect([query, (await test.anonymous.get(`${url}?${query}`)).body.code]).toEqual([query, 'invalid_request']);
  }
  expect((await test.anonymous.get(`${url}?${cursorOf([2 ** 31 - 1, '9999999999999999', 1])}`)).status).toBe(200);
  const atlantis = await test.anonymous.get(`${url}?continent=atlantis`);
  expect(atlantis).toMatchObject({ status: 404, body: { msg: 'The continent could not be found.' } });
  const { slug } = await buildContinent(test.database.db);
  expect((await test.anonymous.get(`${url}?continent=${slug}&period=week`)).body).toMatchObject({ entries: [], of: 0 });
});

it('updates ranks after every change of points and accounts', async () => {
  const { db } = test.database;
  const rank = async (user: { pk: number }) => (await ownBoard(user)).me?.rank;
  const [top, mid, tie] = [
    await score('top', 80, '2026-03-01T00:00:00Z'),
    await score('mid', 40, '2026-03-01T00:00:00Z'),
    await score('tie', 40, '2026-03-02T00:00:00Z'),
  ];
  expect([await rank(top), await rank(mid), await rank(tie)]).toEqual([1, 2, 3]);
  await db.updateTable('board_scores').set({ points: 90 }).where('user_pk', '=', tie.pk).execute();
  expect([await rank(top), await rank(mid), await rank(tie)]).toEqual([2, 3, 1]);
  await disable(tie);
  expect([await rank(top), await rank(mid)]).toEqual([1, 2]);
  await disable(tie, true);
  expect(await rank(mid)).toBe(3);
  await db.deleteFrom('users').where('pk', '=', top.pk).execute();
  expect(await rank(mid)).toBe(2);
  await disable(mid);
  await disable(tie);
  // Counts of 0 are deleted.
  expect(await db.selectFrom('board_counts').selectAll().execute()).toEqual([]);
});

it('computes the same ranks as row_number() for many learners with ties', async () => {
  const { db } = test.database;
  await sql`insert into users (username, password_hash, profile_slug)
    select 'crowd' || n, '', 'crowd' || n from generate_series(1, 400) as n`.execute(db);
  // Points that are close and far apart; times within a second, within minutes and over years.
  await sql`insert into board_scores (user_pk, board, points, flags, last_solve_at)
    select pk, 'all', (array[1, 5, 10, 10, 31, 32, 1023, 1024, 70000, 2147483647])[1 + pk % 10], 1,
      timestamptz '2026-01-01T00:00:00Z' + (array[0, 1, 300, 70000, 40000000])[1 + pk % 5] * (pk % 7) * interval '1 second'
        + (pk % 3) * interval '1 microsecond'
    from users where username like 'crowd%'`.execute(db);
  await sql`update board_scores set points = points - 1 where user_pk % 13 = 0`.execute(db);
  const { rows } = await sql<{ user_pk: number; place: number }>`
    select user_pk, (row_number() over (order by points desc, last_solve_at, user_pk))::int as place
    from board_scores where points > 0`.execute(db);
  const some = rows.filter((_, index) => index % 9 === 0);
  const ranks = [];
  for (const { user_pk } of some)
    ranks.push({ user_pk, place: (await ownBoard({ pk: user_pk }, '?limit=1')).me?.rank });
  expect(ranks).toEqual(some);
  expect((await readAll(37)).map((line) => Number(line.split(' ')[0]))).toEqual(rows.map((_, index) => index + 1));
  const before = await db.selectFrom('board_counts').selectAll().orderBy('shift').orderBy('prefix').execute();
  await sql`select rebuild_board_counts()`.execute(db);
  expect(await db.selectFrom('board_counts').selectAll().orderBy('shift').orderBy('prefix').execute()).toEqual(before);
});

it('links only public profiles', async () => {
  const { db } = test.database;
  const shown = await score('Shown', 20, '2026-03-01T00:00:00Z');
  const secret = await score('Private', 10, '2026-03-01T00:00:00Z');
  await db.updateTable('users').set({ profile_slug: 'elsewhere' }).where('pk', '=', shown.pk).execute();
  await db.updateTable('users').set({ profile_public: false }).where('pk', '=', secret.pk).execute();
  const { entries } = (await test.anonymous.get<Leaderboard>(url)).body;
  expect(entries.map(({ username, slug }) => [username, slug])).toEqual([
    ['Shown', 'elsewhere'],
    ['Private', null],
  ]);
});

it('hides learners who are unlisted, disabled or scheduled for deletion on all boards', async () => {
  const { db } = test.database;
  const { pk } = await buildUser(db, { username: 'Shy' });
  for (const board of ['all', 'month:2026-03', 'week:2026-W10/web']) {
    await db
      .insertInto('board_scores')
      .values({ user_pk: pk, board, points: 5, flags: 1, last_solve_at: test.clock.now() })
      .execute();
  }
  const shown = async () => {
    const rows = await db.selectFrom('board_scores').select('shown').where('user_pk', '=', pk).execute();
    const counted = await db.selectFrom('board_counts').select('board').distinct().execute();
    return [rows.filter((row) => row.shown).length, counted.length];
  };
  const set = (values: Record<string, unknown>) => db.updateTable('users').set(values).where('pk', '=', pk).execute();
  expect(await shown()).toEqual([3, 3]);
  const changes: [Record<string, unknown>, Record<string, unknown>][] = [
    [{ listed: false }, { listed: true }],
    [{ is_active: false }, { is_active: true }],
    [{ delete_at: new Date() }, { delete_at: null }],
  ];
  for (const [hide, restore] of changes) {
    await set(hide);
    expect(await shown()).toEqual([0, 0]);
    await set(restore);
    expect(await shown()).toEqual([3, 3]);
  }
  await set({ listed: false });
  // A new board also respects the setting.
  await db
    .insertInto('board_scores')
    .values({ user_pk: pk, board: 'week:2026-W11', points: 5, flags: 1, last_solve_at: test.clock.now() })
    .execute();
  expect(await shown()).toEqual([0, 0]);
  const own = await ownBoard({ pk });
  expect([own.entries, own.me, own.neighbours, own.of]).toEqual([[], null, [], 0]);
});
