import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { openDatabaseProxy } from '#testing/database-proxy';
import { createTestDatabase } from '#testing/test-database';
import { isDatabaseUnavailable, isDiskFull } from './database-errors.ts';

const coded = (code: string) => Object.assign(new Error('Some text.'), { code });
const failure = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('isDatabaseUnavailable', () => {
  it.each(['ECONNREFUSED', 'ECONNRESET', '57P01', '57P02', '57P03', '53300', '08006'])(
    'recognizes the code %s',
    (code) => {
      expect(isDatabaseUnavailable(coded(code))).toBe(true);
    },
  );

  it.each(['23505', '40001', '53100', 'ENOENT'])('does not treat %s as an outage', (code) => {
    expect(isDatabaseUnavailable(coded(code))).toBe(false);
  });

  it('recognizes the AggregateError that Node throws when every address of a name fails', () => {
    expect(isDatabaseUnavailable(new AggregateError([coded('ECONNREFUSED')], ''))).toBe(true);
  });

  it('recognizes the errors without a code that pg throws for a lost or failed connection', async () => {
    const database = await createTestDatabase();
    const proxy = await openDatabaseProxy(database.url);
    const client = new pg.Client({ connectionString: proxy.url });
    client.on('error', () => {});
    await client.connect();
    const running = failure(client.query('select pg_sleep(5)'));
    proxy.refuse();
    expect(isDatabaseUnavailable(await running)).toBe(true);
    expect(isDatabaseUnavailable(await failure(client.query('select 1')))).toBe(true);
    expect(isDatabaseUnavailable(await failure(new pg.Client({ connectionString: proxy.url }).connect()))).toBe(true);

    proxy.freeze();
    const slow = { connectionString: proxy.url, connectionTimeoutMillis: 50 };
    expect(isDatabaseUnavailable(await failure(new pg.Client(slow).connect()))).toBe(true);
    const pool = new pg.Pool(slow);
    expect(isDatabaseUnavailable(await failure(pool.query('select 1')))).toBe(true);
    await pool.end();
    await proxy.close();
    await database.drop();
  });
});

it('isDiskFull recognizes the codes of PostgreSQL and of the file system', () => {
  expect(['53100', 'ENOSPC', 'EDQUOT', '53200'].map((code) => isDiskFull(coded(code)))).toEqual([
    true,
    true,
    true,
    false,
  ]);
});
