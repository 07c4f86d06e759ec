import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStartUpServer, type StartUpServer } from './start-up-server.ts';

let folder: string;
let script: URL;
/** Builds the worker as `npm run build` does: Node cannot run TypeScript, and the last build may be outdated. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hexpedition-start-up-'));
  const outfile = join(folder, 'start-up.worker.mjs');
  const source = fileURLToPath(new URL('./start-up.worker.ts', import.meta.url));
  await build({ entryPoints: [source], outfile, bundle: true, format: 'esm', platform: 'node', target: 'node20' });
  script = pathToFileURL(outfile);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const host = '127.0.0.1';
/** Listens on a free port, which no other program can take until it is closed. */
async function listen() {
  const server = createServer().listen(0, host);
  await once(server, 'listening');
  const close = async () => {
    server.close();
    await once(server, 'close');
  };
  return { port: (server.address() as AddressInfo).port, close };
}

async function open(): Promise<{ port: number; startUp: StartUpServer }> {
  const { port, close } = await listen();
  await close();
  return { port, startUp: await openStartUpServer({ host, port }, script) };
}

it('answers /healthz with 200 and everything else with 503 until the platform listens', async () => {
  const { port, startUp } = await open();
  const get = async (path: string) => {
    const answer = await fetch(`http://${host}:${port}${path}`);
    return [answer.status, await answer.json(), answer.headers.get('retry-after')];
  };
  expect(await get('/healthz')).toEqual([200, { status: 'ok' }, null]);
  for (const path of ['/readyz', '/', '/api/trainings'])
    expect(await get(path)).toEqual([503, { status: 'starting' }, '5']);
  await startUp.close();
  const platform = createServer().listen(port, host);
  await once(platform, 'listening');
  platform.close();
});

it('answers while the main thread is blocked, as during an import', async () => {
  const { port, startUp } = await open();
  const { Worker } = await import('node:worker_threads');
  const probe = `const { parentPort } = require('node:worker_threads');
    setTimeout(() => fetch('http://${host}:${port}/healthz').then(({ status }) => parentPort.postMessage([status, Date.now()])), 50);`;
  const prober = new Worker(probe, { eval: true });
  await once(prober, 'online');
  const blockedUntil = Date.now() + 1_500;
  while (Date.now() < blockedUntil);
  const [[status, at]] = (await once(prober, 'message')) as [[number, number]];
  expect(status).toBe(200);
  expect(at).toBeLessThan(blockedUntil);
  await startUp.close();
});

it('fails if the port is taken', async () => {
  const { port, close } = await listen();
  await expect(openStartUpServer({ host, port }, script)).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await close();
});
