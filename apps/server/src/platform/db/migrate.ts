import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { StartError } from '#platform/start-error';

/** Key of the advisory lock that serializes migrations of nodes that start at the same time. */
const migrationLock = 4_839_201;

const fileName = /^\d{4}_[a-z0-9_]+\.sql$/;

/**
 * Applies the missing migrations in order. Each file runs in its own transaction, together with the row that records it.
 * When several nodes start at once, an advisory lock lets one of them migrate while the others wait.
 * @param log receives lines for the operator: what happens, and how long a slow migration has been running
 * @returns the names of the migrations that this call applied
 */
export async function migrate(
  url: string,
  folder: string,
  log: (line: string) => void = () => {},
  reportMs = 10_000,
): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => fileName.test(name)).sort();
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await client.query(
      'create table if not exists migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    );
    const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from migrations');
    const applied = new Map(rows.map((row) => [row.name, row.checksum]));
    rejectNewerDatabase([...applied.keys()], files);
    const missing = await readMissing(folder, files, applied);
    if (missing.length === 0) return [];
    log(applied.size === 0 ? 'Creating the database …' : `Upgrading the database, ${missing.length} migrations …`);
    const start = performance.now();
    for (const [i, { name, sql, checksum }] of missing.entries()) {
      const startOne = performance.now();
      const report = setInterval(() => {
        const seconds = Math.round((performance.now() - startOne) / 1_000);
        log(`Migration ${name} (${i + 1} of ${missing.length}) has been running for ${seconds} s …`);
      }, reportMs);
      await applyOne(client, { name, sql, checksum }).finally(() => clearInterval(report));
    }
    log(`Database ready after ${Math.round((performance.now() - start) / 1_000)} s.`);
    return missing.map(({ name }) => name);
  } finally {
    // Closing the connection also releases the lock.
    await client.end();
  }
}

function rejectNewerDatabase(applied: string[], files: string[]): void {
  const unknown = applied.filter((name) => !files.includes(name));
  if (unknown.length > 0) {
    throw new StartError(
      `The database is newer than this program: it has the migration ${unknown[0]}, which this program does not have.`,
      'Start the newer version, or restore a backup that was made with this version.',
    );
  }
}

interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

/** Reads the migrations that are not applied yet. @throws StartError if an applied one was changed */
async function readMissing(folder: string, files: string[], applied: Map<string, string>): Promise<Migration[]> {
  const missing: Migration[] = [];
  for (const name of files) {
    const sql = await readFile(join(folder, name), 'utf8');
    const checksum = createHash('sha256').update(sql).digest('hex');
    const before = applied.get(name);
    if (before === undefined) missing.push({ name, sql, checksum });
    else if (before !== checksum) {
      throw new StartError(
        `The migration ${name} was changed after it had been applied to this database.`,
        'Migrations are forward only: put the change into a new file and restore this one.',
      );
    }
  }
  return missing;
}

async function applyOne(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query(sql);
    await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum]);
    await client.query('commit');
  } catch (cause) {
    await client.query('rollback');
    throw new Error(`The migration ${name} failed: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  }
}
