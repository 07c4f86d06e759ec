import { mkdir, mkdtemp, open, readdir, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PaddleApi } from '#features/payments/paddle/paddle-api';
import { migrate } from '#platform/db/migrate';
import { migrationsFolder } from '#platform/db/open-database';
import { createTestClock } from '#testing/test-app';
import { createTestDatabase, type TestDatabase } from '#testing/test-database';
import { runOn } from '#testing/test-postgres';
import { readHeader, restoreDatabase } from '#testing/upgrades/database-dump';
import { ok, startUpgradeApp, type UpgradeApp } from '#testing/upgrades/upgrade-app';
import { createKeyPair, type DecryptionKey, readIdentityFile, readPassphraseFile } from './archive-keys.ts';
import { archiveFile } from './backup-target.ts';
import { backupToFile } from './backup-to-file.ts';
import { restoreBackup } from './restore-backup.ts';

let folder: string;
let database: TestDatabase;
let app: UpgradeApp;
let path: string;
let recipient: string;
let key: DecryptionKey;
/** Rows and files of the platform at the moment of the backup. */
let rowsBefore: Map<string, string[]>;
let filesBefore: Map<string, string>;

const paddleApi = {
  read: () => Promise.reject(new Error('Paddle is not available.')),
  change: () => Promise.reject(new Error('Paddle is not available.')),
} as unknown as PaddleApi;

const dataDir = () => join(folder, 'data');

