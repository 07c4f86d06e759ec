import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import type { Database } from './schema.ts';

/** The pool, or a transaction of it: stores and read models take either. */
export type Db = Kysely<Database>;
export type Tx = Transaction<Database>;

/**
 * Opens a pool on a PostgreSQL 15 or newer. Nothing is connected yet.
 * @param url `postgres://…`
 * @param max connections at most
 */
export function openDb(url: string, max = 10): { db: Db; pool: pg.Pool } {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 30_000,
    application_name: 'hexpedition',
  });
  // A connection that dies while idle must not end the process; the next query reports it.
  pool.on('error', () => {});
  return { db: new Kysely<Database>({ dialect: new PostgresDialect({ pool }) }), pool };
}
