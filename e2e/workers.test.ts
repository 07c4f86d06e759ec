import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import type { FlagVerdict, SignedIn } from '@hexpedition/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import exploitTideTable from '../labs/tide-table/exploit.ts';
import { enterInstance } from './support/exploit.ts';
import { type KeepAliveClient, openKeepAliveClient } from './support/keep-alive-client.ts';
import { signUp, signUpSuperuser } from './support/learner.ts';
import { type OwnPlatform, startPlatform } from './support/platform.ts';
import { saveWork } from './support/power-cut-workspace.ts';
import { commandsOf, descendantsOf } from './support/processes.ts';

/** A node with a primary and two workers. The last test stops it. */

let platform: OwnPlatform;
let learner: SignedIn;
const clients: KeepAliveClient[] = [];
beforeAll(async () => {
  platform = await startPlatform({ WORKERS: '2', DRAIN_SECONDS: '2', FREE_TIER: '2', LOG_LEVEL: 'info' });
  learner = await signUp(platform);
});
afterAll(async () => {
  for (const client of clients) client.close();
  await platform?.end();
});

function open(): KeepAliveClient {
  const client = openKeepAliveClient(platform.port);
  clients.push(client);
  return client;
}

const bearer = ({ token }: SignedIn) => ({ authorization: `Bearer ${token.access}` });

/** Request IDs begin with a random text of the process. */
const processOf = async (client: KeepAliveClient) =>
  String((await client.send('/readyz')).headers['x-request-id'])
    .split('-')
    .slice(0, -1)
    .join('-');

/** Opens clients until each worker has one. */
async function clientOfEachWorker(): Promise<[KeepAliveClient, KeepAliveClient]> {
  const first = open();
  const one = await processOf(first);
  for (;;) {
    const second = open();
    if ((await processOf(second)) !== one) return [first, second];
  }
}

/** Returns the process IDs of the workers. */
async function workers(): Promise<number[]> {
  const children = [...(await descendantsOf(platform.pid))];
  const commands = await commandsOf(children);
  return children.filter((_, i) => commands[i]?.includes('dist/server/main.js')).map(([pid]) => pid);
}

