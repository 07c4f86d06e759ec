import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#testing/test-database';
import { anyOf, type Db, openDb } from './db.ts';

let test: TestDatabase;
const opened: Db[] = [];

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(async () => {
  await Promise.all(opened.map((db) => db.destroy()));
  await test.drop();
});

/** A pool of one connection, so that every statement runs on the same one. */
function openOne(options: { prepared?: boolean } = {}): Db {
  const { db } = openDb(test.url, { max: 1, ...options });
  opened.push(db);
  return db;
}

/** The prepared statements of the connection. The query itself is not one, because it begins with `table`. */
async function preparedOn(db: Db): Promise<string[]> {
  const { rows } = await sql<{ statement: string }>`table pg_prepared_statements`.execute(db);
  return rows.map(({ statement }) => statement);
}

const findUser = (db: Db, pk: number) => db.selectFrom('users').select('username').where('pk', '=', pk).execute();

it('prepares a text once, inside and outside of transactions', async () => {
  const db = openOne();
  await findUser(db, 1);
  await findUser(db, 2);
  await db.transaction().execute((tx) => findUser(tx, 3));
  expect(await preparedOn(db)).toEqual(['select "username" from "users" where "pk" = $1']);
});

it('prepares nothing with prepared: false', async () => {
  const db = openOne({ prepared: false });
  await findUser(db, 1);
  await findUser(db, 1);
  expect(await preparedOn(db)).toEqual([]);
});

it('prepares one text for lists of any length', async () => {
  const db = openOne();
  for (const list of [[], [1], [1, 2, 3]]) {
    await db.selectFrom('users').select('username').where('pk', '=', anyOf(list)).execute();
  }
  expect(await preparedOn(db)).toHaveLength(1);
});

it('does not prepare statements that cannot be prepared', async () => {
  const db = openOne();
  await sql`create temp table one (a int); create temp table two (a int)`.execute(db);
  await sql`notify channel`.execute(db);
  expect(await preparedOn(db)).toEqual([]);
});

it('reports the same error each time, and works afterwards', async () => {
  const db = openOne();
  const divide = (by: number) => sql<{ result: number }>`select 6 / ${by}::int as result`.execute(db);
  await expect(divide(0)).rejects.toThrow('division by zero');
  await expect(divide(0)).rejects.toThrow('division by zero');
  expect((await divide(2)).rows).toEqual([{ result: 3 }]);
  const misspelt = () => sql`select nothing_like_it from users`.execute(db);
  await expect(misspelt()).rejects.toThrow('does not exist');
  await expect(misspelt()).rejects.toThrow('"nothing_like_it" does not exist');
});

it('prepares again after another node has changed the columns of a table', async () => {
  const db = openOne();
  await sql`create table changing (a int)`.execute(db);
  const readAll = () => sql`select * from changing`.execute(db);
  await readAll();
  await sql`alter table changing add column b int`.execute(test.db);
  await expect(readAll()).rejects.toThrow('cached plan must not change result type');
  await expect(readAll()).resolves.toMatchObject({ rows: [] });
});
