import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readConfig } from '#platform/config';
import { type LocalSandbox, startLocalSandbox } from './local-sandbox.ts';

let folder: string;
let running: LocalSandbox[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'local-sandbox-'));
});
afterEach(async () => {
  await Promise.all(running.map((one) => one.close()));
  running = [];
  await rm(folder, { recursive: true });
});
const start = async (port: number, name = 'data') => {
  const config = readConfig({ DATA_DIR: join(folder, name), PORT: String(port), NODE_ENV: 'test' });
  const sandbox = await startLocalSandbox(config);
  running.push(sandbox);
  return sandbox;
};

it('sells the plans of our configuration', async () => {
  const { paddle } = await start(0);
  const response = await fetch(`${paddle.local?.url}/prices`, {
    headers: { authorization: `Bearer ${paddle.apiKey}` },
  });
  const { data } = (await response.json()) as { data: { id: string; product_id: string; custom_data: object }[] };
  const sold = data.map(({ id, product_id, custom_data }) => ({ id, product_id, ...custom_data }));
  const ours = paddle.plans.flatMap(({ name, productId, prices }) =>
    (['monthly', 'yearly'] as const).map((cycle) => ({ id: prices[cycle], product_id: productId, key: name, cycle })),
  );
  expect(sold).toEqual(expect.arrayContaining(ours));
  expect(sold).toHaveLength(ours.length);
});

it('listens on the port after the platform’s, or on any free port if that one is taken', async () => {
  const otherServer = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => otherServer.once('listening', resolve));
  const taken = (otherServer.address() as AddressInfo).port;
  const beside = await start(taken - 1);
  expect(beside.paddle.local?.url).not.toContain(`:${taken}`);
  otherServer.close();
  await new Promise((resolve) => otherServer.once('close', resolve));
  expect((await start(taken - 1, 'other')).paddle.local?.url).toBe(`http://127.0.0.1:${taken}`);
});
