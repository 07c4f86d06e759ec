import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '#platform/embedded-postgres/embedded-postgres';
import { projectRoot } from '#platform/paths';
import { StartError } from '#platform/start-error';
import { DatabaseStatus } from './database-status.ts';
import { type Db, type OpenDbOptions, openDb } from './db.ts';
import { migrate } from './migrate.ts';

export interface OpenDatabase {
  db: Db;
  pool: pg.Pool;
  url: string;
  /** `embedded` in the data folder, or `external` as set with DATABASE_URL. */
  kind: 'embedded' | 'external';
  /** True when another process with the same data folder started the embedded server. */
  attached: boolean;
  /** Whether the database answers. The embedded server also reports here why it ended. */
  status: DatabaseStatus;
  close(): Promise<void>;
}

export const migrationsFolder = join(projectRoot, 'apps/server/src/migrations');

interface OpenOptions {
  databaseUrl: string | null;
  dataDir: string;
  /** Receives a line when the database is upgraded. */
  log?: (line: string) => void;
  /** Receives a line when the database stops answering, or answers again; by default `log` gets it. */
  warn?: (line: string) => void;
}

export type OpenServer = Pick<OpenDatabase, 'url' | 'kind' | 'attached' | 'status' | 'close'>;

/**
 * Opens the platform's database as it is. Starts the embedded server if there is no DATABASE_URL, and creates its database.
 * @throws StartError when the database cannot be reached or is too old
 */
export async function openServer({ databaseUrl, dataDir, log, warn = log }: OpenOptions): Promise<OpenServer> {
  const status = new DatabaseStatus(warn);
  const embedded = databaseUrl
    ? null
    : await startEmbeddedPostgres({
        dataDir,
        onDown: (reason) => status.explainDown(reason),
        onUp: () => status.hintUp(),
      });
  try {
    const url = databaseUrl ?? (await ensureDatabase((embedded as { url: string }).url));
    await checkReachable(url);
    return {
      url,
      kind: embedded ? 'embedded' : 'external',
      attached: embedded?.owned === false,
      status,
      close: async () => embedded?.stop(),
    };
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

/**
 * Opens the platform's database and migrates it. Starts the embedded server if there is no DATABASE_URL.
 * @throws StartError when the database cannot be reached or is too old
 */
export async function openDatabase(
  options: OpenOptions & { databasePrepared?: boolean; onStatement?: OpenDbOptions['onStatement'] },
): Promise<OpenDatabase> {
  const server = await openServer(options);
  try {
    await migrate(server.url, migrationsFolder, options.log);
  } catch (error) {
    await server.close();
    throw error;
  }
  const { db, pool } = openDb(server.url, { prepared: options.databasePrepared, onStatement: options.onStatement });
  return {
    ...server,
    db,
    pool,
    close: async () => {
      await db.destroy();
      await server.close();
    },
  };
}

async function ensureDatabase(adminUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query("select 1 from pg_database where datname = 'hexpedition'");
    if (!rowCount) await client.query('create database hexpedition');
  } catch (error) {
    // 42P04: another process has just created it.
    if ((error as { code?: string }).code !== '42P04') throw error;
  } finally {
    await client.end();
  }
  const url = new URL(adminUrl);
  url.pathname = '/hexpedition';
  return url.href;
}

async function checkReachable(url: string): Promise<void> {
  const { host, pathname } = new URL(url);
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
    const { rows } = await client.query<{ version: number }>(
      "select current_setting('server_version_num')::int as version",
    );
    const version = rows[0]?.version ?? 0;
    if (version < 150_000) {
      throw new StartError(
        `The database at ${host} is PostgreSQL ${Math.floor(version / 10_000)}; 15 or newer is needed.`,
        'Upgrade it, or unset DATABASE_URL to use the embedded database.',
      );
    }
  } catch (error) {
    if (error instanceof StartError) throw error;
    const reason =
      error instanceof AggregateError ? (error.errors[0]?.message ?? error.message) : (error as Error).message;
    throw new StartError(
      `The database ${pathname.slice(1)} at ${host} cannot be reached: ${reason || (error as { code?: string }).code}.`,
      'Check DATABASE_URL and that PostgreSQL is running, or unset DATABASE_URL to use the embedded database.',
    );
  } finally {
    await client.end().catch(() => {});
  }
}
