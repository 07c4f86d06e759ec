import type { PreparedLab } from '@hexpedition/lab-runtime';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildUser } from '#testing/factories';
import { createTestClock } from '#testing/test-app';
import { createTestDatabase, type TestDatabase } from '#testing/test-database';
import { reconcileAtStartup, sweepInstances } from './instances.sweep.ts';
import { createFakeRuntime, createPlainShutdown, labsTemplate } from './testing.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase(await labsTemplate());
});
afterAll(() => database.drop());

const runner = 'here';

async function setting() {
  const { db } = database;
  await db.deleteFrom('instances').execute();
  const clock = createTestClock();
  const fake = createFakeRuntime();
  const ended: string[] = [];
  const shutdown = createPlainShutdown(fake, (label) => void ended.push(label));
  const deps = { db, clock, runner, runtime: async () => fake, shutdown, areRepairsRunning: () => false };
  const lab = await db.selectFrom('labs').select(['pk', 'version']).limit(1).executeTakeFirstOrThrow();
  const build = await fake.prepare({ dir: '', version: '1', manifest: { slug: 'x', risk: 'bounded' } });
  let labels = 0;
  /** Inserts a running instance, by default with its process. */
  const running = async (changes: { runner?: string; withProcess?: boolean; status?: 'starting' | 'queued' } = {}) => {
    const started = changes.withProcess === false ? undefined : await fake.start({ lab: build, flags: {} });
    const now = clock.now();
    const { pk } = await db
      .insertInto('instances')
      .values({
        label: `label${++labels}-${Math.random()}`,
        user_pk: (await buildUser(db)).pk,
        lab_pk: lab.pk,
        lab_version: lab.version,
        status: changes.status ?? 'running',
        driver: 'embedded',
        runner: changes.runner ?? runner,
        driver_ref: started?.ref ?? 'lost',
        endpoint: '{}',
        isolation: 'namespaced',
        created_at: now,
        last_seen_at: now,
        ready_at: now,
        expires_at: changes.status ? null : new Date(now.getTime() + 3_600_000),
        ended_at: null,
        stop_reason: null,
        error: null,
      })
      .returning('pk')
      .executeTakeFirstOrThrow();
    return { pk, ref: started?.ref ?? '' };
  };
  const status = async (pk: number) =>
    db.selectFrom('instances').select(['status', 'stop_reason']).where('pk', '=', pk).executeTakeFirstOrThrow();
  return { ...deps, deps, fake, ended, running, status };
}

it('ends an instance that has expired, and its process', async () => {
  const { deps, db, clock, fake, ended, running, status } = await setting();
  const { pk } = await running();
  await sweepInstances(deps);
  expect((await status(pk)).status).toBe('running');
  for (let i = 0; i < 3; i++) {
    clock.advance(20 * 60);
    await db.updateTable('instances').set({ last_seen_at: clock.now() }).execute();
  }
  await sweepInstances(deps);
  expect(await status(pk)).toEqual({ status: 'expired', stop_reason: 'Its time ran out.' });
  expect(await fake.list()).toEqual([]);
  expect(ended).toHaveLength(1);
});

it('ends an idle instance', async () => {
  const { deps, clock, running, status } = await setting();
  const { pk } = await running();
  clock.advance(31 * 60);
  await sweepInstances(deps);
  expect(await status(pk)).toMatchObject({
    status: 'expired',
    stop_reason: expect.stringContaining('not used for 30 minutes'),
  });
});

it('ends rows without a process, and processes without a row', async () => {
  const { deps, fake, running, status } = await setting();
  const [crashed, lost, healthy] = [await running(), await running({ withProcess: false }), await running()];
  const remote = await running({ runner: 'another machine', withProcess: false });
  const lab = await fake.prepare({ dir: '', version: '1', manifest: { slug: 'x', risk: 'bounded' } });
  const orphan = await fake.start({ lab, flags: {} });
  fake.crash(crashed.ref);
  await sweepInstances(deps);
  expect(await status(crashed.pk)).toEqual({ status: 'failed', stop_reason: 'The lab has ended. It crashed.' });
  expect((await status(lost.pk)).status).toBe('failed');
  expect((await status(healthy.pk)).status).toBe('running');
  expect((await status(remote.pk)).status).toBe('running');
  expect((await fake.list()).map((state) => state.ref)).toEqual([healthy.ref]);
  expect(await fake.inspect(orphan.ref)).toBeUndefined();
  await fake.close();
});

it('does not stop processes without a row during repair runs', async () => {
  const { deps, fake, running } = await setting();
  const { ref } = await running();
  const copy = await fake.start({ lab: fake.specs[0]?.lab as PreparedLab, flags: {} });
  await sweepInstances({ ...deps, areRepairsRunning: () => true });
  expect((await fake.list()).map((state) => state.ref)).toEqual([ref, copy.ref]);
  await sweepInstances(deps);
  expect((await fake.list()).map((state) => state.ref)).toEqual([ref]);
  await fake.close();
});

it('fails an instance that does not start in time', async () => {
  const { deps, clock, running, status } = await setting();
  const { pk } = await running({ status: 'starting', withProcess: false });
  clock.advance(60);
  await sweepInstances(deps);
  expect((await status(pk)).status).toBe('starting');
  clock.advance(61);
  await sweepInstances(deps);
  expect((await status(pk)).status).toBe('failed');
});

it('expires a queued instance that was not polled for five minutes', async () => {
  const { deps, db, clock, running, status } = await setting();
  const [patient, gone] = [
    await running({ status: 'queued', withProcess: false }),
    await running({ status: 'queued', withProcess: false }),
  ];
  clock.advance(299);
  await sweepInstances(deps);
  expect((await status(gone.pk)).status).toBe('queued');
  await db.updateTable('instances').set({ last_seen_at: clock.now() }).where('pk', '=', patient.pk).execute();
  clock.advance(1);
  await sweepInstances(deps);
  expect((await status(patient.pk)).status).toBe('queued');
  expect(await status(gone.pk)).toMatchObject({
    status: 'expired',
    stop_reason: expect.stringMatching(/five minutes/),
  });
});

it('ends each instance once when several nodes sweep at the same time', async () => {
  const { deps, clock, ended, running, status } = await setting();
  const { pk } = await running();
  clock.advance(61 * 60);
  await Promise.all(Array.from({ length: 5 }, () => sweepInstances(deps)));
  expect((await status(pk)).status).toBe('expired');
  expect(ended).toHaveLength(1);
});

it('at startup, ends only the running instances of this runner', async () => {
  const { deps, running, status } = await setting();
  const [own, other, waiting] = [
    await running({ withProcess: false }),
    await running({ runner: 'another', withProcess: false }),
    await running({ status: 'queued', withProcess: false }),
  ];
  await reconcileAtStartup(deps);
  expect(await status(own.pk)).toEqual({ status: 'stopped', stop_reason: 'The server was restarted.' });
  expect((await status(other.pk)).status).toBe('running');
  expect((await status(waiting.pk)).status).toBe('queued');
});
