import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openDb } from '#platform/db/db';
import { migrate } from '#platform/db/migrate';
import { migrationsFolder } from '#platform/db/open-database';
import { buildLessonFlag, buildUser } from '#testing/factories';
import { runOn, testPostgres, withDatabase } from '#testing/test-postgres';
import { readStandings } from './standings.read-model.ts';

it('migration 0008 computes boards from existing solves', async () => {
  const { url: server } = await testPostgres();
  const name = `hx_test_boards_${process.pid}`;
  await runOn(server, `create database ${name}`);
  const url = withDatabase(server, name);
  const older = await mkdtemp(join(tmpdir(), 'hexpedition-migrations-'));
  try {
    for (const file of await readdir(migrationsFolder)) {
      if (file < '0008') await cp(join(migrationsFolder, file), join(older, file));
    }
    await migrate(url, older);
    const { db } = openDb(url, { max: 2 });
    const [first, second, shy] = [await buildUser(db), await buildUser(db), await buildUser(db)];
    const flags = [await buildLessonFlag(db), await buildLessonFlag(db)];
    const now = new Date();
    const solve = (user: { pk: number }, flag: { pk: number } | undefined, points: number, at: Date) =>
      db
        .insertInto('solves')
        .values({ user_pk: user.pk, flag_pk: flag?.pk ?? 0, points, solved_at: at })
        .execute();
    await solve(first, flags[0], 10, new Date('2020-05-05T00:00:00Z'));
    await solve(first, flags[1], 20, now);
    await solve(second, flags[0], 25, now);
    await solve(shy, flags[0], 90, now);
    await sql`update users set listed = false where pk = ${shy.pk}`.execute(db);
    await migrate(url, migrationsFolder);

    expect(await readStandings(db, first.pk, now)).toEqual({
      all: { rank: 1, points: 30, flags: 2 },
      month: { rank: 2, points: 20, flags: 1 },
      week: { rank: 2, points: 20, flags: 1 },
    });
    expect((await readStandings(db, second.pk, now)).week).toEqual({ rank: 1, points: 25, flags: 1 });
    expect((await readStandings(db, shy.pk, now)).all).toEqual({ rank: null, points: 90, flags: 1 });
    const { rows } = await sql<{ board: string }>`select board from board_scores where board ~ '2020'`.execute(db);
    expect(rows).toEqual([]);
    await db.destroy();
  } finally {
    await rm(older, { recursive: true });
    await runOn(server, `drop database if exists ${name} with (force)`);
  }
});
