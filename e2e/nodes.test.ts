import type { FlagVerdict, Instance, SignedIn } from '@hexpedition/contract';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import exploitTideTable from '../labs/tide-table/exploit.ts';
import { createDatabase, type OwnDatabase } from './support/content-database.ts';
import { enterInstance } from './support/exploit.ts';
import { openKeepAliveClient } from './support/keep-alive-client.ts';
import { signUp } from './support/learner.ts';
import { saveWork } from './support/power-cut-workspace.ts';
import { freePort, type RunningServer, startServer, temporaryFolder } from './support/server.ts';

/** Two nodes with one database, and without a load balancer: the tests choose the node. The last test kills one. */

let database: OwnDatabase;
const folders: { path: string; remove: () => Promise<void> }[] = [];
let first: RunningServer;
let second: RunningServer;

async function startNode(port: number, publicPort: number, workers: number): Promise<RunningServer> {
  const folder = await temporaryFolder();
  folders.push(folder);
  return startServer({
    ...{ dataDir: folder.path, databaseUrl: database.url, port },
    env: {
      ...{
        WORKERS: String(workers),
        PUBLIC_URL: `http://localhost:${publicPort}`,
        NODE_URL: `http://127.0.0.1:${port}`,
        SECRET_KEY: 'the same on both nodes, 32 characters',
      },
      ...{ POW_COST: '50', FREE_TIER: '2', LOG_LEVEL: 'info' },
    },
  });
}

beforeAll(async () => {
  database = await createDatabase(inject('contentDatabase'));
  const [one, two] = [await freePort(), await freePort()];
  first = await startNode(one, two, 2);
  second = await startNode(two, two, 1);
});
afterAll(async () => {
  await Promise.all([first?.stop(), second?.stop()]);
  await database?.drop();
  for (const folder of folders) await folder.remove();
});

const bearer = ({ token }: SignedIn) => ({ authorization: `Bearer ${token.access}` });

async function call<T>(node: RunningServer, who: SignedIn, method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(node.url + path, {
    ...{ method, headers: { ...bearer(who), ...(body ? { 'content-type': 'application/json' } : {}) } },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  expect(response.status, text).toBe(200);
  return JSON.parse(text) as T;
}

it('a lab that runs on one node is entered, exploited, solved and stopped through the other', async () => {
  const learner = await signUp(first);
  const lab = '/api/lab/tide-table';
  const started = await call<{ instance: Instance }>(first, learner, 'POST', `${lab}/start`);
  expect(started.instance.status).toBe('running');
  const again = await call<{ instance: Instance }>(second, learner, 'POST', `${lab}/start`);
  expect(again.instance.pk).toBe(started.instance.pk);

  const entrance = new URL((await call<{ url: string }>(second, learner, 'POST', `${lab}/enter`)).url);
  const client = openKeepAliveClient(second.port);
  const { cookie, target } = await enterInstance(client, entrance);
  const [flag] = Object.values(await exploitTideTable(target));
  const verdict = await call<FlagVerdict>(second, learner, 'POST', '/api/lab/flags/tide-table', { flag });
  expect(verdict.result).toBe('right');

  const stopped = await call<{ instance: Instance }>(second, learner, 'POST', `${lab}/stop`);
  expect(stopped.instance.status).toBe('stopped');
  expect((await client.send('/', { host: entrance.host, headers: { cookie } })).status).toBe(410);
  client.close();
});

it('a workspace starts on the node that has its home, and works through the other: terminal, files and flags', async () => {
  const learner = await signUp(first);
  const lab = '/api/lab/lamplighter';
  await call(first, learner, 'POST', `${lab}/start`);
  await call(first, learner, 'POST', `${lab}/stop`);
  const work = await saveWork(second, learner.token.access);
  expect(work?.points).toBe(20);
  // Answered by the node that runs it, and only there.
  expect(first.output()).toContain(`"path":"${lab}/terminal","ip":"127.0.0.1"`);
  work?.terminal.socket.close();
  await call(second, learner, 'POST', `${lab}/stop`);
});

it('the labs of a node that dies end, and the learner can start them on another one', async () => {
  const learner = await signUp(second);
  const lab = '/api/lab/tide-table';
  await call(first, learner, 'POST', `${lab}/start`);
  await first.kill();
  const lost = await fetch(`${second.url}${lab}/stop`, { method: 'POST', headers: bearer(learner) });
  expect(lost.status).toBe(503);
  const state = async () => (await fetch(`${second.url}${lab}/instance`, { headers: bearer(learner) })).json();
  await expect.poll(state).toMatchObject({
    instance: { status: 'stopped', error: 'The server that ran this lab has stopped. Start it again.' },
  });
  const { instance } = await call<{ instance: Instance }>(second, learner, 'POST', `${lab}/start`);
  expect(instance.status).toBe('running');
});
