import type { AdminOverview } from '@hexpedition/contract';
import { afterEach, expect, it } from 'vitest';
import { DatabaseStatus } from '#platform/db/database-status';
import { Draining } from '#platform/draining';
import { version } from '#platform/version';
import { createTestApp, type TestApp } from '#testing/test-app';

let test: TestApp;
afterEach(() => test.close());

/** Creates an app with a database status and clock that the test controls. */
async function serve(databaseUrl: string | null) {
  let now = new Date('2026-11-28T10:00:00Z');
  const status = new DatabaseStatus(
    () => {},
    () => now,
  );
  test = await createTestApp({ databaseUrl }, { databaseStatus: status });
  return {
    status,
    advance: (seconds: number) => {
      now = new Date(now.getTime() + seconds * 1_000);
    },
    probe: async (path: '/healthz' | '/readyz') => {
      const { status: code, body } = await test.anonymous.get(path);
      return [code, body] as const;
    },
  };
}

const reason = 'PostgreSQL exited (signal SIGKILL) and is being restarted.';

it('fails /readyz immediately and /healthz after a minute while the embedded PostgreSQL is down', async () => {
  const { status, advance, probe } = await serve(null);
  expect([await probe('/healthz'), await probe('/readyz')]).toEqual([
    [200, { status: 'ok' }],
    [200, { status: 'ready', version }],
  ]);
  status.reportDown(reason);
  const unavailable = [503, { status: 'the database does not answer' }];
  expect([await probe('/healthz'), await probe('/readyz')]).toEqual([[200, { status: 'ok' }], unavailable]);
  advance(61);
  expect([await probe('/healthz'), await probe('/readyz')]).toEqual([unavailable, unavailable]);
  status.reportUp();
  expect([(await probe('/healthz'))[0], (await probe('/readyz'))[0]]).toEqual([200, 200]);
});

it('keeps /healthz healthy while an external PostgreSQL is down, because a restart would not help', async () => {
  const { status, advance, probe } = await serve('postgres://elsewhere/hexpedition');
  status.reportDown('Connection refused');
  advance(3_600);
  expect([(await probe('/healthz'))[0], (await probe('/readyz'))[0]]).toEqual([200, 503]);
});

it('shows superusers the number, duration and cause of database outages', async () => {
  const { status, advance } = await serve(null);
  const superuser = await test.as({ isSuperuser: true });
  const read = async () => (await superuser.get<AdminOverview>('/api/admin/overview')).body.database;
  expect(await read()).toEqual({ outages: 0, last: null });
  status.reportDown(reason);
  advance(32);
  status.reportUp();
  expect(await read()).toEqual({
    outages: 1,
    last: { started_at: '2026-11-28T10:00:00.000Z', ended_at: '2026-11-28T10:00:32.000Z', reason },
  });
});

it('fails /readyz while the server drains, and still answers everything else, on connections that close', async () => {
  const draining = new Draining();
  test = await createTestApp({}, { draining });
  const url = await test.app.listen({ host: '127.0.0.1', port: 0 });
  const ask = async (path: string) => {
    const { status, headers } = await fetch(url + path);
    return [status, headers.get('connection')];
  };
  expect(await ask('/readyz')).toEqual([200, 'keep-alive']);
  draining.begin();
  expect(await ask('/readyz')).toEqual([503, 'close']);
  expect(await ask('/healthz')).toEqual([200, 'close']);
  expect(await ask('/api/trainings')).toEqual([200, 'close']);
});
