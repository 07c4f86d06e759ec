import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDb } from '#platform/db/db';
import { type DatabaseProxy, openDatabaseProxy } from '#testing/database-proxy';
import { createTestClock } from '#testing/test-app';
import { createTestDatabase, type TestDatabase } from '#testing/test-database';
import { createLabStats } from './lab-stats.ts';

let database: TestDatabase;
let proxy: DatabaseProxy;
beforeEach(async () => {
  database = await createTestDatabase();
  proxy = await openDatabaseProxy(database.url);
});
afterEach(async () => {
  await proxy.close();
  await database.drop();
});

it('does not cache a failed count', async () => {
  const { db } = openDb(proxy.url, { max: 2 });
  const stats = createLabStats({ db, clock: createTestClock() });
  proxy.refuse();
  await expect(stats.read()).rejects.toThrow();
  await expect(stats.firstSolves(1)).rejects.toThrow();
  await proxy.restore();
  // The cache drops the failure one tick after it was reported.
  await sleep(0);
  expect(await stats.read()).toEqual({ solves: new Map(), ratings: new Map() });
  expect(await stats.firstSolves(1)).toEqual([]);
  await db.destroy();
});
