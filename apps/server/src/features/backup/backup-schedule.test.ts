import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { BackupSchedule } from '#platform/config';
import { createTestDatabase, type TestDatabase } from '#testing/test-database';
import { startTestS3 } from '#testing/test-s3';
import { createKeyPair } from './archive-keys.ts';
import { startBackupSchedule } from './backup-schedule.ts';
import { readBackupStatus } from './backup-status.read-model.ts';
import { archiveFile, archiveObject } from './backup-target.ts';
import { restoreBackup } from './restore-backup.ts';

let database: TestDatabase;
let folder: string;
let identity: string;
let schedule: BackupSchedule;
let lines: string[];
beforeEach(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'hexpedition-schedule-'));
  const { identityFile, recipient } = await createKeyPair();
  identity = identityFile.split('\n')[1] ?? '';
  schedule = { to: { folder: join(folder, 'backups') }, at: 'hourly', keep: 2, recipient };
  lines = [];
});
afterEach(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

/** Starts the schedule of one node. */
const start = (changes: Partial<BackupSchedule> = {}) =>
  startBackupSchedule({
    ...{ config: { dataDir: join(folder, 'data'), storage: null }, schedule: { ...schedule, ...changes } },
    ...{ db: database.db, databaseUrl: database.url, log: (line: string) => lines.push(line) },
  });

/** Waits while the next hour is so near that it could begin during the test. */
const awayFromFullHour = () => expect.poll(() => Date.now() % 3_600_000, { timeout: 25_000 }).toBeLessThan(3_580_000);

const runs = () => database.db.selectFrom('backup_runs').selectAll().orderBy('pk').execute();
const archives = () => readdir(join(folder, 'backups'));
/** Moves all runs into the past. */
const age = (interval: string) =>
  sql`update backup_runs set slot = slot - ${interval}::interval, started_at = started_at - ${interval}::interval,
    seen_at = seen_at - ${interval}::interval, ended_at = ended_at - ${interval}::interval`.execute(database.db);

it('makes one backup for each interval, on one of the nodes', async () => {
  await awayFromFullHour();
  const nodes = [start(), start(), start()];
  await Promise.all(nodes.map(({ check }) => check()));
  await nodes[1]?.check();
  expect(await archives()).toHaveLength(1);
  expect(await runs()).toMatchObject([
    { ok: true, target: join(folder, 'backups'), bytes: expect.stringMatching(/^\d+$/) },
  ]);
  expect(await readBackupStatus(database.db, 'hourly')).toEqual({
    ...{ lastGoodAt: expect.any(Date), isLate: false, problem: null },
  });
  await age('1 hour');
  await nodes[2]?.check();
  expect(await runs()).toHaveLength(2);
  await Promise.all(nodes.map(({ stop }) => stop()));
});

it('runs at an hour of the day', async () => {
  await awayFromFullHour();
  const { rows } = await sql<{ hour: number }>`select extract(hour from now() at time zone 'UTC')::int as hour`.execute(
    database.db,
  );
  const hour = rows[0]?.hour ?? 0;
  const node = start({ at: hour });
  await node.check();
  await node.check();
  const slots = (await runs()).map(({ slot }) => slot?.toISOString().slice(11));
  expect(slots).toEqual([`${String(hour).padStart(2, '0')}:00:00.000Z`]);
  await node.stop();
});

it('reports a failure, warns, and tries again after a pause', async () => {
  await awayFromFullHour();
  await writeFile(join(folder, 'file'), '');
  const broken = start({ to: { folder: join(folder, 'file', 'backups') } });
  await broken.check();
  const problem = expect.stringContaining('cannot be created (ENOTDIR)');
  expect(await runs()).toMatchObject([{ ok: false, message: problem }]);
  expect(lines).toEqual([expect.stringMatching(/^Backup failed: The folder .* cannot be created/)]);
  expect(await readBackupStatus(database.db, 'hourly')).toEqual({ lastGoodAt: null, isLate: true, problem });
  const repaired = start();
  await repaired.check();
  expect(await runs()).toMatchObject([{ ok: false }]);
  await sql`update backup_runs set ended_at = ended_at - interval '16 minutes'`.execute(database.db);
  await repaired.check();
  expect(await runs()).toMatchObject([{ ok: true }]);
  expect(await readBackupStatus(database.db, 'hourly')).toMatchObject({ isLate: false, problem: null });
  await Promise.all([broken, repaired].map(({ stop }) => stop()));
});

it('warns when the last good backup is older than two intervals', async () => {
  const node = start();
  await node.check();
  await age('119 minutes');
  expect(await readBackupStatus(database.db, 'hourly')).toMatchObject({ isLate: false });
  await age('2 minutes');
  expect(await readBackupStatus(database.db, 'hourly')).toMatchObject({ isLate: true });
  expect(await readBackupStatus(database.db, 3)).toMatchObject({ isLate: false });
  await node.stop();
});

it('takes over the backup of a node that has died, and of one that stops', async () => {
  await awayFromFullHour();
  const node = start();
  await sql`insert into backup_runs (slot, target) values (date_trunc('hour', now(), 'UTC'), 'x')`.execute(database.db);
  await node.check();
  expect(await runs()).toMatchObject([{ ok: null }]);
  await sql`update backup_runs set seen_at = now() - interval '3 minutes'`.execute(database.db);
  const stopping = start();
  const interrupted = stopping.check();
  await stopping.stop();
  await interrupted;
  expect(await runs()).toMatchObject([{ ok: null }]);
  await node.check();
  expect(await runs()).toMatchObject([{ ok: true }]);
  expect(await archives()).toHaveLength(1);
  await node.stop();
});

it('uploads to a bucket, completes the upload of an interrupted run, and the archive can be restored', async () => {
  const s3 = await startTestS3();
  const to = { storage: s3.config, prefix: 'site/' };
  const waiting = join(folder, 'data/backups/hexpedition-20260101T030000Z.tar.age');
  await mkdir(join(folder, 'data/backups'), { recursive: true });
  await writeFile(waiting, 'an archive that was not uploaded');
  const node = start({ to });
  await node.check();
  const keys = [...s3.objects.keys()].sort();
  expect(keys).toEqual([
    'site/hexpedition-20260101T030000Z.tar.age',
    expect.stringMatching(/^site\/hexpedition-\d{8}T\d{6}Z\.tar\.age$/),
  ]);
  expect(await readdir(join(folder, 'data/backups'))).toEqual([]);
  const [run] = await runs();
  expect(run).toMatchObject({ ok: true, target: expect.stringMatching(/^s3:\/\/127\.0\.0\.1:\d+\/courses\/site\/$/) });
  expect(JSON.stringify([run, lines])).not.toContain(s3.config.secretAccessKey);
  const empty = await createTestDatabase({ name: 'template0' });
  const target = { databaseUrl: empty.url, dataDir: join(folder, 'new'), storage: null };
  const archive = await archiveObject({ ...to, prefix: keys[1] ?? '' });
  expect((await restoreBackup(archive, { identity }, target)).rows).toBeGreaterThan(0);
  await Promise.all([node.stop(), empty.drop(), s3.close()]);
});

it('puts files of lessons from one bucket into another', async () => {
  const [from, into] = await Promise.all([startTestS3(), startTestS3()]);
  const bytes = await readFile(import.meta.filename);
  const hash = createHash('sha256').update(bytes).digest('hex');
  const row = { content_type: 'text/plain', stored_in: 'bucket' as const, head: Buffer.from('x') };
  const lost = 'f'.repeat(64);
  for (const one of [hash, lost])
    await database.db
      .insertInto('media')
      .values({ ...row, hash: one, size: bytes.length })
      .execute();
  from.objects.set(`media/${hash}`, bytes);
  const node = startBackupSchedule({
    ...{ config: { dataDir: join(folder, 'data'), storage: from.config }, schedule },
    ...{ db: database.db, databaseUrl: database.url, log: (line: string) => lines.push(line) },
  });
  await node.check();
  expect(lines.join()).toContain('1 files of lessons are missing in the bucket of STORAGE_URL.');
  const [name = ''] = await archives();
  const empty = await createTestDatabase({ name: 'template0' });
  const target = { databaseUrl: empty.url, dataDir: join(folder, 'new') };
  const archive = archiveFile(join(folder, 'backups', name));
  await expect(restoreBackup(archive, { identity }, { ...target, storage: null })).rejects.toThrow(
    'The backup contains lesson files from a bucket, but STORAGE_URL is not set.',
  );
  const { manifest } = await restoreBackup(archive, { identity }, { ...target, storage: into.config });
  expect(manifest.missing_media).toEqual([lost]);
  expect([...into.objects]).toEqual([[`media/${hash}`, bytes]]);
  await Promise.all([node.stop(), empty.drop(), from.close(), into.close()]);
});
