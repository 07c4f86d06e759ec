import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { inject } from 'vitest';

/** A PostgreSQL on which databases can be created. */
export interface TestPostgres {
  url: string;
  /** Name of the migrated database that tests clone. */
  template: string;
}

let postgres: Promise<TestPostgres> | undefined;

/** Returns the PostgreSQL of the test run. The first caller of the run starts it. */
export function testPostgres(): Promise<TestPostgres> {
  postgres ??= requestPostgres(inject('postgresSocket'));
  return postgres;
}

/** Like `testPostgres`, for a global set-up, which gets the path of the socket from its project. */
export async function requestPostgres(socketPath: string): Promise<TestPostgres> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ socketPath }, resolve).on('error', reject);
  });
  const answer = await text(response);
  if (response.statusCode !== 200) throw new Error(answer);
  return JSON.parse(answer);
}

const templateInUse = '55006';

/**
 * Runs one statement on a server. Retries while another test is cloning the template, which takes milliseconds.
 */
export async function runOn(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (let tries = 0; ; tries++) {
      try {
        await client.query(statement);
        return;
      } catch (error) {
        if ((error as { code?: string }).code !== templateInUse || tries >= 100) throw error;
        await sleep(50);
      }
    }
  } finally {
    await client.end();
  }
}

/** Runs `work` while no other process runs work with the same lock on this server. */
export async function withLock(url: string, lock: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock(hashtext($1))', [lock]);
    await work(client);
  } finally {
    // Also ends the lock.
    await client.end();
  }
}

/** Drops all databases whose name begins with `prefix`. */
export async function dropDatabases(url: string, prefix: string): Promise<void> {
  const names: string[] = [];
  await withLock(url, prefix, async (client) => {
    const found = await client.query('select datname from pg_database where starts_with(datname, $1)', [prefix]);
    names.push(...found.rows.map(({ datname }) => String(datname)));
  });
  for (const name of names) await runOn(url, `drop database if exists ${name} with (force)`);
}

/**
 * Copies a database file by file. The default strategy writes each page to the write-ahead log, which costs twice as much
 * and only helps to survive a crash.
 */
export const cloneDatabase = (url: string, name: string, template: string): Promise<void> =>
  runOn(url, `create database ${name} template ${template} strategy file_copy`);

/** Returns the address of another database on the same server. */
export function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}
