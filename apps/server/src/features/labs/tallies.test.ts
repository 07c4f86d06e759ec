import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDb } from '#platform/db/db';
import { type DatabaseProxy, openDatabaseProxy } from '#testing/database-proxy';
import { createTestClock } from '#testing/test-app';
import { createTestDatabase, type TestDatabase } from '#testing/test-database';
import { createTallyKeeper } from './tallies.ts';

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

it('counts again after a count that failed, and does not keep the failure', async () => {
  const { db } = openDb(proxy.url, { max: 2 });
  const tallies = createTallyKeeper({ db, clock: createTestClock() });
  proxy.refuse();
  await expect(tallies.read()).rejects.toThrow();
  await expect(tallies.firstSolves(1)).rejects.toThrow();
  await proxy.restore();
  // The failure is forgotten in the turn after the one that reports it.
  await sleep(0);
  expect(await tallies.read()).toEqual({ solves: new Map(), ratings: new Map() });
  expect(await tallies.firstSolves(1)).toEqual([]);
  await db.destroy();
});
