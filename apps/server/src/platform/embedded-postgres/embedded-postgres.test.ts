import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { isDatabaseUnavailable, isDiskFull } from '#platform/db/database-errors';
import { openListener } from '#platform/db/listener';
import { migrate } from '#platform/db/migrate';
import { migrationsFolder, openDatabase } from '#platform/db/open-database';
import { memoryFolder } from '#testing/memory-folder';
import { createTestDatabase } from '#testing/test-database';
import { startEmbeddedPostgres } from './embedded-postgres.ts';

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(await memoryFolder(1024 ** 3), 'hexpedition-pg-'));
  folders.push(folder);
  return folder;
}

it('keeps data across restarts, lets a second process attach, and requires a password', async () => {
  const dataDir = await temporaryFolder();
  const first = await openDatabase({ databaseUrl: null, dataDir });
  await first.db.insertInto('pow_nonces').values({ nonce: 'kept', expires_at: new Date() }).execute();

  const second = await openDatabase({ databaseUrl: null, dataDir });
  expect(second.url).toBe(first.url);
  await second.close();
  expect(await first.db.selectFrom('pow_nonces').select('nonce').execute()).toEqual([{ nonce: 'kept' }]);

  const guessed = new URL(first.url);
  guessed.password = 'guess';
  await expect(new pg.Client({ connectionString: guessed.href }).connect()).rejects.toThrow(/password/);
  expect((await stat(join(dataDir, 'secrets/database.key'))).mode & 0o777).toBe(0o600);
  await first.close();

  const again = await openDatabase({ databaseUrl: null, dataDir });
  expect(await again.db.selectFrom('pow_nonces').select('nonce').execute()).toEqual([{ nonce: 'kept' }]);
  await again.close();
});

it.each(['with', 'without'])('starts one server when two processes start at the same time %s data', async (data) => {
  const dataDir = await temporaryFolder();
  if (data === 'with') await (await startEmbeddedPostgres({ dataDir })).stop();
  const both = await Promise.all([startEmbeddedPostgres({ dataDir }), startEmbeddedPostgres({ dataDir })]);
  expect(both.map(({ owned }) => owned).sort()).toEqual([false, true]);
  expect(new Set(both.map(({ url }) => url)).size).toBe(1);
  await Promise.all(both.map(({ stop }) => stop()));
});

it('says what to do if a power cut has left an empty lock file', async () => {
  const dataDir = await temporaryFolder();
  await (await startEmbeddedPostgres({ dataDir })).stop();
  await writeFile(join(dataDir, 'postgres/postmaster.pid'), '');
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toMatchObject({
    remedy: expect.stringContaining(`delete ${join(dataDir, 'postgres/postmaster.pid')}`),
  });
});

it.runIf(process.platform === 'linux')('does not pass secrets of the environment to PostgreSQL', async () => {
  const dataDir = await temporaryFolder();
  process.env.SECRET_KEY = 'not for the database';
  const server = await startEmbeddedPostgres({ dataDir });
  delete process.env.SECRET_KEY;
  const [pid] = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n');
  const environment = await readFile(`/proc/${pid}/environ`, 'utf8');
  await server.stop();
  expect(environment).toContain('PATH=');
  expect(environment).not.toContain('not for the database');
});

/** The process id of the server in a data folder. */
const postmaster = async (dataDir: string) => {
  const [pid] = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n');
  return Number(pid);
};

it('restarts at the same address after four kills under load, and loses no acknowledged write', async () => {
  const dataDir = await temporaryFolder();
  const lines: string[] = [];
  const database = await openDatabase({ databaseUrl: null, dataDir, log: (line) => lines.push(line) });
  const listener = await openListener(database.url, { status: database.status });
  const acknowledged: string[] = [];
  let isWriting = true;
  const write = async (writer: number) => {
    for (let n = 0; isWriting; n++) {
      const nonce = `${writer}-${n}`;
      try {
        await database.db.insertInto('pow_nonces').values({ nonce, expires_at: new Date() }).execute();
        acknowledged.push(nonce);
      } catch (error) {
        expect(isDatabaseUnavailable(error), String(error)).toBe(true);
        await sleep(20);
      }
    }
  };
  const writers = [1, 2, 3, 4].map(write);
  const killed = new Set<number>();
  for (let kill = 0; kill < 4; kill++) {
    const before = acknowledged.length;
    await expect.poll(() => acknowledged.length).toBeGreaterThan(before + 20);
    const pid = await postmaster(dataDir);
    killed.add(pid);
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => database.status.isUp).toBe(false);
    await expect.poll(() => database.status.isUp, { timeout: 60_000 }).toBe(true);
  }
  isWriting = false;
  await Promise.all(writers);
  const rows = await database.db.selectFrom('pow_nonces').select('nonce').execute();
  const stored = new Set(rows.map(({ nonce }) => nonce));
  expect(acknowledged.filter((nonce) => !stored.has(nonce))).toEqual([]);
  expect(killed.size).toBe(4);
  expect(database.status.history.outages).toBe(4);
  expect(lines.join('\n')).toContain('PostgreSQL exited (signal SIGKILL) and is being restarted.');
  await listener.close();
  await database.close();
  await expect(postmaster(dataDir)).rejects.toThrow(/ENOENT/);
}, 180_000);

