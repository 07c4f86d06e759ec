import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { type Db, openDb } from '#platform/db/db';
import { cloneDatabase, runOn, withDatabase } from './test-postgres.ts';

export interface TestDatabase {
  db: Db;
  url: string;
  drop(): Promise<void>;
}

/** Clones the migrated template database. Drop the clone when done. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `hx_test_${randomBytes(6).toString('hex')}`;
  const server = inject('postgresUrl');
  await cloneDatabase(server, name, inject('templateDatabase'));
  const url = withDatabase(server, name);
  const { db } = openDb(url, { max: 5 });
  return {
    db,
    url,
    drop: async () => {
      await db.destroy();
      await runOn(server, `drop database if exists ${name} with (force)`);
    },
  };
}
