import type { AdminStatus } from '@hexpedition/contract';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { defineJob, PermanentFailure } from '#platform/jobs';
import { createTestApp, type TestApp } from '#testing/test-app';

const failing = defineJob<{ mail: string }>('status-test');
const retried = defineJob('status-test-retried');
let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({
    backup: { to: { folder: '/backups' }, at: 3, keep: 2, recipient: 'age1example' },
    databaseUrl: 'postgres://db.example.org/hexpedition',
  });
  test.jobs.handle(failing, async () => {
    throw new PermanentFailure('The mail server host rejected\nthe mail.');
  });
  test.jobs.handle(retried, async () => {
    throw new Error('The mail server was too slow.');
  });
  await test.jobs.start();
});
afterAll(() => test.close());

const read = async (): Promise<AdminStatus> => {
  const superuser = await test.as({ isSuperuser: true });
  const { status, body } = await superuser.get<AdminStatus>('/api/admin/status');
  expect(status).toBe(200);
  return body;
};

it('describes nodes, database, disk and caches', async () => {
  await test.database.db
    .insertInto('nodes')
    .values([
      {
        name: 'silent',
        address: 'http://10.0.0.8:8080',
        version: '0.1.0',
        draining: true,
        processes: '[]',
        seen_at: new Date(0),
      },
    ])
    .execute();
  const status = await read();
  const own = status.nodes.find((node) => node.is_this);
  expect(own).toMatchObject({ is_alive: true, draining: false, labs: { running: 0, queued: 0, places: 300 } });
  expect(own?.processes).toEqual([{ role: 'all', pid: process.pid, rss: expect.any(Number) }]);
  expect(status.nodes.find(({ name }) => name === 'silent')).toMatchObject({ is_alive: false, draining: true });
  expect(status.database).toMatchObject({ kind: 'external', version: expect.stringMatching(/^\d+/), outages: 0 });
  expect(status.database.bytes).toBeGreaterThan(1_000_000);
  expect(status.disk.total).toBeGreaterThan(status.disk.free);
  expect(status.caches.map(({ name }) => name)).toEqual(['pages', 'answers', 'identities', 'readings']);
  expect(status.caches.find(({ name }) => name === 'identities')?.misses).toBeGreaterThan(0);
});

it('shows why a job has failed, on one line', async () => {
  await test.jobs.send(test.database.db, failing, { mail: 'hidden@example.org' });
  await expect.poll(async () => (await read()).jobs.failures).toHaveLength(1);
  const { jobs } = await read();
  expect(jobs.failures[0]).toMatchObject({
    ...{ queue: 'status-test', attempts: 1, is_retried: false },
    reason: 'The mail server host rejected the mail.',
  });
  expect(jobs.failed).toBe(1);
  expect(JSON.stringify(jobs)).not.toContain('hidden@');
});

it('counts the attempts of a job that is retried', async () => {
  await test.jobs.send(test.database.db, retried, {});
  const find = async () => (await read()).jobs.failures.find(({ queue }) => queue === 'status-test-retried');
  await expect.poll(find).toMatchObject({ attempts: 1, is_retried: true, reason: 'The mail server was too slow.' });
});

it('shows the newest failures first', async () => {
  const failures = (await read()).jobs.failures.map(({ at }) => at);
  expect(failures.length).toBeGreaterThan(1);
  expect(failures).toEqual([...failures].sort().reverse());
});

it('shows the statement that has been running for the longest time', async () => {
  expect((await read()).database.slowest).toBeNull();
  const client = new pg.Client({ connectionString: test.database.url, application_name: 'hexpedition' });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const sleeping = client.query('select pg_sleep(20)').catch(() => {});
  try {
    const slowest = async () => (await read()).database.slowest;
    await expect.poll(slowest).toMatchObject({ statement: 'select pg_sleep(20)' });
    expect((await slowest())?.seconds).toBeGreaterThan(1);
  } finally {
    await sql`select pg_cancel_backend(${rows[0]?.pid})`.execute(test.database.db);
    await sleeping;
    await client.end();
  }
});

it('shows the newest good backup, the next one, and why the newest has failed', async () => {
  const { db } = test.database;
  const run = (ok: boolean, ended_at: Date, message: string) =>
    db
      .insertInto('backup_runs')
      .values({ target: 'x', ok, started_at: ended_at, ended_at, bytes: ok ? '4200' : null, message })
      .execute();
  expect((await read()).backups).toMatchObject({ last_good_at: null, is_late: false, problem: null });
  const now = Date.now();
  await run(true, new Date(now - 3 * 86_400_000), '');
  await run(false, new Date(now - 60_000), 'The bucket answered 403.');
  const { backups } = await read();
  expect(backups).toMatchObject({ last_good_bytes: 4200, is_late: true, problem: 'The bucket answered 403.' });
  const next = new Date(backups?.next_at ?? 0);
  expect([next.getUTCHours(), next.getTime() > now, next.getTime() - now <= 86_400_000]).toEqual([3, true, true]);
});
