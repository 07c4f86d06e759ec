import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openDb } from '#platform/db/db';
import { migrate } from '#platform/db/migrate';
import { migrationsFolder } from '#platform/db/open-database';
import { runOn, testPostgres, withDatabase } from '#testing/test-postgres';

it('migration 0045 keeps the source open for learners who have worked on a repair', async () => {
  const { url: server } = await testPostgres();
  const name = `hx_test_source_${process.pid}`;
  await runOn(server, `create database ${name}`);
  const url = withDatabase(server, name);
  const older = await mkdtemp(join(tmpdir(), 'hexpedition-migrations-'));
  try {
    for (const file of await readdir(migrationsFolder)) {
      if (file < '0045') await cp(join(migrationsFolder, file), join(older, file));
    }
    await migrate(url, older);
    const { db } = openDb(url, { max: 2 });
    await sql`
      insert into labs (slug, name, summary, difficulty, minutes, risk, topic, serves, version, briefing_html, writeup_html, hints, tools, trainings, repair_files)
      values ('lab', 'Lab', '', 'easy', 5, 'bounded', 'web', 'http', '1', '', '', '[]', '{}', '{}', '{app.ts}')`.execute(
      db,
    );
    await sql`insert into users (username, password_hash, profile_slug) values ('a', '', 'a')`.execute(db);
    await sql`insert into lab_repairs (user_pk, lab_pk, files, saved_at)
      select users.pk, labs.pk, '{}', now() from users cross join labs`.execute(db);
    await migrate(url, migrationsFolder);
    expect(await db.selectFrom('lab_repairs').select('source_price').execute()).toEqual([{ source_price: 0 }]);
    await db.destroy();
  } finally {
    await rm(older, { recursive: true });
    await runOn(server, `drop database if exists ${name} with (force)`);
  }
});
