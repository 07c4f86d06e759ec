import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildUser } from '#testing/factories';
import { createTestDatabase, type TestDatabase } from '#testing/test-database';
import { compiledOnce } from './compiled.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

it('builds a statement once, and runs it with the values of each call', async () => {
  const [ada, grace] = [await buildUser(test.db), await buildUser(test.db)];
  let built = 0;
  const find = compiledOnce((db, { pk, about }: { pk: number; about: string | null }) => {
    built += 1;
    return db
      .selectFrom('users')
      .select(['username', sql<string | null>`${about}::text`.as('about')])
      .where('pk', '=', pk)
      .where('is_active', '=', true);
  });
  expect(await find(test.db, { pk: ada.pk, about: 'first' })).toEqual([{ username: ada.username, about: 'first' }]);
  const inTransaction = test.db.transaction().execute((tx) => find(tx, { pk: grace.pk, about: null }));
  expect(await inTransaction).toEqual([{ username: grace.username, about: null }]);
  expect(await find(test.db, { pk: 0, about: null })).toEqual([]);
  expect(built).toBe(1);
});

it('rejects a statement that depends on a value', async () => {
  const find = compiledOnce((db, { limit }: { limit: number }) =>
    db.selectFrom('users').select('pk').limit(Math.max(limit, 1)),
  );
  await expect(find(test.db, { limit: 5 })).rejects.toThrow('may only pass its parameter "limit" on to the database');
});
