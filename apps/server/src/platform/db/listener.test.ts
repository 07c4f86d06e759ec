import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type DatabaseProxy, openDatabaseProxy } from '#testing/database-proxy';
import { createTestDatabase, type TestDatabase } from '#testing/test-database';
import { DatabaseStatus } from './database-status.ts';
import { type DatabaseListener, type ListenerOptions, openListener } from './listener.ts';
import { announcePageChange, onPageChange, type PageChange } from './page-changes.ts';

let database: TestDatabase;
let proxy: DatabaseProxy;
const listeners: DatabaseListener[] = [];
beforeEach(async () => {
  database = await createTestDatabase();
  proxy = await openDatabaseProxy(database.url);
});
afterEach(async () => {
  for (const listener of listeners.splice(0)) await listener.close();
  await proxy.close();
  await database.drop();
});

async function open(options: ListenerOptions = {}) {
  const listener = await openListener(proxy.url, options);
  listeners.push(listener);
  return listener;
}

const notify = (channel: string, payload: string) => sql`select pg_notify(${channel}, ${payload})`.execute(database.db);

/** A `sleep` that only adds up the time. After `limitMs` of simulated time it waits until `end` is called. */
function simulatedTime(limitMs: number) {
  let sleptMs = 0;
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return {
    sleep: async (ms: number) => {
      sleptMs += ms;
      if (sleptMs > limitMs) await ended;
    },
    isExpired: () => sleptMs > limitMs,
    end: () => end(),
  };
}

describe('listener', () => {
  it('receives notifications of several channels on one connection', async () => {
    const listener = await open();
    const received: string[] = [];
    const before = proxy.attempts();
    for (const channel of ['one', 'Two']) {
      await listener.listen(
        channel,
        (payload) => received.push(`${channel}: ${payload}`),
        () => {},
      );
    }
    await notify('one', 'a');
    await notify('Two', 'b');
    await expect.poll(() => received).toEqual(['one: a', 'Two: b']);
    expect(proxy.attempts()).toBe(before);
  });

  it('makes one attempt per pause while the port is closed, and at most about one per second', async () => {
    const time = simulatedTime(60_000);
    await open({ sleep: time.sleep });
    const before = proxy.attempts();
    proxy.refuse();
    await expect.poll(time.isExpired).toBe(true);
    const attempts = proxy.attempts() - before;
    // The pauses grow to 2 s within seconds: 30 to 60, depending on their random part.
    expect(attempts).toBeGreaterThan(25);
    expect(attempts).toBeLessThanOrEqual(65);
    expect(proxy.connections()).toBe(0);
    time.end();
  });

  it('has one connection after many short outages', async () => {
    const listener = await open({ sleep: () => pause(1) });
    for (let outage = 0; outage < 20; outage++) {
      proxy.refuse();
      await expect.poll(() => listener.status.isUp).toBe(false);
      await proxy.restore();
      await expect.poll(() => listener.status.isUp).toBe(true);
    }
    await expect.poll(() => proxy.connections()).toBe(1);
  });

  it('reconnects within 5 s after a long outage', async () => {
    const time = simulatedTime(60_000);
    let isReal = false;
    const listener = await open({ sleep: (ms) => (isReal ? pause(ms) : time.sleep(ms)) });
    proxy.refuse();
    await expect.poll(time.isExpired).toBe(true);
    isReal = true;
    await proxy.restore();
    const returnedAt = performance.now();
    time.end();
    await expect.poll(() => listener.status.isUp, { timeout: 5_000 }).toBe(true);
    expect(performance.now() - returnedAt).toBeLessThan(5_000);
  });

  it('subscribes again after an outage and calls onSubscribed', async () => {
    const listener = await open({ sleep: () => pause(1) });
    const received: string[] = [];
    let subscriptions = 0;
    await listener.listen(
      'news',
      (payload) => received.push(payload),
      () => {
        subscriptions += 1;
      },
    );
    proxy.refuse();
    await expect.poll(() => listener.status.isUp).toBe(false);
    await notify('news', 'missed');
    await proxy.restore();
    await expect.poll(() => subscriptions).toBe(2);
    await notify('news', 'received');
    await expect.poll(() => received).toEqual(['received']);
  });

  it('detects a connection that the network dropped silently', async () => {
    const listener = await open({ heartbeatMs: 50, sleep: () => pause(1) });
    proxy.freeze();
    await expect.poll(() => listener.status.isUp).toBe(false);
    expect(listener.status.history.last?.reason).toMatch(/timeout/i);
    await proxy.restore();
    await expect.poll(() => listener.status.isUp).toBe(true);
  });

  it('closes during an outage and makes no further attempts', async () => {
    const listener = await open();
    proxy.refuse();
    await expect.poll(() => listener.status.isUp).toBe(false);
    await listener.close();
    const attempts = proxy.attempts();
    await pause(500);
    expect(proxy.attempts()).toBe(attempts);
  });
});

describe('page changes', () => {
  it('report all pages as changed after an outage, and only then', async () => {
    const listener = await open({ sleep: () => pause(1) });
    const changes: PageChange[] = [];
    await onPageChange(listener, (change) => changes.push(change));
    await database.db.transaction().execute((tx) => announcePageChange(tx, ['/api/trainings']));
    await expect.poll(() => changes).toEqual([['/api/trainings']]);
    proxy.refuse();
    await expect.poll(() => listener.status.isUp).toBe(false);
    await proxy.restore();
    await expect.poll(() => changes).toEqual([['/api/trainings'], 'all']);
  });
});

describe('database status', () => {
  it('records each outage once, with its most specific reason and its duration', () => {
    const lines: string[] = [];
    let now = new Date('2026-11-28T10:00:00Z');
    const status = new DatabaseStatus(
      (line) => lines.push(line),
      () => now,
    );
    status.reportDown('Connection terminated unexpectedly');
    status.explainDown('PostgreSQL exited (signal SIGKILL) and is being restarted.');
    status.reportDown('Connection refused');
    expect(status.isUp).toBe(false);
    now = new Date('2026-11-28T10:00:02.500Z');
    expect(status.downForMs).toBe(2_500);
    status.reportUp();
    status.reportUp();
    expect(status.isUp).toBe(true);
    expect(status.history).toEqual({
      outages: 1,
      last: {
        startedAt: new Date('2026-11-28T10:00:00Z'),
        endedAt: now,
        reason: 'PostgreSQL exited (signal SIGKILL) and is being restarted.',
      },
    });
    expect(lines).toEqual([
      'The database does not answer: Connection terminated unexpectedly',
      'The database does not answer: PostgreSQL exited (signal SIGKILL) and is being restarted.',
      'The database answers again after 2.5 s.',
    ]);
  });
});
