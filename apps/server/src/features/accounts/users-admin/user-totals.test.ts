import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Db, openDb } from '#platform/db/db';
import { migrate } from '#platform/db/migrate';
import { migrationsFolder } from '#platform/db/open-database';
import { buildLessonFlag, buildSubchapter, buildUser } from '#testing/factories';
import { createTestDatabase, type TestDatabase } from '#testing/test-database';
import { runOn, testPostgres, withDatabase } from '#testing/test-postgres';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

const totalsOf = (db: Db, pk: number) =>
  db
    .selectFrom('user_totals')
    .select(['last_seen_at', 'lessons', 'points'])
    .where('user_pk', '=', pk)
    .executeTakeFirstOrThrow();

async function openSession(db: Db, user_pk: number, last_seen_at: Date): Promise<number> {
  const row = await db
    .insertInto('sessions')
    .values({ sid: crypto.randomUUID(), user_pk, last_seen_at, expires_at: last_seen_at, end_reason: null })
    .returning('pk')
    .executeTakeFirstOrThrow();
  return row.pk;
}

it('start empty for a new account', async () => {
  const { pk } = await buildUser(test.db);
  expect(await totalsOf(test.db, pk)).toEqual({ last_seen_at: Number.NEGATIVE_INFINITY, lessons: 0, points: 0 });
});

it('follow the newest session, and stay when an older one is used', async () => {
  const { pk } = await buildUser(test.db);
  const session = await openSession(test.db, pk, new Date('2026-05-05T10:00:00Z'));
  await openSession(test.db, pk, new Date('2026-05-07T10:00:00Z'));
  const touch = (at: string) =>
    test.db
      .updateTable('sessions')
      .set({ last_seen_at: new Date(at) })
      .where('pk', '=', session)
      .execute();
  await touch('2026-05-06T10:00:00Z');
  expect((await totalsOf(test.db, pk)).last_seen_at).toEqual(new Date('2026-05-07T10:00:00Z'));
  await touch('2026-05-08T10:00:00Z');
  expect((await totalsOf(test.db, pk)).last_seen_at).toEqual(new Date('2026-05-08T10:00:00Z'));
});

it('count completions and points, also when rows of several accounts are inserted or deleted at once', async () => {
  const [mara, ben] = [await buildUser(test.db), await buildUser(test.db)];
  const [first, second] = [await buildSubchapter(test.db), await buildSubchapter(test.db)];
  const flag = await buildLessonFlag(test.db);
  const completion = (user_pk: number, subchapter_pk: number) => ({ user_pk, subchapter_pk, revision: 1 });
  await test.db
    .insertInto('completions')
    .values([completion(mara.pk, first.pk), completion(ben.pk, first.pk), completion(mara.pk, second.pk)])
    .execute();
  // A repeated completion is not counted again.
  await test.db
    .insertInto('completions')
    .values(completion(mara.pk, first.pk))
    .onConflict((conflict) => conflict.columns(['user_pk', 'subchapter_pk']).doUpdateSet({ revision: 2 }))
    .execute();
  await test.db
    .insertInto('solves')
    .values([
      { user_pk: mara.pk, flag_pk: flag.pk, points: 30 },
      { user_pk: ben.pk, flag_pk: flag.pk, points: 20 },
    ])
    .execute();
  expect(await totalsOf(test.db, mara.pk)).toMatchObject({ lessons: 2, points: 30 });
  expect(await totalsOf(test.db, ben.pk)).toMatchObject({ lessons: 1, points: 20 });
  await test.db.deleteFrom('completions').where('subchapter_pk', '=', first.pk).execute();
  await test.db.deleteFrom('solves').where('flag_pk', '=', flag.pk).execute();
  expect(await totalsOf(test.db, mara.pk)).toMatchObject({ lessons: 1, points: 0 });
  expect(await totalsOf(test.db, ben.pk)).toMatchObject({ lessons: 0, points: 0 });
});

it('disappear with the account', async () => {
  const { pk } = await buildUser(test.db);
  const lesson = await buildSubchapter(test.db);
  await test.db.insertInto('completions').values({ user_pk: pk, subchapter_pk: lesson.pk, revision: 1 }).execute();
  await test.db.deleteFrom('users').where('pk', '=', pk).execute();
  expect(await test.db.selectFrom('user_totals').selectAll().where('user_pk', '=', pk).execute()).toEqual([]);
});

it('are computed by migration 0061 from existing rows', async () => {
  const { url: server } = await testPostgres();
  const name = `hx_test_totals_${process.pid}`;
  await runOn(server, `create database ${name}`);
  const url = withDatabase(server, name);
  const older = await mkdtemp(join(tmpdir(), 'hexpedition-migrations-'));
  try {
    for (const file of await readdir(migrationsFolder)) {
      if (file < '0061') await cp(join(migrationsFolder, file), join(older, file));
    }
    await migrate(url, older);
    const { db } = openDb(url, { max: 2 });
    const [mara, ben] = [await buildUser(db), await buildUser(db)];
    const lesson = await buildSubchapter(db);
    const flags = [await buildLessonFlag(db), await buildLessonFlag(db)];
    await db.insertInto('completions').values({ user_pk: mara.pk, subchapter_pk: lesson.pk, revision: 1 }).execute();
    await db
      .insertInto('solves')
      .values(flags.map(({ pk }) => ({ user_pk: mara.pk, flag_pk: pk, points: 10 })))
      .execute();
    await openSession(db, mara.pk, new Date('2026-05-05T10:00:00Z'));
    await migrate(url, migrationsFolder);
    expect(await totalsOf(db, mara.pk)).toEqual({
      last_seen_at: new Date('2026-05-05T10:00:00Z'),
      lessons: 1,
      points: 20,
    });
    expect(await totalsOf(db, ben.pk)).toMatchObject({ lessons: 0, points: 0 });
    await db.destroy();
  } finally {
    await rm(older, { recursive: true });
    await runOn(server, `drop database if exists ${name} with (force)`);
  }
});
