import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Instance } from '@hexpedition/contract';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { signUp } from './support/learner.ts';
import { podman } from './support/local-image.ts';
import { freePort } from './support/server.ts';

/** The image, started with Podman and a read-only root file system, and with the embedded PostgreSQL. */

const { name } = inject('image');
let container: string;
let data: string;
let url: string;

const inside = (...command: string[]) => podman('exec', container, ...command);

beforeAll(async () => {
  const port = await freePort();
  url = `http://localhost:${port}`;
  data = await mkdtemp(join(tmpdir(), 'hexpedition-image-data-'));
  container = await podman(
    ...['run', '--detach', '--read-only', '--network=host', '--cgroups=disabled', '--no-healthcheck'],
    ...['--ulimit=nofile=20000:20000', '--ulimit=nproc=4096:4096'],
    ...['--uidmap=0:100000:65536', '--gidmap=0:100000:65536', '--cap-drop=ALL', '--security-opt=no-new-privileges'],
    ...['--security-opt=unmask=ALL', '--security-opt=seccomp=unconfined', '--volume', `${data}:/data:U`],
    ...['--env', `PORT=${port}`, '--env', 'HOST=127.0.0.1', '--env', `PUBLIC_URL=${url}`, '--env', 'POW_COST=50'],
    ...['--env', 'FREE_TIER=2', '--env', 'WORKERS=1', '--env', 'PADDLE_SANDBOX=off', name],
  );
});
afterAll(async () => {
  if (container) await podman('rm', '--force', '--time=60', container);
  await rm(data, { recursive: true, force: true });
});

it('is ready after the first start', async () => {
  const isReady = async () => (await fetch(`${url}/readyz`).catch(() => null))?.status;
  await expect.poll(isReady, { timeout: 300_000, interval: 500 }).toBe(200);
});

it('has less than 320 MB, no development packages and no browser', async () => {
  const size = Number(await podman('image', 'inspect', '--format', '{{.Size}}', name));
  const packages = (await inside('ls', '/app/node_modules')).split('\n');
  process.stdout.write(`image: ${Math.round(size / 1e6)} MB unpacked, ${packages.length} packages\n`);
  // With Debian's slim base, which has up to 80 MB more than the base of this test, it stays below the limit of 400 MB.
  expect(size).toBeLessThan(320e6);
  for (const one of ['vitest', 'typescript', 'playwright-core', 'vite', 'react']) expect(packages).not.toContain(one);
  expect(packages).toContain('esbuild');
});

it('runs as an ordinary user on a read-only root file system', async () => {
  expect(await inside('id', '-u')).toBe('1000');
  await expect(inside('mkdir', '/app/x')).rejects.toThrow(/Read-only file system/);
  expect(await inside('node', '/app/deploy/image/health.mjs')).toBe('');
});

it('has labels, and a health check that needs no other program than Node', async () => {
  const config = JSON.parse(await podman('image', 'inspect', name))[0];
  expect(config.Labels['org.opencontainers.image.title']).toBe('Hexpedition');
  expect(config.Healthcheck.Test).toEqual(['CMD', 'node', '/app/deploy/image/health.mjs']);
  expect(config.User).toBe('1000:1000');
});

it('serves the map and runs commands', async () => {
  expect(await (await fetch(`${url}/map`)).text()).toContain('First Light');
  expect(await inside('hexpedition', 'admin', 'superuser', 'captain')).toMatch(/^captain is a superuser\. Password: /);
  await expect(inside('hexpedition', 'bench')).rejects.toThrow(/Unknown command: bench/);
});

it('starts a lab in its sandbox, which leaves no process behind', async () => {
  const { token } = await signUp({ url });
  const headers = { authorization: `Bearer ${token.access}` };
  const response = await fetch(`${url}/api/lab/tide-table/start`, { method: 'POST', headers });
  const body = (await response.json()) as { instance: Instance };
  expect(response.status, JSON.stringify(body)).toBe(200);
  const state = async () =>
    ((await (await fetch(`${url}/api/lab/tide-table/instance`, { headers })).json()) as { instance: Instance }).instance
      .status;
  await expect.poll(state, { timeout: 60_000 }).toBe('running');
  expect(await inside('ps', '-eo', 'args')).toMatch(/bwrap --args .*app\.mjs/);
  await fetch(`${url}/api/lab/tide-table/stop`, { method: 'POST', headers });
  // Neither a running sandbox nor one that nothing waits for.
  const left = async () => (await inside('ps', '-eo', 'stat,args')).match(/^Z.*|^.*bwrap.*/gm);
  await expect.poll(left, { timeout: 30_000 }).toBe(null);
});

it('stops by itself after SIGTERM', async () => {
  await podman('stop', '--time=60', container);
  expect(await podman('inspect', '--format', '{{.State.ExitCode}}', container)).toBe('0');
});
