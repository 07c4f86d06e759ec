import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, expect, it } from 'vitest';
import { migrate } from '#platform/db/migrate';
import { migrationsFolder, openDatabase } from '#platform/db/open-database';
import { createTestDatabase } from '#testing/test-database';
import { startEmbeddedPostgres } from './embedded-postgres.ts';

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'hexpedition-pg-'));
  folders.push(folder);
  return folder;
}

it('keeps what was written, lets a second process attach, and listens with a password only', async () => {
  const dataDir = await temporaryFolder();
  const first = await openDatabase({ databaseUrl: null, dataDir });
  await first.db.insertInto('pow_nonces').values({ nonce: 'kept', expires_at: new Date() }).execute();

  const second = await openDatabase({ databaseUrl: null, dataDir });
  expect(second.url).toBe(first.url);
  await second.close();
  expect(await first.db.selectFrom('pow_nonces').select('nonce').execute()).toEqual([{ nonce: 'kept' }]);

  const stranger = new URL(first.url);
  stranger.password = 'guess';
  await expect(new pg.Client({ connectionString: stranger.href }).connect()).rejects.toThrow(/password/);
  expect((await stat(join(dataDir, 'secrets/database.key'))).mode & 0o777).toBe(0o600);
  await first.close();

  const again = await openDatabase({ databaseUrl: null, dataDir });
  expect(await again.db.selectFrom('pow_nonces').select('nonce').execute()).toEqual([{ nonce: 'kept' }]);
  await again.close();
});

it('is started once by two processes at the same moment', async () => {
  const dataDir = await temporaryFolder();
  await (await startEmbeddedPostgres({ dataDir })).stop();
  const both = await Promise.all([startEmbeddedPostgres({ dataDir }), startEmbeddedPostgres({ dataDir })]);
  expect(both.map(({ owned }) => owned).sort()).toEqual([false, true]);
  expect(new Set(both.map(({ url }) => url)).size).toBe(1);
  await Promise.all(both.map(({ stop }) => stop()));
});

it.runIf(process.platform === 'linux')(
  'tells PostgreSQL nothing of the environment that it has no use for',
  async () => {
    const dataDir = await temporaryFolder();
    process.env.SECRET_KEY = 'not for the database';
    const server = await startEmbeddedPostgres({ dataDir });
    delete process.env.SECRET_KEY;
    const [pid] = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n');
    const environment = await readFile(`/proc/${pid}/environ`, 'utf8');
    await server.stop();
    expect(environment).toContain('PATH=');
    expect(environment).not.toContain('not for the database');
  },
);

it('says so when the data folder cannot be written', async () => {
  const dataDir = join(await temporaryFolder(), 'file');
  await writeFile(dataDir, 'in the way');
  await expect(startEmbeddedPostgres({ dataDir: join(dataDir, 'data') })).rejects.toThrow(
    /data folder .* cannot be written \(ENOTDIR\)/,
  );
});

it('says so when the operator’s database cannot be reached, without its password', async () => {
  const error = await openDatabase({
    databaseUrl: 'postgres://me:hunter2@127.0.0.1:1/nowhere',
    dataDir: '/unused',
  }).catch((reason: Error) => reason);
  expect(error).toMatchObject({
    name: 'StartError',
    message: expect.stringContaining('The database nowhere at 127.0.0.1:1 cannot be reached'),
  });
  expect(JSON.stringify(error) + String(error)).not.toContain('hunter2');
});

it('migrates once when several nodes start at once', async () => {
  const empty = await createTestDatabase();
  await sql`drop schema public cascade`.execute(empty.db);
  await sql`create schema public`.execute(empty.db);
  const results = await Promise.all(Array.from({ length: 4 }, () => migrate(empty.url, migrationsFolder)));
  expect(results.filter((names) => names.length > 0)).toHaveLength(1);
  expect(results.flat()[0]).toBe('0001_init.sql');
  await empty.drop();
});
