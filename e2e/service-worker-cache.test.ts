import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newVisitor, openBrowser } from './support/browser.ts';

/**
 * Responses that the service worker must not cache: those of a proxy in front of the platform, and those of a learner
 * who has logged out.
 */

const claims = Buffer.from(JSON.stringify({ sub: 7 })).toString('base64url');
let browser: Browser;
let server: Server;
let release: (() => void) | undefined;

beforeAll(async () => {
  const worker = await readFile(join(import.meta.dirname, '../dist/web/client/sw.js'));
  server = createServer((request, answer) => {
    const path = request.url ?? '/';
    const send = (type: string, body: string | Buffer) => answer.writeHead(200, { 'content-type': type }).end(body);
    if (path === '/sw.js') return send('text/javascript', worker);
    if (path === '/api/trainings') return send('application/json', '{}');
    if (path === '/api/training/moved') return answer.writeHead(302, { location: '/log-in' }).end();
    if (path === '/api/progress') {
      release = () => send('application/json', '{}');
      return;
    }
    send('text/html', '<!doctype html><title>Log in to this network</title>');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  browser = await openBrowser();
});
afterAll(async () => {
  server?.closeAllConnections();
  server?.close();
});

it('caches only responses of the platform, and none for a learner who has logged out meanwhile', async () => {
  const { page, context } = await newVisitor(browser, { offline: true });
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await page.evaluate(async () => {
    const controlled = new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done));
    await navigator.serviceWorker.register('/sw.js');
    await controlled;
  });
  const ask = (path: string, token = '') =>
    page.evaluate(
      async ([path, token]) => {
        await (await fetch(path, { headers: token ? { authorization: `Bearer x.${token}.y` } : {} })).text();
      },
      [path, token] as const,
    );
  const cachedPaths = () =>
    page.evaluate(async () => {
      const found: string[] = [];
      for (const name of await caches.keys()) {
        if (name === 'hx-pages-2') continue;
        for (const { url } of await (await caches.open(name)).keys()) found.push(`${name} ${new URL(url).pathname}`);
      }
      return found.sort();
    });
  for (const path of ['/assets/app.js', '/api/training/moved', '/api/training/instead', '/api/trainings'])
    await ask(path);
  await expect.poll(cachedPaths).toEqual(['hx-reading-2-visitor /api/trainings']);

  const slow = ask('/api/progress', claims);
  await expect.poll(() => release !== undefined).toBe(true);
  // The same steps as clearOfflineCache() of lib/offline-reading.ts.
  await page.evaluate(async () => {
    navigator.serviceWorker.controller?.postMessage('forget');
    for (const name of await caches.keys()) if (name.startsWith('hx-reading-')) await caches.delete(name);
  });
  release?.();
  await slow;
  await page.waitForTimeout(500);
  expect(await cachedPaths()).toEqual([]);
  await context.close();
});
