import { mkdtempSync, rmSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { FlagVerdict, Instance } from '@hexpedition/contract';
import {
  createEmbeddedRuntime,
  findLabs,
  type LoadedLab,
  loadExploit,
  loadLab,
  type Started,
  type Target,
  visitLab,
} from '@hexpedition/lab-runtime';
import { skipUnlessStartable } from '@hexpedition/lab-runtime/embedded/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#testing/test-app';
import { installLabs } from './testing.ts';

/*
 * The whole way, with nothing faked: a learner starts a lab, goes through the gateway's door, exploits it, and submits
 * what was found. A lab that answers no browser is reached as its workspace reaches it.
 */

const cacheDir = mkdtempSync(join(tmpdir(), 'solve-'));
const embedded = await createEmbeddedRuntime({ cacheDir });
let newest: Started;
const runtime = {
  ...embedded,
  start: async (...spec: Parameters<typeof embedded.start>) => {
    newest = await embedded.start(...spec);
    return newest;
  },
};
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
async function open(url: string): Promise<Pick<Target, 'fetch'>> {
  const { host, pathname, search } = new URL(url);
  const { port } = test.app.server.address() as AddressInfo;
  const call = (path: string, init: RequestInit = {}) =>
    new Promise<Response>((resolve, reject) => {
      const headers = { ...(init.headers as Record<string, string>), host };
      const method = init.method ?? 'GET';
      httpRequest({ host: '127.0.0.1', port, path, method, headers, agent: false }, async (answer) => {
        const chunks: Buffer[] = [];
        for await (const chunk of answer) chunks.push(chunk as Buffer);
        const headers = Object.entries(answer.headersDistinct).flatMap(([name, values]) =>
          (values ?? []).map((value): [string, string] => [name, value]),
        );
        resolve(new Response(Buffer.concat(chunks), { status: answer.statusCode ?? 500, headers }));
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

/** What the lab's exploit finds, by the way that a learner takes. */
async function exploitBy(learner: Awaited<ReturnType<TestApp['as']>>, lab: LoadedLab): Promise<Record<string, string>> {
  const exploit = await loadExploit(lab.dir, cacheDir);
  if (lab.manifest.serves === 'socket') return visitLab(runtime, lab, newest, exploit);
  const { body } = await learner.post<{ url: string }>(`/api/lab/${lab.manifest.slug}/enter`);
  const opened = await open(body.url);
  return visitLab(runtime, lab, newest, (target) => exploit({ ...target, ...opened }));
}

describe.each(folders.map((dir) => [basename(dir), dir]))('%s', (slug, dir) => {
  it('is started, entered, exploited, and its flags count', async ({ skip }) => {
    const lab = await loadLab(dir);
    const { manifest } = lab;
    await skipUnlessStartable(runtime.capabilities(), manifest.risk, skip);
    const learner = await test.as(manifest.tier === 0 ? {} : { tier: manifest.tier });
    const started = await learner.post<{ instance: Instance }>(`/api/lab/${slug}/start`);
    expect(started.body.instance).toMatchObject({ status: 'running', isolation });
    const found = await exploitBy(learner, lab);
    for (const { id, points } of manifest.flags) {
      const verdict = await learner.post<FlagVerdict>(`/api/lab/flags/${slug}`, { flag: found[id] });
      expect(verdict.body).toMatchObject({ result: 'right', points, flag: { id } });
    }
    await learner.post(`/api/lab/${slug}/stop`);
    expect(await runtime.list()).toEqual([]);
  });
});
