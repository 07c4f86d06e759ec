import { join } from 'node:path';
import type { FlagVerdict, Instance, SignedIn } from '@hexpedition/contract';
import type { Exploit } from '@hexpedition/lab-runtime';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import exploitTideTable from '../labs/tide-table/exploit.ts';
import { type Cluster, exposeToPods, startCluster } from './support/cluster.ts';
import { createDatabase, type OwnDatabase } from './support/content-database.ts';
import { openKeepAliveClient } from './support/keep-alive-client.ts';
import { signUp } from './support/learner.ts';
import { type Load, startLoad } from './support/load.ts';
import { projectRoot } from './support/server.ts';

/**
 * The chart on a real cluster of one machine: installation, load while nodes come and go, and a lab. Requests go through the
 * Service, at its NodePort, without sticky sessions.
 */

const port = 30_080;
const url = `http://localhost:${port}`;
const chart = join(projectRoot, 'deploy/helm/hexpedition');
const namespace = 'learn';
const selector = 'app.kubernetes.io/component=platform';

let database: OwnDatabase;
let exposed: Awaited<ReturnType<typeof exposeToPods>>;
let cluster: Cluster;
let learners: SignedIn[];

const image = inject('image');
const [repository = '', tag = ''] = image.name.split(/:(?=[^:]+$)/);
const values = {
  ...{ publicUrl: url, labsUrl: `http://labs.localhost:${port}`, trustProxy: false },
  image: { repository, tag, pullPolicy: 'Never' },
  service: { type: 'NodePort', nodePort: port },
  settings: { POW_COST: 50, FREE_TIER: 2, LOG_LEVEL: 'warn', PADDLE_SANDBOX: 'off' },
  resources: { requests: { cpu: '50m', memory: '256Mi' }, limits: { memory: '2Gi' } },
};

const upgrade = (changes: object = {}) => {
  const args = Object.entries({ ...values, ...changes }).map(
    ([name, value]) => `--set-json=${name}=${JSON.stringify(value)}`,
  );
  return cluster.helm(
    'upgrade',
    '--install',
    'hexpedition',
    chart,
    '--namespace',
    namespace,
    '--wait',
    '--timeout=15m',
    ...args,
  );
};
const kubectl = (...args: string[]) => cluster.kubectl('--namespace', namespace, ...args);
const podNames = async () =>
  (await kubectl('get', 'pods', '--selector', selector, '--output=name')).split('\n').filter(Boolean);
const scale = async (count: number) => {
  await kubectl('scale', 'deployment/hexpedition', `--replicas=${count}`);
  await kubectl('rollout', 'status', 'deployment/hexpedition', '--timeout=10m');
  await expect.poll(async () => (await podNames()).length, { timeout: 180_000, interval: 500 }).toBe(count);
};
const report = (line: string) => process.stdout.write(`kubernetes: ${line}\n`);

beforeAll(async () => {
  database = await createDatabase();
  const address = new URL(database.url);
  cluster = await startCluster(image.archive);
  exposed = await exposeToPods(Number(address.port));
  address.host = `${exposed.host}:${exposed.port}`;
  // The tests use a socket file.
  address.searchParams.delete('host');
  await cluster.kubectl('create', 'namespace', namespace);
  await kubectl(
    ...['create', 'secret', 'generic', 'hexpedition', `--from-literal=DATABASE_URL=${address.href}`],
    '--from-literal=SECRET_KEY=the same on all nodes, 32 characters',
  );
});
afterAll(async () => {
  await cluster?.stop();
  exposed?.close();
  await database?.drop();
});

/** Applies load while `change` runs. @returns the failed requests */
async function underLoad(what: string, change: () => Promise<unknown>): Promise<Load['failures']> {
  const load = startLoad(url, learners);
  const start = performance.now();
  await load.settled(50);
  await change();
  await load.settled(50);
  const seconds = (performance.now() - start) / 1_000;
  await load.stop();
  const rate = Math.round(load.requests / seconds);
  report(`${what}: ${seconds.toFixed(0)} s, ${load.requests} requests (${rate}/s), ${load.failures.length} failed`);
  return load.failures;
}

it('installs: the migration first, then two nodes', async () => {
  const start = performance.now();
  const notes = await upgrade();
  report(`installed with two nodes after ${Math.round((performance.now() - start) / 1_000)} s`);
  expect(notes).toContain('WARNING: homes.existingClaim is not set.');
  expect(await podNames()).toHaveLength(2);
  expect(await (await fetch(`${url}/map`)).text()).toContain('First Light');
  learners = [];
  for (let i = 0; i < 6; i++) learners.push(await signUp({ url }));
});

