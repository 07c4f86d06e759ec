import { EventEmitter, once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#testing/test-database';
import type { PageChange } from './page-changes.ts';
import { pollPageChanges, recordPageChange } from './recorded-page-changes.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it('reports each change once, also of a transaction that commits after one with a larger key', async () => {
  const { db } = database;
  // Another transaction that is open all the time.
  const open = await db.startTransaction().execute();
  await recordPageChange(open, ['/never']);
  await db.transaction().execute((tx) => recordPageChange(tx, ['/before']));
  const changes: PageChange[] = [];
  const stop = await pollPageChanges(db, (change) => changes.push(change), 10);
  const gate = new EventEmitter();
  const inserted = once(gate, 'inserted');
  const mayCommit = once(gate, 'commit');
  const slow = db.transaction().execute(async (tx) => {
    await recordPageChange(tx, ['/slow']);
    gate.emit('inserted');
    await mayCommit;
  });
  await inserted;
  await db.transaction().execute((tx) => recordPageChange(tx, ['/fast']));
  await expect.poll(() => changes).toEqual([['/fast']]);
  gate.emit('commit');
  await slow;
  await expect.poll(() => changes).toEqual([['/fast'], ['/slow']]);
  await db.transaction().execute((tx) => recordPageChange(tx, ['/last']));
  await expect.poll(() => changes).toEqual([['/fast'], ['/slow'], ['/last']]);
  await stop();
  await open.rollback().execute();
});

it('does not report a change that is rolled back', async () => {
  const { db } = database;
  const changes: PageChange[] = [];
  const stop = await pollPageChanges(db, (change) => changes.push(change), 10);
  await expect(
    db.transaction().execute(async (tx) => {
      await recordPageChange(tx, ['/undone']);
      throw new Error('undone');
    }),
  ).rejects.toThrow('undone');
  await db.transaction().execute((tx) => recordPageChange(tx, ['/done']));
  await expect.poll(() => changes).toEqual([['/done']]);
  await stop();
});
