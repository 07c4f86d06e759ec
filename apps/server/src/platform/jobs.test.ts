import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { PgBoss } from 'pg-boss';
import { type TestContext, it as vitestIt } from 'vitest';
import { openDb, ping } from '#platform/db/db';
import { openListener } from '#platform/db/listener';
import { openDatabaseProxy } from '#testing/database-proxy';
import { createTestDatabase } from '#testing/test-database';
import {
  createJobs,
  defineJob,
  type JobFailure,
  type JobRun,
  type Jobs,
  type JobsOptions,
  PermanentFailure,
} from './jobs.ts';

const greet = defineJob<{ name: string }>('greet');

/** Opens a database with a job queue for one test, and collects what its nodes report. */
async function openQueue() {
  const test = await createTestDatabase();
  const open: Jobs[] = [];

  /** Starts a node that handles `greet`, and collects its failures and errors. */
  async function node(
    handler: (data: { name: string }, run: JobRun) => Promise<void>,
    { url = test.url, ...options }: JobsOptions & { url?: string } = {},
  ) {
    const failures: JobFailure[] = [];
    const errors: string[] = [];
    const jobs = createJobs(url, (error) => errors.push(error.message), {
      onFailure: (failure) => failures.push(failure),
      retrySeconds: 1,
      pollSeconds: 1,
      ...options,
    });
    open.push(jobs);
    jobs.handle(greet, handler);
    await jobs.start();
    return { jobs, failures, errors };
  }

  const send = (jobs: Jobs, name: string) => test.db.transaction().execute((tx) => jobs.send(tx, greet, { name }));

  async function states(): Promise<string[]> {
    const { rows } = await sql<{ state: string }>`select state from pgboss.job where name = 'greet'`.execute(test.db);
    return rows.map(({ state }) => state);
  }

  async function close() {
    for (const jobs of open) await jobs.stop();
    await test.drop();
  }
  return { test, open, node, send, states, close };
}

type Queue = Awaited<ReturnType<typeof openQueue>> & Pick<TestContext, 'expect'>;

/** The tests mostly wait, so they run concurrently. Each has a queue of its own. */
const it = (title: string, check: (queue: Queue) => Promise<void>) =>
  vitestIt.concurrent(
    title,
    async ({ expect }) => {
      const queue = await openQueue();
      try {
        await check({ ...queue, expect });
      } finally {
        await queue.close();
      }
    },
    30_000,
  );

it('runs a committed job once on two nodes, and does not run a job that was rolled back', async ({
  expect,
  test,
  node,
  send,
  states,
}) => {
  const done: string[] = [];
  const push = async ({ name }: { name: string }) => {
    done.push(name);
  };
  const { jobs } = await node(push);
  await node(push);
  await expect(
    test.db.transaction().execute(async (tx) => {
      await jobs.send(tx, greet, { name: 'Rolled back' });
      throw new Error('rolled back');
    }),
  ).rejects.toThrow('rolled back');
  for (const name of ['Mara', 'Nils']) await send(jobs, name);
  await expect.poll(() => done.toSorted(), { timeout: 10_000 }).toEqual(['Mara', 'Nils']);
  await sleep(1_500);
  expect(done).toHaveLength(2);
  await expect.poll(states).toEqual(['completed', 'completed']);
});

it('runs many jobs of one transaction without waiting for the next poll', async ({ expect, test, node }) => {
  const done = new Set<string>();
  const { jobs } = await node(
    async ({ name }) => {
      await sleep(20);
      done.add(name);
    },
    { pollSeconds: 60 },
  );
  await test.db.transaction().execute(async (tx) => {
    for (let number = 0; number < 23; number++) await jobs.send(tx, greet, { name: `guest ${number}` });
  });
  await expect.poll(() => done.size, { timeout: 5_000 }).toBe(23);
});

