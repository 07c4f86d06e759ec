import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { maxVoucherUses, type NewBatch } from '@hexpedition/contract';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { openDatabase } from '../apps/server/src/platform/db/open-database.ts';
import { createDatabase, type OwnDatabase } from './support/content-database.ts';
import { importEverything } from './support/fixture-curriculum.ts';
import {
  createImports,
  createLearners,
  createMapDrafts,
  createUploads,
  isExpected,
  type Target,
  type Writer,
} from './support/kill-writers.ts';
import { signUpSuperuser } from './support/learner.ts';
import { freePort, type RunningServer, startServer, temporaryFolder } from './support/server.ts';

/**
 * Kills the platform while writes of every kind are under way, and starts it again. No acknowledged write is lost, and none
 * is half-done.
 *
 * `KILL_ROUNDS=100 npm run test:e2e -- kill` uses the embedded PostgreSQL, and kills it too in every second round.
 */
const isLong = process.env.KILL_ROUNDS !== undefined;
const rounds = Number(process.env.KILL_ROUNDS ?? 2);

let folder: { path: string; remove: () => Promise<void> };
let database: OwnDatabase | undefined;
let port: number;
let server: RunningServer;
let target: Target;
/** Writers of one group write in turns: an author's change of courses or map makes the other changes of authors start again. */
let groups: Writer[][];
let writers: Writer[];

const start = async () =>
  startServer({
    ...{ dataDir: folder.path, databaseUrl: database?.url ?? null, port },
    env: { WORKERS: '2', POW_COST: '50' },
  });

/** Calls `work` with a direct connection to the database. */
async function inDatabase<T>(work: (client: pg.Client, url: string) => Promise<T>): Promise<T> {
  const opened = database ? undefined : await openDatabase({ databaseUrl: null, dataDir: folder.path });
  const url = database?.url ?? opened?.url ?? '';
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client, url);
  } finally {
    await client.end();
    await opened?.close();
  }
}

/** Creates a superuser with a voucher. */
async function createAuthor(url: string, databaseUrl: string): Promise<Pick<Target, 'author' | 'voucher'>> {
  const author = await signUpSuperuser({ url, databaseUrl });
  const response = await fetch(`${url}/api/admin/vouchers`, {
    method: 'POST',
    headers: { authorization: `Bearer ${author.token.access}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Killed', tier: 1, months: 1, uses: maxVoucherUses, vouchers: 1 }),
  });
  expect(response.status).toBe(200);
  const { secrets } = (await response.json()) as NewBatch;
  return { author, voucher: secrets[0]?.secret ?? '' };
}

beforeAll(async () => {
  [folder, port] = await Promise.all([temporaryFolder(), freePort()]);
  if (!isLong) database = await createDatabase(inject('contentDatabase'));
  server = await start();
  target = await inDatabase(async (client, databaseUrl) => {
    await importEverything({ databaseUrl });
    const { rows } = await client.query<{ secret: { right: string[] } }>(
      "select secret from modules join subchapters on subchapters.pk = subchapter_pk where slug = 'everything' and id = 'one'",
    );
    const url = `http://localhost:${port}`;
    return { url, option: rows[0]?.secret.right[0] ?? '', ...(await createAuthor(url, databaseUrl)) };
  });
  groups = [[createLearners], [createLearners], [createUploads, createMapDrafts, createImports]].map((group) =>
    group.map((create) => create(target)),
  );
  writers = groups.flat();
}, 300_000);
afterAll(async () => {
  await server?.stop();
  await database?.drop();
  await folder?.remove();
});

/** Kills the server, and in long runs the embedded PostgreSQL as well, which otherwise shuts down when its server has died. */
async function kill(withDatabase: boolean): Promise<void> {
  if (withDatabase) {
    const [pid] = (await readFile(join(folder.path, 'postgres/postmaster.pid'), 'utf8')).split('\n');
    process.kill(Number(pid), 'SIGKILL');
  }
  await server.kill();
}

it(
  `loses no acknowledged write and leaves none half-done in ${rounds} rounds of kill -9`,
  async () => {
    for (let round = 1; round <= rounds; round++) {
      // The limits of calls are not the subject.
      await inDatabase((client) => client.query('delete from rate_limits'));
      // A token lives for ten minutes.
      Object.assign(target, await inDatabase((_, databaseUrl) => createAuthor(target.url, databaseUrl)));
      const before = writers.map(({ acknowledged }) => acknowledged);
      const refused: unknown[] = [];
      let isRunning = true;
      const load = groups.map(async (group) => {
        for (let turn = 0; isRunning; turn++)
          await group[turn % group.length]?.write().catch(async (error: unknown) => {
            if (!isExpected(error)) refused.push(error);
            await sleep(50);
          });
      });
      // Each writer has written in this round, and now writes something else.
      const waiting = () =>
        refused.length > 0 ? refused : writers.filter((writer, i) => writer.acknowledged === before[i]);
      await expect.poll(waiting, { timeout: 60_000 }).toEqual([]);
      await sleep(Math.random() * 1_000);
      await kill(isLong && round % 2 === 0);
      isRunning = false;
      await Promise.all(load);
      expect(refused).toEqual([]);
      server = await start();
      const damage = await inDatabase(async (client) => {
        const found: string[] = [];
        for (const writer of writers) found.push(...(await writer.findDamage(client)));
        return found;
      });
      expect(damage).toEqual([]);
      if (isLong) {
        const counts = writers.map(({ name, acknowledged }) => `${name} ${acknowledged}`).join(', ');
        process.stderr.write(`round ${round}: ${counts}\n`);
      }
    }
  },
  60_000 + rounds * 60_000,
);
