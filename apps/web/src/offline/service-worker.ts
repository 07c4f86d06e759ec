/*
 * Service worker for offline reading: caches opened pages, their files and API responses. The network always comes
 * first; the caches are used only without a connection. Imports nothing, because the browser loads it as one file.
 */

interface LifecycleEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchRequestEvent extends LifecycleEvent {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface WorkerMessage extends LifecycleEvent {
  data: unknown;
}
interface ServiceWorkerScope {
  location: Location;
  clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: LifecycleEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchRequestEvent) => void): void;
  addEventListener(type: 'message', listener: (event: WorkerMessage) => void): void;
}
const worker = self as unknown as ServiceWorkerScope;

/** Increase the number when the format of the stored data changes. */
const assets = 'hx-assets-1';
const pages = 'hx-pages-2';
/** One cache per user: `hx-reading-2-7`. lib/offline-reading.ts deletes all of them on logout. */
const readingPrefix = 'hx-reading-2-';
const maxEntries = { assets: 400, pages: 80, reading: 300 };

/** Shown for a page that is not cached. */
const noConnection = '/network-error';

const cacheableApi =
  /^\/api\/(?:trainings|training\/[^/]+(?:\/access)?|subchapter\/[^/]+|progress(?:\/[^/]+(?:\/flags)?)?|config\/(?:features|hexmap)\w+|account\/details)$/;
const cacheablePage = /^\/(?:courses|map|labs|lab)(?:\/|$)|^\/$/;

worker.addEventListener('install', (event) => {
  event.waitUntil(Promise.all([worker.skipWaiting(), cachePage(noConnection)]));
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([worker.clients.claim(), deleteOldCaches()]));
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== worker.location.origin || request.headers.has('range')) return;
  if (url.pathname.startsWith('/assets/')) event.respondWith(fromAssets(request));
  else if (request.mode === 'navigate' && !url.pathname.startsWith('/api/')) event.respondWith(fromPages(event, url));
  else if (cacheableApi.test(url.pathname)) event.respondWith(fromApiCache(event));
});

/** Number of logouts since this worker started. */
let logoutCount = 0;

// Caches pages that were reached by client-side navigation, which the worker does not see as page requests.
worker.addEventListener('message', (event) => {
  if (event.data === 'forget') logoutCount += 1;
  const path = typeof event.data === 'string' && event.data.startsWith('/') ? event.data : undefined;
  if (path && cacheablePage.test(path)) event.waitUntil(cachePage(path));
});

/** Serves the page's files. Cached files never expire, because their name contains a hash of the content. */
async function fromAssets(request: Request): Promise<Response> {
  const cache = await caches.open(assets);
  const known = await cache.match(request);
  if (known) return known;
  const answer = await fetch(request);
  if (isCacheable(answer, /^(?!text\/html)/)) await put(cache, request, answer.clone(), maxEntries.assets);
  return answer;
}

async function fromPages(event: FetchRequestEvent, url: URL): Promise<Response> {
  try {
    const answer = await fetch(event.request);
    if (isCacheable(answer, /^text\/html/) && cacheablePage.test(url.pathname)) {
      const copy = answer.clone();
      // Visitors get the map at `/`.
      const path = answer.headers.get('content-location') ?? url.pathname;
      event.waitUntil(caches.open(pages).then((cache) => put(cache, path, copy, maxEntries.pages)));
    }
    return answer;
  } catch (error) {
    const cache = await caches.open(pages);
    const known = await cache.match(url.pathname);
    if (known) return known;
    // Redirects, because the scripts of a page expect its own address.
    if (url.pathname === '/' && (await cache.match('/map'))) return Response.redirect(`/map${url.search}`, 302);
    if (await cache.match(noConnection)) return Response.redirect(noConnection, 302);
    throw error;
  }
}

async function fromApiCache(event: FetchRequestEvent): Promise<Response> {
  const name = readingPrefix + userOf(event.request);
  const before = logoutCount;
  try {
    const answer = await fetch(event.request);
    if (isCacheable(answer, /^application\/json/)) {
      const copy = answer.clone();
      event.waitUntil(
        caches
          .open(name)
          .then((cache) => put(cache, event.request.url, copy, maxEntries.reading))
          // A logout happened while the request was pending.
          .then(() => (before === logoutCount ? undefined : caches.delete(name))),
      );
    }
    return answer;
  } catch (error) {
    const known = await (await caches.open(name)).match(event.request.url);
    if (known) return known;
    throw error;
  }
}

/** Returns whether a response is from this site, not the log-in page of a network or the error page of a proxy. */
const isCacheable = (answer: Response, type: RegExp): boolean =>
  answer.status === 200 && !answer.redirected && type.test(answer.headers.get('content-type') ?? '');

/** Returns the user id from the access token. Not verified; only the server can do that. */
function userOf(request: Request): string {
  const claims = request.headers.get('authorization')?.split('.')[1];
  if (!claims) return 'visitor';
  try {
    const { sub } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/')));
    return String(sub).replace(/\W/g, '');
  } catch {
    return 'visitor';
  }
}

/** Caches a page and the files that it refers to, which the worker has not seen yet. */
async function cachePage(path: string): Promise<void> {
  const answer = await fetch(path, { credentials: 'same-origin' });
  if (!isCacheable(answer, /^text\/html/)) return;
  const html = await answer.clone().text();
  await put(await caches.open(pages), answer.headers.get('content-location') ?? path, answer, maxEntries.pages);
  const files = new Set(html.match(/\/assets\/[\w./-]+/g));
  await Promise.all([...files].map((file) => fromAssets(new Request(file)).catch(() => undefined)));
}

/** Stores a response as the newest entry and removes the oldest ones above the limit. */
async function put(cache: Cache, key: Request | string, answer: Response, limit: number): Promise<void> {
  await cache.delete(key);
  await cache.put(key, answer);
  const keys = await cache.keys();
  const old = keys.slice(0, Math.max(0, keys.length - limit));
  await Promise.all(old.filter(({ url }) => !url.endsWith(noConnection)).map((request) => cache.delete(request)));
}

async function deleteOldCaches(): Promise<void> {
  const names = await caches.keys();
  const mine = (name: string) => name === assets || name === pages || name.startsWith(readingPrefix);
  await Promise.all(names.filter((name) => name.startsWith('hx-') && !mine(name)).map((name) => caches.delete(name)));
}