it('a lab is started, entered, exploited and solved through workers', async () => {
  const client = open();
  const post = async (path: string, body?: object) => {
    const { status, text } = await client.send(path, {
      ...{ method: 'POST', headers: bearer(learner) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    expect(status, text).toBe(200);
    return JSON.parse(text);
  };
  expect((await post('/api/lab/tide-table/start')).instance.status).toBe('running');
  const entrance = new URL((await post('/api/lab/tide-table/enter')).url);
  const { cookie, target } = await enterInstance(client, entrance);
  const [flag] = Object.values(await exploitTideTable(target));
  const verdict: FlagVerdict = await post('/api/lab/flags/tide-table', { flag });
  expect(verdict).toMatchObject({ result: 'right', first: true });
  expect((await post('/api/lab/tide-table/stop')).instance.status).toBe('stopped');
  const after = await client.send('/', { host: entrance.host, headers: { cookie } });
  expect(after.status).toBe(410);
});

it('a workspace works through workers: terminal, files and the saved home', async () => {
  const work = await saveWork(platform, learner.token.access);
  expect(work?.points).toBe(20);
  const response = await fetch(`${platform.url}/api/lab/lamplighter/stop`, {
    method: 'POST',
    headers: bearer(learner),
  });
  expect(response.status).toBe(200);
  expect(await work?.terminal.closed).toMatchObject({ reason: 'You have stopped the lab.' });
});

it('the client cannot choose its own address on the way to the primary', async () => {
  const forged = { 'x-forwarded-for': '203.0.113.9', connection: 'keep-alive, x-forwarded-for' };
  await open().send('/api/lab/tide-table/instance', { headers: { ...bearer(learner), ...forged } });
  const logged = '"path":"/api/lab/tide-table/instance","ip":"127.0.0.1"';
  await expect.poll(platform.output).toContain(logged);
  expect(platform.output()).not.toContain('203.0.113.9');
});

it('a lab gets the addresses that its learner has forged', async () => {
  const client = open();
  const post = async (path: string) =>
    JSON.parse((await client.send(path, { method: 'POST', headers: bearer(learner) })).text);
  await post('/api/lab/ticket-roulette/start');
  const entrance = new URL((await post('/api/lab/ticket-roulette/enter')).url);
  const { host, origin } = entrance;
  const entered = await client.send(entrance.pathname + entrance.search, { host });
  const headers = {
    ...{ cookie: entered.headers['set-cookie']?.[0]?.split(';')[0] ?? '', origin, 'x-forwarded-for': '198.51.100.77' },
    'content-type': 'application/x-www-form-urlencoded',
  };
  const collect = () => client.send('/collect', { method: 'POST', host, headers, body: 'ticket=23&pin=0001' });
  for (let i = 0; i < 5; i++) expect((await collect()).status).not.toBe(429);
  const refused = await collect();
  expect(refused.text).toContain('198.51.100.77');
  expect(refused.status).toBe(429);
  await post('/api/lab/ticket-roulette/stop');
});

it('a change drops the cached page in every worker', async () => {
  const both = await clientOfEachWorker();
  const page = async (client: KeepAliveClient) => (await client.send('/labs')).text;
  const message = 'The lighthouse is closed on Sunday.';
  for (const client of both) expect(await page(client)).not.toContain(message);
  const superuser = await signUpSuperuser(platform);
  const edit = await both[0].send('/api/config/features2/edit', {
    ...{ method: 'POST', headers: bearer(superuser) },
    body: JSON.stringify({ msg: message }),
  });
  expect(edit.status, edit.text).toBe(200);
  for (const client of both) await expect.poll(() => page(client)).toContain(message);
});

it('a worker that is killed is replaced, and the other one serves meanwhile', async () => {
  const before = await workers();
  expect(before).toHaveLength(2);
  const [killed = 0] = before;
  process.kill(killed, 'SIGKILL');
  await expect.poll(platform.output).toMatch(new RegExp(`Worker ${killed} ended \\(signal SIGKILL\\) with \\d+ MB`));
  expect((await open().send('/map')).status).toBe(200);
  await expect.poll(async () => (await workers()).filter((pid) => pid !== killed).length).toBe(2);
  await clientOfEachWorker();
});

it('SIGTERM loses no request: /readyz fails first, requests in flight finish, connections close after an answer', async () => {
  // Sends the second half of its body while the server drains.
  const body = JSON.stringify({ what_i_learned: 'It stops gently.' });
  const slow = httpRequest({
    ...{ host: '127.0.0.1', port: platform.port, method: 'POST', path: '/api/subchapter/what-hacking-is/notes' },
    headers: { ...bearer(learner), 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
  });
  slow.write(body.slice(0, 10));
  const slowAnswer = once(slow, 'response');
  const idle = open();
  expect((await idle.send('/readyz')).status).toBe(200);

  const lost: unknown[] = [];
  /** Sends requests until the server closes the connection after an answer. @returns the number of answers */
  async function sendUntilClosed(path: string): Promise<number> {
    const client = open();
    for (let answers = 1; ; answers++) {
      const { status, headers } = await client.send(path, { headers: bearer(learner) });
      if (status !== 200) lost.push([path, status]);
      if (headers.connection === 'close') return answers;
    }
  }
  const paths = ['/map', '/api/trainings', '/api/progress', '/api/lab/tide-table/instance'];
  const load = Promise.all([...paths, ...paths].map((path) => sendUntilClosed(path)));
  const stopped = platform.stop();
  await expect.poll(async () => (await idle.send('/readyz')).status).toBe(503);
  slow.end(body.slice(10));
  expect((await slowAnswer)[0].statusCode).toBe(200);
  const answers = await load;
  await stopped;
  expect(lost).toEqual([]);
  for (const count of answers) expect(count).toBeGreaterThan(0);
  expect(await workers()).toEqual([]);
});
