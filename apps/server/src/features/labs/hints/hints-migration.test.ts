import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openDb } from '#platform/db/db';
import { migrate } from '#platform/db/migrate';
import { migrationsFolder } from '#platform/db/open-database';
import { runOn, testPostgres, withDatabase } from '#testing/test-postgres';

it('migration 0038 assigns existing hints to the first flag of their lab', async () => {
  const { url: server } = await testPostgres();
  const name = `hx_test_hints_${process.pid}`;
  await runOn(server, `create database ${name}`);
  const url = withDatabase(server, name);
  const older = await mkdtemp(join(tmpdir(), 'hexpedition-migrations-'));
  try {
    for (const file of await readdir(migrationsFolder)) {
      if (file < '0038') await cp(join(migrationsFolder, file), join(older, file));
    }
    await migrate(url, older);
    const { db } = openDb(url, { max: 2 });
    await sql`
      insert into labs (slug, name, summary, difficulty, minutes, risk, version, briefing_html, writeup_html, hints)
      select slug, slug, '', 'easy', 5, 'bounded', '1', '', '', hints::jsonb
      from (values
        ('two', '[{"cost": 0, "html": "one"}, {"cost": 2, "html": "two"}]'), ('none', '[]'), ('bare', '[{"cost": 1, "html": "x"}]')
      ) as lab (slug, hints)`.execute(db);
    await sql`insert into flags (lab_pk, id, name, points, position, hidden)
      select labs.pk, flag.id, 'A flag', 10, flag.position, flag.hidden
      from labs cross join (values ('gone', 0, true), ('second', 2, false), ('first', 1, false)) as flag (id, position, hidden)
      where labs.slug <> 'bare'`.execute(db);
    await migrate(url, migrationsFolder);

    const labs = await db.selectFrom('labs').select(['slug', 'hints', 'topic', 'serves']).orderBy('pk').execute();
    const others = { topic: 'web', serves: 'http' };
    expect(labs).toEqual([
      {
        ...{ slug: 'two', ...others },
        hints: [
          { cost: 0, html: 'one', flag: 'first' },
          { cost: 2, html: 'two', flag: 'first' },
        ],
      },
      { slug: 'none', hints: [], ...others },
      { slug: 'bare', hints: [{ cost: 1, html: 'x', flag: '' }], ...others },
    ]);
    expect(await db.selectFrom('flags').select('kind').distinct().execute()).toEqual([{ kind: 'find' }]);
    await db.destroy();
  } finally {
    await rm(older, { recursive: true });
    await runOn(server, `drop database if exists ${name} with (force)`);
  }
});
