import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { type Db, openDb } from '#platform/db/db';

export interface TestDatabase {
  db: Db;
  url: string;
  drop(): Promise<void>;
}

/** A database of one's own: a clone of the migrated template. Drop it when done. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `hx_test_${randomBytes(6).toString('hex')}`;
  const server = inject('postgresUrl');
  await onServer(server, `create database ${name} template ${inject('templateDatabase')}`);
  const address = new URL(server);
  address.pathname = `/${name}`;
  const { db } = openDb(address.href, 5);
  return {
    db,
    url: address.href,
    drop: async () => {
      await db.destroy();
      await onServer(server, `drop database if exists ${name} with (force)`);
    },
  };
}

/** 55006: the template is being cloned by another test at this very moment; it is free again in milliseconds. */
async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (let tries = 0; ; tries++) {
      try {
        await client.query(statement);
        return;
      } catch (error) {
        if ((error as { code?: string }).code !== '55006' || tries > 50) throw error;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  } finally {
    await client.end();
  }
}
