import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PageCache } from '#features/pages/pages.public';
import { projectRoot } from '#platform/paths';
import { watchPageChanges } from '#testing/page-changes';
import { createTestApp, type TestApp } from '#testing/test-app';

/** The page as the built web app renders it, in the caches of two nodes. */
const [cache, elsewhere] = [new PageCache(), new PageCache()];
let test: TestApp;
let stops: (() => Promise<void>)[];
beforeAll(async () => {
  const distDir = join(projectRoot, process.env.WEB_OUT ?? 'dist/web');
  test = await createTestApp({}, { web: { distDir, cache } });
  stops = await Promise.all(
    [cache, elsewhere].map((node) => watchPageChanges(test.database.url, (change) => node.invalidate(change))),
  );
});
afterAll(async () => {
  for (const stop of stops) await stop();
  await test.close();
});

const get = (path: string, headers = {}) => test.app.inject({ method: 'GET', url: path, headers });

/** Loads the page into the caches of both nodes. */
async function keepEverywhere(path: string) {
  const answer = await get(path);
  const kept = cache.find(path)?.entry;
  if (kept) elsewhere.store(path, kept, elsewhere.generation);
  expect([cache.find(path)?.fresh, elsewhere.find(path)?.fresh]).toEqual([true, true]);
  return answer;
}

it('is the same public page for every visitor, and other caches must revalidate it', async () => {
  const owner = await test.as({ username: 'Seen' });
  await owner.post('/api/account/user_settings', { about: '<script>alert(1)</script>\nSecond line' });
  const page = await get('/profile/Seen');
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain('<title>Seen on Hexpedition</title>');
  expect(page.body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;\nSecond line');
  expect(page.body).not.toMatch(/<[^>]+\sstyle=/i);
  expect(page.body).not.toContain('Edit your profile');
  expect(page.headers['cache-control']).toBe('public, no-cache');
  cache.invalidate('all');
  const own = await get('/profile/Seen', { authorization: `Bearer ${owner.token}` });
  expect(own.rawPayload.equals(page.rawPayload)).toBe(true);
});

it('answers JSON to API clients, with matching Vary and cache headers', async () => {
  const { statusCode, headers, body } = await get('/profile/nobody-at-all', { accept: 'application/json' });
  expect([statusCode, headers['cache-control']]).toEqual([404, 'no-store']);
  expect(JSON.parse(body)).toEqual({ code: 'not_found', msg: 'The address could not be found.' });
  const inBrowser = await get('/profile/nobody-at-all', { accept: 'text/html,application/xml;q=0.9,*/*;q=0.8' });
  expect(inBrowser.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8' });
  expect(inBrowser.headers.vary).toBe('Accept, Accept-Encoding');
  expect((await get('/nowhere', { accept: '*/*' })).headers['content-type']).toContain('html');
});

it('reports an unknown profile as not found', async () => {
  const page = await get('/profile/nobody-at-all');
  expect(page.statusCode).toBe(404);
  expect(page.body).toContain('The profile could not be found.');
  expect(page.headers['cache-control']).toBe('public, no-cache');
  expect((await get('/profile/%00')).statusCode).toBe(404);
});

it('redirects from the username to the chosen slug, on every node also after a change', async () => {
  const owner = await test.as({ username: 'Renamed' });
  await owner.post('/api/account/user_settings', { slug: 'chosen-name' });
  const byName = await get('/profile/Renamed');
  expect([byName.statusCode, byName.headers.location]).toEqual([307, '/profile/chosen-name']);
  expect((await get('/profile/chosen-name')).body).toContain('<title>Renamed on Hexpedition</title>');
  const isKept = () => cache.find('/profile/Renamed') !== undefined;
  // The notification of the first change may arrive after the first page and drop it again.
  await expect.poll(async () => (await get('/profile/Renamed')) && isKept()).toBe(true);
  await owner.post('/api/account/user_settings', { slug: 'another-name' });
  await expect.poll(isKept).toBe(false);
  expect((await get('/profile/Renamed')).headers.location).toBe('/profile/another-name');
  await owner.post('/api/account/user_settings', { is_public: false });
  await expect.poll(isKept).toBe(false);
  expect((await get('/profile/Renamed')).statusCode).toBe(404);
});

it('is dropped from every cache under all spellings when its owner makes it private or schedules deletion', async () => {
  const owner = await test.as({ username: 'Hider' });
  const paths = ['/profile/Hider', '/profile/HIDER', '/profile/hider?cursor=abc'];
  const isKept = () => paths.flatMap((path) => [cache.find(path) !== undefined, elsewhere.find(path) !== undefined]);
  const none = paths.flatMap(() => [false, false]);

  for (const path of paths) expect((await keepEverywhere(path)).statusCode).toBe(200);
  await owner.post('/api/account/user_settings', { is_public: false });
  await expect.poll(isKept).toEqual(none);
  for (const path of paths) expect((await keepEverywhere(path)).statusCode).toBe(404);
  // And again for the cached "not found" page.
  await owner.post('/api/account/user_settings', { is_public: true });
  await expect.poll(isKept).toEqual(none);
  for (const path of paths) expect((await keepEverywhere(path)).statusCode).toBe(200);

  await test.database.db.updateTable('users').set({ password_hash: null }).where('pk', '=', owner.pk).execute();
  expect((await owner.post('/api/account/delete', {})).status).toBe(200);
  await expect.poll(isKept).toEqual(none);
  expect((await get(paths[0] ?? '')).statusCode).toBe(404);
});
