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
 * @returns the names of the migrations that this call applied
 */
export async function migrate(url: string, folder: string): Promise<string[]> {
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
    const done: string[] = [];
    for (const name of files) {
      const sql = await readFile(join(folder, name), 'utf8');
      const checksum = createHash('sha256').update(sql).digest('hex');
      const before = applied.get(name);
      if (before === checksum) continue;
      if (before !== undefined) {
        throw new StartError(
          `The migration ${name} was changed after it had been applied to this database.`,
          'Migrations are forward only: put the change into a new file and restore this one.',
        );
      }
      await applyOne(client, name, sql, checksum);
      done.push(name);
    }
    return done;
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

async function applyOne(client: pg.Client, name: string, sql: string, checksum: string): Promise<void> {
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
