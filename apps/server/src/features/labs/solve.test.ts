import { mkdtempSync, rmSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { FlagVerdict, Instance } from '@hexpedition/contract';
import { createEmbeddedRuntime, findLabs, loadExploit, loadLab, type Target } from '@hexpedition/lab-runtime';
import { skipUnlessStartable } from '@hexpedition/lab-runtime/embedded/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#testing/test-app';
import { installLabs } from './testing.ts';

/*
 * The whole way, with nothing faked: a learner starts a lab, goes through the gateway's door, exploits it, and submits
 * what was found.
 */

const cacheDir = mkdtempSync(join(tmpdir(), 'solve-'));
const runtime = await createEmbeddedRuntime({ cacheDir });
const { isolation } = runtime.capabilities();
const folders = await findLabs(join(import.meta.dirname, '../../../../../labs'));

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({}, { labRuntime: runtime });
  await installLabs(test.database.db);
  await test.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await test.close();
  rmSync(cacheDir, { recursive: true });
});

/** A browser that is in the lab: on its host, with its pass. Node's fetch knows neither. */
async function open(url: string): Promise<Target> {
  const { host, pathname, search } = new URL(url);
  const { port } = test.app.server.address() as AddressInfo;
  const call = (path: string, init: RequestInit = {}) =>
    new Promise<Response>((resolve, reject) => {
      const headers = { ...(init.headers as Record<string, string>), host };
      const method = init.method ?? 'GET';
      httpRequest({ host: '127.0.0.1', port, path, method, headers, agent: false }, async (answer) => {
        const chunks: Buffer[] = [];
        for await (const chunk of answer) chunks.push(chunk as Buffer);
        const set = answer.headers['set-cookie']?.map((value): [string, string] => ['set-cookie', value]) ?? [];
        resolve(new Response(Buffer.concat(chunks), { status: answer.statusCode ?? 500, headers: set }));
      })
        .on('error', reject)
        .end(init.body as string | undefined);
    });
  const entered = await call(pathname + search);
  const pass = entered.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  return {
    fetch: (path, init = {}) => {
      const headers = { ...(init.headers as Record<string, string>) };
      return call(path, {
        ...init,
        headers: { ...headers, cookie: [pass, headers.cookie].filter(Boolean).join('; ') },
      });
    },
  };
}

describe.each(folders.map((dir) => [basename(dir), dir]))('%s', (slug, dir) => {
  it('is started, entered, exploited, and its flags count', async ({ skip }) => {
    const { manifest } = await loadLab(dir);
    await skipUnlessStartable(runtime.capabilities(), manifest.risk, skip);
    const learner = await test.as();
    const started = await learner.post<{ instance: Instance }>(`/api/lab/${slug}/start`);
    expect(started.body.instance).toMatchObject({ status: 'running', isolation });
    const { body } = await learner.post<{ url: string }>(`/api/lab/${slug}/enter`);
    const exploit = await loadExploit(dir, cacheDir);
    const found = await exploit(await open(body.url));
    for (const { id, points } of manifest.flags) {
      const verdict = await learner.post<FlagVerdict>(`/api/lab/flags/${slug}`, { flag: found[id] });
      expect(verdict.body).toMatchObject({ result: 'right', points, flag: { id } });
    }
    await learner.post(`/api/lab/${slug}/stop`);
    expect(await runtime.list()).toEqual([]);
  });
});