/** Reads all rows of all tables as text, sorted. @param snapshot state to read; the present one by default */
async function readRows(url: string, snapshot?: string): Promise<Map<string, string[]>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    if (snapshot) await client.query(`set transaction snapshot '${snapshot}'`);
    const { rows: tables } = await client.query<{ name: string }>(`
      select format('%I.%I', relnamespace::regnamespace, relname) as name from pg_class
      where relkind = 'r' and relnamespace in ('public'::regnamespace, to_regnamespace('pgboss')) order by 1`);
    const all = new Map<string, string[]>();
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} t order by 1`);
      all.set(
        name,
        rows.map(({ row }) => row),
      );
    }
    return all;
  } finally {
    await client.end();
  }
}

async function readFiles(root: string): Promise<Map<string, string>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const contents = files
    .map((file) => file.slice(root.length + 1))
    .filter((file) => /^(homes|announcements|secrets)\//.test(file))
    .map(async (file) => [file, await readFile(join(root, file), 'base64')] as const);
  return new Map((await Promise.all(contents)).sort(([a], [b]) => a.localeCompare(b)));
}

/** Writes of learners that go on until the returned function is called. It returns the number of writes. */
function startLoad(callers: Awaited<ReturnType<typeof createLearners>>): () => Promise<number> {
  let isRunning = true;
  let writes = 0;
  const work = callers.map(async ({ call, pk }) => {
    for (let n = 0; isRunning; n++) {
      await app.db.deleteFrom('rate_limits').execute();
      await ok(call('POST', '/api/progress/http', { subchapter: 'first', completed: n % 2 === 0 }));
      await ok(
        call('POST', '/api/subchapter/first/notes', { what_i_learned: `Thought ${n}.`, published: n % 2 === 0 }),
      );
      const home = join(dataDir(), 'homes', String(pk), '9.tar.gz');
      await writeFile(`${home}.new`, `home ${n} `.repeat(10_000));
      await rename(`${home}.new`, home);
      writes += 3;
    }
  });
  return async () => {
    isRunning = false;
    await Promise.all(work);
    return writes;
  };
}

async function createLearners(count: number) {
  const learners = [];
  for (let n = 0; n < count; n++) {
    const { pk } = await app.db
      .insertInto('users')
      .values({ username: `load${n}`, profile_slug: `load${n}`, email: null, pending_email: null, avatar: null })
      .returning('pk')
      .executeTakeFirstOrThrow();
    await mkdir(join(dataDir(), 'homes', String(pk)), { recursive: true });
    const call = app.as(await app.openSession(pk));
    await ok(call('POST', '/api/trainings/enroll', { training: 'http' }));
    learners.push({ pk, call });
  }
  return learners;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hexpedition-backup-'));
  // Has rows in every table of that release, and has been upgraded.
  database = await createTestDatabase({ name: 'template0' });
  const dump = gunzipSync(await readFile(join(import.meta.dirname, '../../testing/upgrades/0.2.0.sql.gz'))).toString();
  await restoreDatabase(database.url, dump);
  await migrate(database.url, migrationsFolder);
  for (const [file, content] of Object.entries(readHeader(dump).files)) {
    await mkdir(dirname(join(dataDir(), file)), { recursive: true });
    await writeFile(join(dataDir(), file), content, 'base64');
  }
  app = await startUpgradeApp({ url: database.url, dataDir: dataDir(), clock: createTestClock(), paddleApi });
  await mkdir(join(dataDir(), 'secrets'), { recursive: true });
  await writeFile(join(dataDir(), 'secrets', 'master.key'), 'the master key');
  await writeFile(join(dataDir(), 'secrets', 'database.key'), 'the key of the old database');
  const keys = await createKeyPair();
  recipient = keys.recipient;
  await writeFile(join(folder, 'identity'), keys.identityFile);
  key = await readIdentityFile(join(folder, 'identity'));
  path = join(folder, 'backup.age');
  const learners = await createLearners(4);
  const stop = startLoad(learners);
  const source = {
    ...{ databaseUrl: database.url, dataDir: dataDir(), storage: null, withSecrets: true },
    onSnapshot: async (id: string) => {
      rowsBefore = await readRows(database.url, id);
    },
  };
  await backupToFile(path, source, { key: { recipient } });
  expect(await stop()).toBeGreaterThan(20);
  filesBefore = await readFiles(dataDir());
}, 240_000);
afterAll(async () => {
  await app.stop();
  await database.drop();
  await rm(folder, { recursive: true });
});

/** An installation without a database and files. */
async function emptyInstallation(name: string) {
  const empty = await createTestDatabase({ name: 'template0' });
  const target = { databaseUrl: empty.url, dataDir: join(folder, name), storage: null };
  await mkdir(target.dataDir);
  return { target, ...empty };
}

it('restores every row and every file of a backup that was made under load', async () => {
  const { target, url, drop } = await emptyInstallation('restored');
  const report = await restoreBackup(archiveFile(path), key, target);
  expect(report.unknownTables).toEqual([]);
  const restored = await readRows(url);
  expect([...restored.keys()]).toEqual([...rowsBefore.keys()]);
  for (const [table, rows] of rowsBefore) expect(restored.get(table), table).toEqual(rows);
  expect([...rowsBefore.values()].flat().length).toBe(report.rows);
  // Homes that were written meanwhile are complete, but can be older than those on the disk.
  const files = await readFiles(target.dataDir);
  filesBefore.delete('secrets/database.key');
  expect([...files.keys()]).toEqual([...filesBefore.keys()]);
  for (const [file, content] of filesBefore) {
    if (/^homes\/\d+\/9\.tar\.gz$/.test(file)) {
      const text = Buffer.from(files.get(file) ?? '', 'base64').toString();
      const [, n] = /^home (\d+) /.exec(text) ?? [];
      expect(text, file).toBe(`home ${n} `.repeat(10_000));
    } else expect(files.get(file), file).toBe(content);
  }
  expect((await stat(join(target.dataDir, 'secrets/master.key'))).mode & 0o777).toBe(0o600);
  await drop();
}, 60_000);

it('serves from the restored database: sequences, triggers and foreign keys work', async () => {
  const { target, url, drop } = await emptyInstallation('served');
  await restoreBackup(archiveFile(path), key, target);
  const second = await startUpgradeApp({ url, dataDir: target.dataDir, clock: createTestClock(), paddleApi });
  const { pk } = await second.db
    .selectFrom('users')
    .select('pk')
    .where('username', '=', 'load0')
    .executeTakeFirstOrThrow();
  const call = second.as(await second.openSession(pk));
  await ok(call('POST', '/api/progress/http', { subchapter: 'second', completed: true }));
  await second.db
    .insertInto('users')
    .values({ username: 'late', profile_slug: 'late', email: null, pending_email: null, avatar: null })
    .execute();
  await expect(second.db.deleteFrom('audit_events').execute()).rejects.toThrow('The audit log only grows.');
  const orphan = { user_pk: 999_999, sid: crypto.randomUUID(), expires_at: new Date(), end_reason: null };
  await expect(second.db.insertInto('sessions').values(orphan).execute()).rejects.toThrow(/foreign key/);
  await second.stop();
  await drop();
}, 60_000);

describe('an archive that cannot be restored', () => {
  let target: Awaited<ReturnType<typeof emptyInstallation>>['target'];
  let empty: Awaited<ReturnType<typeof emptyInstallation>>;
  beforeAll(async () => {
    empty = await emptyInstallation('refused');
    target = empty.target;
  });
  afterAll(() => empty.drop());

  /** Expects a refusal that changes nothing. */
  async function expectRefusal(file: string, withKey: DecryptionKey, message: RegExp): Promise<void> {
    const failure = restoreBackup(archiveFile(file), withKey, target);
    await expect(failure).rejects.toMatchObject({ name: 'StartError', message: expect.stringMatching(message) });
    expect((await readRows(empty.url)).size).toBe(0);
    expect(await readdir(target.dataDir)).toEqual([]);
  }

  it('is refused when a single byte has changed', async () => {
    const { size } = await stat(path);
    for (const at of [300, Math.floor(size / 2), size - 5]) {
      const copy = join(folder, 'corrupt.age');
      await writeFile(copy, await readFile(path));
      const file = await open(copy, 'r+');
      const byte = Buffer.alloc(1);
      await file.read(byte, 0, 1, at);
      await file.write(Buffer.from([(byte[0] ?? 0) ^ 1]), 0, 1, at);
      await file.close();
      await expectRefusal(copy, key, /damaged or incomplete/);
    }
  });

  it('is refused when its end is missing', async () => {
    const { size } = await stat(path);
    // The last one ends at the border of an encrypted block.
    const border = size - ((size - 200) % 65_552);
    for (const length of [100, Math.floor(size / 2), size - 1, border]) {
      const copy = join(folder, 'short.age');
      await writeFile(copy, await readFile(path));
      await truncate(copy, length);
      await expectRefusal(copy, key, /damaged or incomplete/);
    }
  });

  it('is refused with another key, another passphrase, and a file that is no archive', async () => {
    const { identityFile } = await createKeyPair();
    await writeFile(join(folder, 'other-identity'), identityFile);
    await expectRefusal(path, await readIdentityFile(join(folder, 'other-identity')), /The key does not open/);
    await writeFile(join(folder, 'passphrase'), 'a phrase that is long enough\n');
    const passphrase = await readPassphraseFile(join(folder, 'passphrase'));
    await expectRefusal(path, passphrase, /The key does not open/);
    const protectedPath = join(folder, 'passphrase.age');
    const source = { databaseUrl: database.url, dataDir: dataDir(), storage: null, withSecrets: false };
    await backupToFile(protectedPath, source, { key: passphrase, scryptLogN: 10 });
    await expectRefusal(protectedPath, { passphrase: 'another phrase of some length' }, /The key does not open/);
    await expect(restoreBackup(archiveFile(protectedPath), passphrase, target, true)).resolves.toMatchObject({
      manifest: { has_secrets: false },
    });
    await writeFile(join(folder, 'text'), 'No archive.\n');
    await expectRefusal(join(folder, 'text'), key, /damaged or incomplete/);
  });

  it('is refused when its database is newer than the program', async () => {
    const newer = await createTestDatabase();
    await runOn(newer.url, "insert into migrations (name, checksum) values ('9999_future.sql', 'x')");
    const file = join(folder, 'newer.age');
    const source = { databaseUrl: newer.url, dataDir: join(folder, 'none'), storage: null, withSecrets: false };
    await backupToFile(file, source, { key: { recipient } });
    await expectRefusal(file, key, /newer than this program: its database has the migration 9999_future\.sql/);
    await newer.drop();
  });
});

it('refuses an installation that has a database or homes', async () => {
  const { target, url, drop } = await emptyInstallation('used');
  await mkdir(join(target.dataDir, 'homes/1'), { recursive: true });
  await expect(restoreBackup(archiveFile(path), key, target)).rejects.toThrow(/homes is not empty/);
  await rm(join(target.dataDir, 'homes'), { recursive: true });
  await runOn(url, 'create table users (name text)');
  await expect(restoreBackup(archiveFile(path), key, target)).rejects.toThrow(/already has the table users/);
  expect(await readdir(target.dataDir)).toEqual([]);
  await drop();
});

it('a dry run verifies the archive and changes nothing, also without an embedded database', async () => {
  const target = { databaseUrl: null, dataDir: join(folder, 'dry'), storage: null };
  await mkdir(target.dataDir);
  const { manifest, rows, files } = await restoreBackup(archiveFile(path), key, target, true);
  expect(manifest.database.migrations.map(({ name }) => name)).toEqual((await readdir(migrationsFolder)).sort());
  expect(rows).toBe([...rowsBefore.values()].flat().length);
  expect(files).toBe(filesBefore.size - Number(filesBefore.has('secrets/database.key')));
  expect(await readdir(target.dataDir)).toEqual([]);
});

it('leaves nothing behind when the restore fails after its first changes', async () => {
  const { target, url, drop } = await emptyInstallation('failing');
  const whole = archiveFile(path);
  let opened = 0;
  const fails = {
    ...whole,
    async *open() {
      opened += 1;
      let length = 0;
      for await (const bytes of whole.open()) {
        yield bytes;
        length += bytes.length;
        if (opened === 2 && length > 500_000)
          throw Object.assign(new Error('The disk cannot be read.'), { code: 'EIO' });
      }
    },
  };
  await expect(restoreBackup(fails, key, target)).rejects.toThrow('The disk cannot be read.');
  expect((await readRows(url)).size).toBe(0);
  expect(await readdir(target.dataDir)).toEqual([]);
  await restoreBackup(whole, key, target);
  expect((await readRows(url)).get('public.users')).toEqual(rowsBefore.get('public.users'));
  await drop();
}, 60_000);

it('restores into an embedded database that does not exist yet', async () => {
  const target = { databaseUrl: null, dataDir: join(folder, 'embedded'), storage: null };
  await restoreBackup(archiveFile(path), key, target);
  await expect(restoreBackup(archiveFile(path), key, target)).rejects.toThrow(/is not empty/);
  expect(await readdir(target.dataDir)).toEqual(expect.arrayContaining(['homes', 'postgres', 'secrets']));
}, 90_000);