it('retries a failed job with its attempt number, and reports the failure', async ({ expect, node, send, states }) => {
  const tries: number[] = [];
  const { jobs, failures } = await node(async (_, { attempt }) => {
    tries.push(attempt);
    if (attempt < 3) throw new Error('The host is away.');
  });
  await send(jobs, 'Mara');
  await expect.poll(() => tries, { timeout: 20_000 }).toEqual([1, 2, 3]);
  expect(failures).toEqual([
    { kind: 'greet', attempt: 1, isFinal: false, reason: 'The host is away.' },
    { kind: 'greet', attempt: 2, isFinal: false, reason: 'The host is away.' },
  ]);
  await expect.poll(states).toEqual(['completed']);
});

it('does not retry after a permanent failure, and stores its message for the status page', async ({
  expect,
  test,
  node,
  send,
  states,
}) => {
  const { jobs, failures } = await node(async () => {
    throw new PermanentFailure('There is no such guest.');
  });
  await send(jobs, 'Unknown');
  await expect.poll(states, { timeout: 5_000 }).toEqual(['failed']);
  await sleep(2_500);
  expect(failures).toEqual([{ kind: 'greet', attempt: 1, isFinal: true, reason: 'There is no such guest.' }]);
  const { rows } = await sql`select output from pgboss.job`.execute(test.db);
  expect(rows).toEqual([{ output: { reason: 'There is no such guest.' } }]);
});

it('completes the other jobs of a batch when one fails', async ({ expect, test, node, states }) => {
  const done: string[] = [];
  const { jobs, failures } = await node(
    async ({ name }) => {
      if (name === 'Bad') throw new PermanentFailure('Bad.');
      done.push(name);
    },
    { retrySeconds: 60 },
  );
  await test.db.transaction().execute(async (tx) => {
    for (const name of ['Mara', 'Bad', 'Nils']) await jobs.send(tx, greet, { name });
  });
  await expect.poll(async () => (await states()).toSorted()).toEqual(['completed', 'completed', 'failed']);
  expect(done.toSorted()).toEqual(['Mara', 'Nils']);
  expect(failures).toHaveLength(1);
});

it('reports a failure as one line to onError without onFailure', async ({ expect, test, open, send }) => {
  const errors: string[] = [];
  const jobs = createJobs(test.url, (error) => errors.push(error.message));
  open.push(jobs);
  jobs.handle(greet, async () => {
    throw new PermanentFailure('First line.\nerror: a second one');
  });
  await jobs.start();
  await send(jobs, 'Mara');
  const line = 'greet, attempt 1: First line. error: a second one The job is not retried.';
  await expect.poll(() => errors).toEqual([line]);
});

it('runs a job again when the node that ran it died', async ({ expect, test, node }) => {
  const first = await node(async () => {}, { expireSeconds: 1 });
  await first.jobs.stop();
  // A node that fetches the job and then disappears.
  const dead = new PgBoss({ connectionString: test.url, supervise: false, schedule: false });
  dead.on('error', () => {});
  await dead.start();
  await dead.send('greet', { name: 'Nils' });
  expect(await dead.fetch('greet')).toHaveLength(1);
  await dead.stop({ graceful: false });

  const done: string[] = [];
  await node(
    async ({ name }, { attempt }) => {
      done.push(`${name}, attempt ${attempt}`);
    },
    { expireSeconds: 1 },
  );
  await expect.poll(() => done, { timeout: 20_000 }).toEqual(['Nils, attempt 2']);
});

it('records the result of a job that ended during an outage, and does not run it twice', async ({
  expect,
  test,
  open,
  send,
  states,
}) => {
  const proxy = await openDatabaseProxy(test.url);
  const done: string[] = [];
  const errors: string[] = [];
  const jobs = createJobs(proxy.url, (error) => errors.push(error.message), { expireSeconds: 10, pollSeconds: 1 });
  open.push(jobs);
  jobs.handle(greet, async ({ name }) => {
    proxy.refuse();
    done.push(name);
  });
  await jobs.start();
  await send(jobs, 'Mara');
  await expect.poll(() => done).toEqual(['Mara']);
  // Several polls for new jobs happen during the outage.
  await sleep(3_000);
  expect(await states()).toEqual(['active']);
  expect(proxy.attempts()).toBeLessThan(60);
  await proxy.restore();
  await expect.poll(states).toEqual(['completed']);
  await sleep(2_000);
  expect(done).toEqual(['Mara']);
  expect(errors).toEqual([]);
  await jobs.stop();
  await proxy.close();
});

