import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runOn, testPostgres, withDatabase } from '#testing/test-postgres';
import { migrate } from './migrate.ts';

const name = `hx_test_migrate_${process.pid}`;
let server: string;
let folder: string;
beforeEach(async () => {
  server = (await testPostgres()).url;
  await runOn(server, `create database ${name}`);
  folder = await mkdtemp(join(tmpdir(), 'hexpedition-migrations-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
  await runOn(server, `drop database if exists ${name} with (force)`);
});

it('refuses a database that a newer version has migrated, and leaves it unchanged', async () => {
  const url = withDatabase(server, name);
  await writeFile(join(folder, '0001_first.sql'), 'create table boats (name text)');
  await writeFile(join(folder, '0002_newer.sql'), 'alter table boats add column berth int');
  await migrate(url, folder);
  await rm(join(folder, '0002_newer.sql'));
  await writeFile(join(folder, '0003_other.sql'), 'drop table boats');
  await expect(migrate(url, folder)).rejects.toMatchObject({
    name: 'StartError',
    message: expect.stringMatching(/newer than this program: it has the migration 0002_newer\.sql/),
    remedy: 'Start the newer version, or restore a backup that was made with this version.',
  });
  await runOn(url, "insert into boats (name, berth) values ('Otter', 1)");
});

it('says what it does during an upgrade, names a slow migration, and is silent if nothing is missing', async () => {
  const url = withDatabase(server, name);
  const lines: string[] = [];
  const run = () => migrate(url, folder, (line) => lines.push(line), 50);
  await writeFile(join(folder, '0001_first.sql'), 'create table boats (name text)');
  expect(await run()).toEqual(['0001_first.sql']);
  // A busy machine may need longer than the time after which a migration is named
  expect(lines[0]).toBe('Creating the database …');
  expect(lines.at(-1)).toMatch(/^Database ready after \d s\.$/);
  lines.length = 0;

  await writeFile(join(folder, '0002_second.sql'), 'alter table boats add column berth int');
  await writeFile(join(folder, '0003_slow.sql'), 'select pg_sleep(0.4)');
  expect(await run()).toEqual(['0002_second.sql', '0003_slow.sql']);
  expect(lines[0]).toBe('Upgrading the database, 2 migrations …');
  expect(lines).toContain('Migration 0003_slow.sql (2 of 2) has been running for 0 s …');
  expect(lines.at(-1)).toMatch(/^Database ready after \d s\.$/);

  lines.length = 0;
  expect(await run()).toEqual([]);
  expect(lines).toEqual([]);
});
