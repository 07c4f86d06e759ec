import { randomBytes } from 'node:crypto';
import { type Db, openDb } from '#platform/db/db';
import { cloneDatabase, runOn, testPostgres, withDatabase, withLock } from './test-postgres.ts';

export interface TestDatabase {
  db: Db;
  url: string;
  drop(): Promise<void>;
}

/** A database that the tests of a file clone. */
export interface DatabaseTemplate {
  name: string;
  drop(): Promise<void>;
}

/**
 * Fills a database once, for a file whose tests all begin with the same content. Pass it to `createTestDatabase` or
 * `createTestApp`. Drop it when done.
 */
export async function createDatabaseTemplate(fill: (db: Db) => Promise<unknown>): Promise<DatabaseTemplate> {
  const { db, name, drop } = await createTestDatabase();
  await fill(db);
  // A database with an open connection cannot be cloned.
  await db.destroy();
  return { name, drop };
}

/**
 * Fills a database once in a run, for all files whose tests begin with the same content. The first caller fills it, and
 * the others wait. The end of the run drops it.
 */
export async function sharedTemplate(
  content: 'labs' | 'fixture',
  fill: (db: Db) => Promise<unknown>,
): Promise<{ name: string }> {
  const { url, template } = await testPostgres();
  const name = `${template}_${content}`;
  await withLock(url, name, async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount) return;
    const filled = await createDatabaseTemplate(fill);
    // A failed fill leaves no database of this name.
    await runOn(url, `alter database ${filled.name} rename to ${name}`);
  });
  return { name };
}

/** Clones the given template, by default the migrated database without rows. Drop the clone when done. */
export async function createTestDatabase(template?: { name: string }): Promise<TestDatabase & { name: string }> {
  const name = `hx_test_${randomBytes(6).toString('hex')}`;
  const postgres = await testPostgres();
  const server = postgres.url;
  await cloneDatabase(server, name, template?.name ?? postgres.template);
  const url = withDatabase(server, name);
  const { db } = openDb(url, { max: 5 });
  return {
    db,
    name,
    url,
    drop: async () => {
      await db.destroy();
      await runOn(server, `drop database if exists ${name} with (force)`);
    },
  };
}
