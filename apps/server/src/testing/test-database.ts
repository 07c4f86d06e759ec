import { randomBytes } from 'node:crypto';
import { type Db, openDb } from '#platform/db/db';
import { cloneDatabase, runOn, testPostgres, withDatabase } from './test-postgres.ts';

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

/** Clones the given template, by default the migrated database without rows. Drop the clone when done. */
export async function createTestDatabase(template?: DatabaseTemplate): Promise<TestDatabase & { name: string }> {
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
