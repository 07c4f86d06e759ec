import { hash } from 'node:crypto';
import {
  Kysely,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type RawBuilder,
  sql,
  type Transaction,
} from 'kysely';
import pg from 'pg';
import type { Database } from './schema.ts';

/** The pool, or a transaction of it: stores and read models take either. */
export type Db = Kysely<Database>;
export type Tx = Transaction<Database>;

/**
 * Opens a pool on a PostgreSQL 15 or newer. Nothing is connected yet.
 * @param url `postgres://…`
 * @param options.max connections at most
 * @param options.prepared false for a pooler that forbids named statements, such as PgBouncer before 1.21
 */
export function openDb(url: string, { max = 10, prepared = true } = {}): { db: Db; pool: pg.Pool } {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 30_000,
    application_name: 'hexpedition',
  });
  // A connection that dies between two statements must not end the process; the next statement reports it. The pool
  // listens only to those that nobody holds.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const dialect = new PostgresDialect({ pool: prepared ? preparing(pool) : pool });
  return { db: new Kysely<Database>({ dialect }), pool };
}

/**
 * The name under which a connection keeps the plan of a statement: the same text, the same name. PostgreSQL takes 63
 * bytes. What is not worth a plan, or cannot have one (`begin`, DDL, several statements at once), has no name.
 */
export function statementName(text: string): string | undefined {
  return /^[\s(]*(?:select|insert|update|delete|with)\b/i.test(text) ? hash('sha256', text, 'base64url') : undefined;
}

/**
 * Gives each statement of Kysely its name, in a transaction or outside. A plan lives as long as its connection, so
 * texts must not vary without end: a list is passed as one array (`anyOf`), not as one parameter for each member.
 */
function preparing(pool: pg.Pool): PostgresPool {
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
      // Kysely's type also takes cursors, which only streams use; there are none here.
      return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release(isStale) };
    },
  };
}

/**
 * Migrations run before the pool opens, but another node may bring a newer version's while this one serves. A statement
 * whose columns changed then fails once on each connection that knows it; the connection is closed and a new one plans
 * afresh.
 */
const isStalePlan = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery';

/** Right side of `=` where a column may have any value of a list, with one parameter however long the list is. */
export const anyOf = <T>(values: readonly T[]): RawBuilder<T> => sql<T>`any(${values})`;

/** Fails when the database does not answer. */
export async function ping(db: Db): Promise<void> {
  await sql`select 1`.execute(db);
}

/** For work that no request waits for: its statements may take as long as they need, until the transaction ends. */
export async function liftTimeout(db: Db | Tx): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(db);
}