it('meets Pod Security "restricted" without the sandbox of labs, and needs "privileged" with it', async () => {
  const namespaces = ['restricted', 'sandboxed'];
  for (const name of namespaces) {
    await cluster.kubectl('create', 'namespace', name);
    await cluster.kubectl('label', 'namespace', name, 'pod-security.kubernetes.io/warn=restricted');
  }
  const warningsOf = async (name: string, sandbox: boolean) => {
    const sets = Object.entries({ ...values, labs: { sandbox }, service: { type: 'ClusterIP' } });
    const args = sets.map(([key, value]) => `--set-json=${key}=${JSON.stringify(value)}`);
    const manifest = await cluster.helm('template', 'hexpedition', chart, '--namespace', name, ...args);
    return (await cluster.apply(manifest, '--namespace', name, '--dry-run=server')).stderr;
  };
  expect(await warningsOf('restricted', false)).toBe('');
  expect(await warningsOf('sandboxed', true)).toMatch(/would violate PodSecurity "restricted.*"/);
});

it('starts a lab in a pod, which is reached through every node', async () => {
  const learner = learners[0] as SignedIn;
  const headers = { authorization: `Bearer ${learner.token.access}` };
  // A new connection each time, so that the Service selects a node each time.
  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const client = openKeepAliveClient(port);
    const answer = await client.send(path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
    client.close();
    expect(answer.status, answer.text).toBe(200);
    return JSON.parse(answer.text) as T;
  };
  const lab = '/api/lab/tide-table';
  const start = performance.now();
  await call('POST', `${lab}/start`);
  const state = async () => (await call<{ instance: Instance }>('GET', `${lab}/instance`)).instance.status;
  await expect.poll(state, { timeout: 120_000 }).toBe('running');
  report(`a lab was running after ${Math.round(performance.now() - start)} ms`);
  const entrance = new URL((await call<{ url: string }>('POST', `${lab}/enter`)).url);
  const client = openKeepAliveClient(port);
  const entered = await client.send(entrance.pathname + entrance.search, { host: entrance.host });
  client.close();
  const cookie = entered.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
  const target = {
    fetch: async (path: string) => {
      const connection = openKeepAliveClient(port);
      const { status, text } = await connection.send(path, { host: entrance.host, headers: { cookie } });
      connection.close();
      return new Response(text, { status });
    },
  } as unknown as Parameters<Exploit>[0];
  for (let i = 0; i < 10; i++) expect((await target.fetch('/')).status).toBe(200);
  const [flag] = Object.values(await exploitTideTable(target));
  const verdict = await call<FlagVerdict>('POST', '/api/lab/flags/tide-table', { flag });
  expect(verdict.result).toBe('right');
  await call('POST', `${lab}/stop`);
});

it('leaves no process of a lab that has ended', async () => {
  for (const pod of await podNames()) {
    const left = async () => (await kubectl('exec', pod, '--', 'ps', '-eo', 'stat,args')).match(/^Z.*|^.*bwrap.*/gm);
    await expect.poll(left, { timeout: 30_000 }).toBe(null);
  }
});

it('scales to three nodes and back under load without a failed request', async () => {
  const failures = await underLoad('2 nodes → 3 → 2', async () => {
    await scale(3);
    await scale(2);
  });
  expect(failures).toEqual([]);
});

it('replaces a deleted pod under load without a failed request', async () => {
  const failures = await underLoad('a pod deleted', async () => {
    const [pod = ''] = await podNames();
    await kubectl('delete', pod);
    await kubectl('rollout', 'status', 'deployment/hexpedition', '--timeout=10m');
    await expect.poll(async () => (await podNames()).length, { timeout: 180_000, interval: 500 }).toBe(2);
  });
  expect(failures).toEqual([]);
});

it('updates all nodes under load without a failed request', async () => {
  const before = await podNames();
  const failures = await underLoad('rolling update', async () => {
    await upgrade({ podAnnotations: { release: 'next' } });
    await expect.poll(async () => (await podNames()).length, { timeout: 180_000, interval: 500 }).toBe(2);
  });
  expect((await podNames()).filter((name) => before.includes(name))).toEqual([]);
  expect(failures).toEqual([]);
});
