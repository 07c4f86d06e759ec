import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openDb } from '#platform/db/db';
import { migrate } from '#platform/db/migrate';
import { migrationsFolder } from '#platform/db/open-database';
import { buildChapter, buildSubchapter, buildTraining, buildUser } from '#testing/factories';
import { runOn, testPostgres, withDatabase } from '#testing/test-postgres';
import { readActive, readSignUps } from './daily-metrics.read-model.ts';
import { readTimes } from './training-metrics.read-model.ts';

it('adds the activity and lesson times of an older database to the rollups', async () => {
  const { url: server } = await testPostgres();
  const name = `hx_test_metrics_${process.pid}`;
  await runOn(server, `create database ${name}`);
  const url = withDatabase(server, name);
  const older = await mkdtemp(join(tmpdir(), 'hexpedition-migrations-'));
  try {
    for (const file of await readdir(migrationsFolder)) {
      if (file < '0031') await cp(join(migrationsFolder, file), join(older, file));
    }
    await migrate(url, older);
    const { db } = openDb(url, { max: 2 });
    const training = await buildTraining(db);
    const { pk: chapterPk } = await buildChapter(db, { trainingPk: training.pk });
    const lessons = [await buildSubchapter(db, { chapterPk }), await buildSubchapter(db, { chapterPk })];
    const { pk } = await buildUser(db);
    const now = new Date('2026-11-20T12:00:00Z');
    await sql`update users set created_at = '2026-11-18T10:00:00Z'`.execute(db);
    for (const [index, time] of ['10:00', '10:40'].entries()) {
      await sql`insert into completions (user_pk, subchapter_pk, revision, completed_at)
        values (${pk}, ${lessons[index]?.pk}, 1, ${`2026-11-19T${time}:00Z`})`.execute(db);
    }
    await migrate(url, migrationsFolder);

    expect((await readSignUps(db, 7, now)).days.map(({ count }) => count)).toEqual([0, 0, 0, 0, 1, 0, 0]);
    expect((await readActive(db, 7, now)).days.map(({ in_week }) => in_week)).toEqual([0, 0, 0, 0, 0, 1, 1]);
    const { whole, lessons: timed } = await readTimes(db, training.slug);
    expect([whole.learners, ...timed.map(({ learners }) => learners)]).toEqual([1, 0, 1]);
    expect(Math.abs((timed[1]?.median ?? 0) / 2_400 - 1)).toBeLessThan(0.06);
    await db.destroy();
  } finally {
    await rm(older, { recursive: true });
    await runOn(server, `drop database ${name} with (force)`);
  }
});