it('runs a handler again as soon as the database is back', async ({ expect, test, node, send, states }) => {
  const proxy = await openDatabaseProxy(test.url);
  const attempts: number[] = [];
  const { db } = openDb(proxy.url, { max: 1 });
  const { jobs, failures } = await node(
    async (_, { attempt }) => {
      attempts.push(attempt);
      if (attempts.length === 1) proxy.refuse();
      await ping(db);
    },
    { url: proxy.url, retrySeconds: 60 },
  );
  await send(jobs, 'Mara');
  await expect.poll(() => attempts.length).toBe(1);
  await sleep(500);
  await proxy.restore();
  await expect.poll(states).toEqual(['completed']);
  expect([attempts, failures]).toEqual([[1, 2], []]);
  await jobs.stop();
  await db.destroy();
  await proxy.close();
});

it('runs a handler again when the outage has already ended when it fails', async ({
  expect,
  test,
  node,
  send,
  states,
}) => {
  const proxy = await openDatabaseProxy(test.url);
  const listener = await openListener(proxy.url, { sleep: () => sleep(1) });
  const { db } = openDb(proxy.url, { max: 1 });
  const attempts: number[] = [];
  const { jobs, failures } = await node(
    async (_, { attempt }) => {
      attempts.push(attempt);
      if (attempts.length > 1) return ping(db);
      proxy.refuse();
      const lost = await ping(db).catch((error: unknown) => error);
      await proxy.restore();
      await expect.poll(() => listener.status.history.outages).toBe(1);
      await listener.status.whenUp(AbortSignal.timeout(10_000));
      throw lost;
    },
    { url: proxy.url, listener, retrySeconds: 60 },
  );
  await send(jobs, 'Mara');
  await expect.poll(states).toEqual(['completed']);
  expect([attempts, failures]).toEqual([[1, 2], []]);
  await jobs.stop();
  await listener.close();
  await db.destroy();
  await proxy.close();
});

it('runs jobs that were enqueued during an outage when the database is back', async ({ expect, test, open, send }) => {
  const proxy = await openDatabaseProxy(test.url);
  const done: string[] = [];
  const jobs = createJobs(proxy.url, () => {}, { pollSeconds: 60 });
  open.push(jobs);
  jobs.handle(greet, async ({ name }) => void done.push(name));
  await jobs.start();
  await send(jobs, 'Mara');
  await expect.poll(() => done).toEqual(['Mara']);
  proxy.refuse();
  await test.db.transaction().execute((tx) => jobs.send(tx, greet, { name: 'Nils' }));
  await sleep(500);
  expect(done).toEqual(['Mara']);
  await proxy.restore();
  await expect.poll(() => done).toEqual(['Mara', 'Nils']);
  await jobs.stop();
  await proxy.close();
});

it('stops in time although a job hangs, and leaves that job to be retried', async ({ expect, test, node, states }) => {
  const begun: string[] = [];
  const { jobs, failures } = await node(async ({ name }) => {
    begun.push(name);
    if (name === 'Endless') await new Promise(() => {});
  });
  await test.db.transaction().execute(async (tx) => {
    for (const name of ['Endless', 'Mara']) await jobs.send(tx, greet, { name });
  });
  await expect.poll(() => begun.toSorted()).toEqual(['Endless', 'Mara']);
  await jobs.stop();
  expect((await states()).toSorted()).toEqual(['completed', 'retry']);
  expect(failures).toMatchObject([{ isFinal: false, reason: 'The server stopped.' }]);
});

it('deletes completed jobs after an hour', async ({ expect, test, node, send, states }) => {
  const { jobs } = await node(async () => {});
  await send(jobs, 'Mara');
  await expect.poll(states).toEqual(['completed']);
  await sql`update pgboss.job set completed_on = completed_on - interval '61 minutes'`.execute(test.db);
  // Makes the last maintenance look an hour old as well.
  await sql`update pgboss.queue set maintain_on = maintain_on - interval '61 minutes'`.execute(test.db);
  await expect.poll(states, { timeout: 10_000 }).toEqual([]);
});