/** Mounts a file system of `megabytes` that the test can fill. Needs root. */
async function smallDisk(megabytes: number) {
  const folder = await temporaryFolder();
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', folder]);
  mounts.push(folder);
  const filler = join(folder, 'filler');
  return {
    folder,
    /** Uses all free space except `leaveBytes`. */
    fill: async (leaveBytes = 0) => {
      const { bavail, bsize } = await statfs(folder);
      await writeFile(filler, Buffer.alloc(Math.max(0, bavail * bsize - leaveBytes)));
    },
    free: () => rm(filler),
  };
}
const mounts: string[] = [];
afterEach(() => {
  for (const mount of mounts.splice(0)) execFileSync('umount', ['--lazy', mount]);
});

describe.runIf(process.platform === 'linux' && process.getuid?.() === 0)('on a full disk', () => {
  it('rejects writes, allows reads, and recovers by itself, even when the write-ahead log cannot grow', async () => {
    const disk = await smallDisk(400);
    const database = await openDatabase({ databaseUrl: null, dataDir: disk.folder });
    const listener = await openListener(database.url, { status: database.status });
    const insert = (nonce: string, bytes: number) =>
      database.db
        .insertInto('pow_nonces')
        .values({ nonce: nonce + randomBytes(bytes).toString('hex'), expires_at: new Date() })
        .execute();
    const failure = (work: Promise<unknown>) => work.then(() => undefined).catch((error: unknown) => error);
    await insert('before', 8);

    // The table cannot grow, but its rows can still be read.
    await disk.fill(64 * 1024);
    let rejection: unknown;
    for (let n = 0; n < 5_000 && !rejection; n++) rejection = await failure(insert(`full-${n}`, 1_000));
    expect(isDiskFull(rejection), String(rejection)).toBe(true);
    expect((await database.db.selectFrom('pow_nonces').select('nonce').limit(1).execute()).length).toBe(1);
    await disk.free();
    await insert('between', 8);

    // The write-ahead log cannot grow: PostgreSQL exits and cannot start.
    await disk.fill();
    await expect
      .poll(async () => {
        await failure(insert('wal', 8));
        await failure(sql`select pg_switch_wal()`.execute(database.db));
        return database.status.isUp;
      })
      .toBe(false);
    await expect.poll(() => database.status.history.last?.reason).toMatch(/disk .*is full/);
    await disk.free();
    await expect.poll(() => database.status.isUp, { timeout: 60_000 }).toBe(true);
    await insert('after', 8);
    const { rows } = await sql`select from pow_nonces where nonce ~ '^(before|between|after)'`.execute(database.db);
    expect(rows).toHaveLength(3);
    await listener.close();
    await database.close();
  }, 180_000);

  it('reports the full disk at the first start', async () => {
    const disk = await smallDisk(60);
    await disk.fill(1024 * 1024);
    const fresh = await startEmbeddedPostgres({ dataDir: disk.folder }).catch((error: unknown) => error);
    expect(fresh).toMatchObject({
      name: 'StartError',
      message: `The disk that holds ${disk.folder} is full.`,
      remedy: expect.stringContaining('Free some space'),
    });
  });

  it('reports the full disk at a start with existing data', async () => {
    const disk = await smallDisk(400);
    await (await startEmbeddedPostgres({ dataDir: disk.folder })).stop();
    await disk.fill();
    const error = await startEmbeddedPostgres({ dataDir: disk.folder }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: 'StartError', message: `The disk that holds ${disk.folder} is full.` });
    await disk.free();
    await (await startEmbeddedPostgres({ dataDir: disk.folder })).stop();
  });
});

it('does not restart after a stop during a restart', async () => {
  const dataDir = await temporaryFolder();
  const reasons: string[] = [];
  const server = await startEmbeddedPostgres({ dataDir, onDown: (reason) => reasons.push(reason) });
  process.kill(await postmaster(dataDir), 'SIGKILL');
  await expect.poll(() => reasons).toHaveLength(1);
  await server.stop();
  const client = new pg.Client({ connectionString: server.url });
  await expect(client.connect()).rejects.toThrow(/ECONNREFUSED/);
  await sleep(500);
  await expect(new pg.Client({ connectionString: server.url }).connect()).rejects.toThrow(/ECONNREFUSED/);
});

it('reports a data folder that cannot be written', async () => {
  const dataDir = join(await temporaryFolder(), 'file');
  await writeFile(dataDir, 'in the way');
  await expect(startEmbeddedPostgres({ dataDir: join(dataDir, 'data') })).rejects.toThrow(
    /data folder .* cannot be written \(ENOTDIR\)/,
  );
});

it('reports an external database that cannot be reached, without its password', async () => {
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
