import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#testing/test-database';
import { releaseLease, takeLease } from './leases.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it('gives a lease to one of several nodes that ask at once, and to no other one until it is released', async () => {
  const { db } = database;
  const nodes = ['a', 'b', 'c', 'd'];
  const taken = await Promise.all(nodes.map((node) => takeLease(db, 'sweeps', node, 60)));
  const holder = nodes[taken.indexOf(true)] ?? '';
  expect(taken.filter(Boolean)).toHaveLength(1);
  expect(await takeLease(db, 'sweeps', holder, 60)).toBe(true);
  expect(await takeLease(db, 'sweeps', 'e', 60)).toBe(false);
  await releaseLease(db, 'sweeps', 'e');
  expect(await takeLease(db, 'sweeps', 'e', 60)).toBe(false);
  await releaseLease(db, 'sweeps', holder);
  expect(await takeLease(db, 'sweeps', 'e', 60)).toBe(true);
});

it('gives an expired lease to another node', async () => {
  const { db } = database;
  expect(await takeLease(db, 'expired', 'a', 0)).toBe(true);
  expect(await takeLease(db, 'expired', 'b', 60)).toBe(true);
  expect(await takeLease(db, 'expired', 'a', 60)).toBe(false);
});
