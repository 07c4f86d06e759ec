import { hash } from 'node:crypto';
import {
  Kysely,
  type KyselyConfig,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type RawBuilder,
  sql,
  type Transaction,
} from 'kysely';
import pg from 'pg';
import type { Database } from './schema.ts';

/** The connection pool. Stores and read models also accept a transaction of it. */
export type Db = Kysely<Database>;
export type Tx = Transaction<Database>;

export interface OpenDbOptions {
  /** Maximum number of connections. */
  max?: number;
  /** False for a pooler that forbids named statements, such as PgBouncer before 1.21. */
  prepared?: boolean;
  /** Called after each statement. */
  onStatement?: KyselyConfig['log'];
}

/**
 * Creates a connection pool for PostgreSQL 15 or newer. The pool connects with the first query.
 * @param url `postgres://…`
 */
export function openDb(
  url: string,
  { max = 10, prepared = true, onStatement }: OpenDbOptions = {},
): { db: Db; pool: pg.Pool } {
  const pool = openPool(url, max);
  const dialect = new PostgresDialect({ pool: prepared ? withPreparedStatements(pool) : pool });
  return { db: new Kysely<Database>({ dialect, ...(onStatement ? { log: onStatement } : {}) }), pool };
}

/** Creates the driver's pool. An error of a connection is reported by the next statement and does not end the process. */
export function openPool(url: string, max: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 30_000,
    application_name: 'hexpedition',
  });
  // A connection that dies between two statements must not end the process; the next statement reports the error. The
  // pool itself only listens to idle connections.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** Texts of statements are few, because lists are one parameter. The limit bounds the memory in any case. */
const maxCachedNames = 2_000;
const nameCache = new Map<string, string>();

/**
 * Returns the name of the prepared statement for a text. Equal texts have equal names. PostgreSQL allows 63 bytes.
 * Returns undefined for statements that cannot be prepared or do not benefit from it (`begin`, DDL, several statements in
 * one text).
 */
export function statementName(text: string): string | undefined {
  const cached = nameCache.get(text);
  if (cached !== undefined) return cached;
  const isPrepared = /^[\s(]*(?:select|insert|update|delete|with)\b/i.test(text);
  const name = isPrepared ? hash('sha256', text, 'base64url') : undefined;
  if (name !== undefined && nameCache.size < maxCachedNames) nameCache.set(text, name);
  return name;
}

/**
 * Wraps a pool so that Kysely's statements are prepared, inside and outside of transactions. A connection keeps a plan
 * until it closes, so the number of different texts must be bounded: pass a list as one array (`anyOf`), not as one
 * parameter per member.
 */
export function withPreparedStatements(pool: pg.Pool): PostgresPool {
  return {
    end: () => pool.end(),
    connect: async () => {
      const client = await pool.connect();
      let isStale = false;
      const query = async (text: string, values: unknown[]) => {
        try {
          return await client.query({ name: statementName(text), text, values });
        } catch (error) {
          isStale ||= isStalePlan(error);
          throw error;
        }
      };
      // Kysely's type also accepts cursors, which only streaming queries use. This project has no streaming queries.
      return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release(isStale) };
    },
  };
}

/**
 * Detects a prepared statement whose result columns have changed. Migrations run before the pool opens, but a node with a
 * newer version may migrate while this one serves. The statement then fails once on each connection that has prepared it.
 * The connection is closed, and a new connection prepares the statement again.
 */
const isStalePlan = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery';

/** Right side of `=` that matches any value of a list. It uses one parameter for a list of any length. */
export const anyOf = <T>(values: readonly T[]): RawBuilder<T> => sql<T>`any(${values})`;

/** Throws when the database does not answer. */
export async function ping(db: Db): Promise<void> {
  await sql`select 1`.execute(db);
}

/** Removes the statement timeout until the transaction ends. Only for background work that no request waits for. */
export async function disableStatementTimeout(db: Db | Tx): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(db);
}
