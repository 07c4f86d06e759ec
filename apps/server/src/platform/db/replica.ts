import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { type Db, type OpenDbOptions, openPool, withPreparedStatements } from './db.ts';
import type { Database } from './schema.ts';

const checkMs = 5_000;
/** The replica may be this far behind. Nodes report to the database every few seconds, so it shows their newest report. */
const maxLagSeconds = 30;

interface ReplicaOptions {
  replicaUrl: string | null;
  /** The database that accepts writes. */
  main: { db: Db; pool: pg.Pool };
  prepared: boolean;
  max?: number;
  /** Called after each statement. */
  onStatement?: OpenDbOptions['onStatement'];
  /** Receives a line when the replica is used, or no longer used. */
  log?: (line: string) => void;
}

export interface ReadDatabase {
  /** For statements that only read, and may read what was true some seconds ago. The main database without a replica. */
  db: Db;
  /** Checks the replica now, as happens every few seconds. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the replica of the database. A replica that does not answer, or is too far behind, is not used until it has recovered:
 * the main database answers instead. A statement that fails because of the replica is repeated on the main database.
 */
export function openReplica(options: ReplicaOptions): ReadDatabase {
  const { replicaUrl, main, prepared, max = 10, log = () => {}, onStatement } = options;
  if (replicaUrl === null) return { db: main.db, check: async () => {}, close: async () => {} };
  const pool = openPool(replicaUrl, max);
  const wrap = (one: pg.Pool): PostgresPool => (prepared ? withPreparedStatements(one) : one);
  const [replica, mainPool] = [wrap(pool), wrap(main.pool)];
  let isUsed = false;
  const stopping = new AbortController();

  function use(next: boolean, reason = ''): void {
    if (isUsed !== next) log(next ? 'The replica of the database is used.' : `The replica is not used: ${reason}`);
    isUsed = next;
  }

  async function check(): Promise<void> {
    try {
      const { rows } = await pool.query<{ lag: number | null }>(
        'select extract(epoch from now() - max(seen_at))::float8 as lag from nodes',
      );
      const lag = rows[0]?.lag ?? Number.POSITIVE_INFINITY;
      use(lag <= maxLagSeconds, `it is ${Math.round(lag)} s behind.`);
    } catch (error) {
      use(false, (error as Error).message);
    }
  }

  const running = (async () => {
    while (!stopping.signal.aborted) {
      await check();
      await sleep(checkMs, undefined, { ref: false, signal: stopping.signal }).catch(() => {});
    }
  })();

  async function connect(): Promise<PostgresPoolClient> {
    const client = isUsed ? await replica.connect().catch((error: Error) => use(false, error.message)) : undefined;
    if (!client) return mainPool.connect();
    const query = async (text: string, values: readonly unknown[]) => {
      try {
        return await client.query(text, values);
      } catch (error) {
        if (!isOfReplica(error)) throw error;
        const other = await mainPool.connect();
        try {
          return await other.query(text, values);
        } finally {
          other.release();
        }
      }
    };
    return { query: query as PostgresPoolClient['query'], release: () => client.release() };
  }

  const dialect = new PostgresDialect({ pool: { connect, end: () => pool.end() } });
  const db = new Kysely<Database>({ dialect, ...(onStatement ? { log: onStatement } : {}) });
  return {
    db,
    check,
    close: async () => {
      stopping.abort();
      await running;
      await db.destroy();
      // Kysely ends only a pool that it has used.
      if (!pool.ended) await pool.end();
    },
  };
}

/**
 * Whether another server could answer: the connection broke, the server stops (57P), it cancelled the statement because it
 * replayed a conflicting change (40001), or it has not replayed a migration (42P01, 42703).
 */
const isOfReplica = (error: unknown): boolean =>
  !(error instanceof pg.DatabaseError) || /^(?:08...|57P..|40001|42P01|42703)$/.test(error.code ?? '');
