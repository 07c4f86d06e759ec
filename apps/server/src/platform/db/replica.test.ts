import { appendFile, cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#platform/embedded-postgres/embedded-postgres';
import { openDb } from './db.ts';
import { migrate } from './migrate.ts';
import { migrationsFolder } from './open-database.ts';
import { openReplica, type ReadDatabase } from './replica.ts';

/** A main database and its replica, which receives its changes by streaming replication. */

let folder: string;
let mainServer: EmbeddedPostgres;
let replicaServer: EmbeddedPostgres;
let main: ReturnType<typeof openDb>;
let direct: ReturnType<typeof openDb>;
let replica: ReadDatabase;
const lines: string[] = [];

const folderOf = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hexpedition-replica-'));
  const settings = ['fsync=off'];
  const first = await startEmbeddedPostgres({ dataDir: folderOf('main'), settings });
  await migrate(first.url, migrationsFolder);
  await first.stop();
  await cp(folderOf('main'), folderOf('replica'), { recursive: true });
  mainServer = await startEmbeddedPostgres({ dataDir: folderOf('main'), settings });
  const { hostname, port, username, password } = new URL(mainServer.url);
  const source = `host=${hostname} port=${port} user=${username} password=${password}`;
  await appendFile(folderOf('replica/postgres/postgresql.auto.conf'), `primary_conninfo = '${source}'\n`);
  await writeFile(folderOf('replica/postgres/standby.signal'), '');
  replicaServer = await startEmbeddedPostgres({ dataDir: folderOf('replica'), settings });
  main = openDb(mainServer.url);
  direct = openDb(replicaServer.url);
  const log = (line: string) => lines.push(line);
  replica = openReplica({ replicaUrl: replicaServer.url, main, prepared: true, log });
}, 60_000);
afterAll(async () => {
  await replica?.close();
  await direct?.db.destroy();
  await main?.db.destroy();
  await replicaServer?.stop();
  await mainServer?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Reports the node, as it does every few seconds. */
const reportNode = (age: string) =>
  sql`insert into nodes (name, version, draining, processes, seen_at)
    values ('a', '1', false, '[]', now() - ${age}::interval)
    on conflict (name) do update set seen_at = excluded.seen_at`.execute(main.db);

async function isReplica(): Promise<boolean> {
  const { rows } = await sql<{ answer: boolean }>`select pg_is_in_recovery() as answer`.execute(replica.db);
  return rows[0]?.answer === true;
}
const isReplicaAfterCheck = async () => {
  await replica.check();
  return isReplica();
};

it('reads from the replica while it is up to date, and otherwise from the main database', async () => {
  await replica.check();
  expect(await isReplica()).toBe(false);

  await reportNode('0 s');
  await expect.poll(isReplicaAfterCheck, { timeout: 10_000 }).toBe(true);
  await reportNode('1 minute');
  await expect.poll(isReplicaAfterCheck, { timeout: 10_000 }).toBe(false);
  await reportNode('0 s');
  await expect.poll(isReplicaAfterCheck, { timeout: 10_000 }).toBe(true);

  // The replica lacks what it has not replayed, such as a new table.
  await sql`select pg_wal_replay_pause()`.execute(direct.db);
  await sql`create table fresh as select 1 as n`.execute(main.db);
  expect((await sql`select n from fresh`.execute(replica.db)).rows).toEqual([{ n: 1 }]);
  await sql`select pg_wal_replay_resume()`.execute(direct.db);

  // A write is a defect, and must not reach the main database.
  await expect(sql`delete from nodes`.execute(replica.db)).rejects.toThrow(/read-only/);

  await replicaServer.stop();
  await sql`select 1`.execute(replica.db);
  expect(await isReplica()).toBe(false);
  expect(lines.filter((line) => line === 'The replica of the database is used.')).toHaveLength(2);
});
