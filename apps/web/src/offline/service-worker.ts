/*
 * What was opened once can be read without a connection: the page, its files, and what the API said. The network comes
 * first, always; the stores are asked only when there is none. It imports nothing: the browser loads it as one file.
 */

interface LifeEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface RequestEvent extends LifeEvent {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface Word extends LifeEvent {
  data: unknown;
}
interface Worker {
  location: Location;
  clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: LifeEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: RequestEvent) => void): void;
  addEventListener(type: 'message', listener: (event: Word) => void): void;
}
const worker = self as unknown as Worker;

/** Raise the number when what is stored changes its shape. */
const assets = 'hx-assets-1';
const pages = 'hx-pages-1';
/** One for each reader: `hx-reading-1-7`. lib/offline.ts forgets all of them when somebody signs out. */
const reading = 'hx-reading-1-';
const most = { assets: 400, pages: 80, reading: 300 };

/** Shown for a page that was never opened. */
const noConnection = '/network-error';

const readable =
  /^\/api\/(?:trainings|training\/[^/]+(?:\/access)?|subchapter\/[^/]+|progress(?:\/[^/]+(?:\/flags)?)?|config\/(?:features|hexmap)\w+|account\/details)$/;
const keepable = /^\/(?:courses|map|labs|lab)(?:\/|$)|^\/$/;

worker.addEventListener('install', (event) => {
  event.waitUntil(Promise.all([worker.skipWaiting(), keepPage(noConnection)]));
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([worker.clients.claim(), dropOldStores()]));
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== worker.location.origin || request.headers.has('range')) return;
  if (url.pathname.startsWith('/assets/')) event.respondWith(fromAssets(request));
  else if (request.mode === 'navigate' && !url.pathname.startsWith('/api/')) event.respondWith(fromPages(event, url));
  else if (readable.test(url.pathname)) event.respondWith(fromReading(event));
});

/** How often somebody has signed out since this worker woke. */
let departures = 0;

/** A page that was reached by a link inside the site was never asked for as a page. */
worker.addEventListener('message', (event) => {
  if (event.data === 'forget') departures += 1;
  const path = typeof event.data === 'string' && event.data.startsWith('/') ? event.data : undefined;
  if (path && keepable.test(path)) event.waitUntil(keepPage(path));
});

/** Answers for the page's files. A stored file never gets old, because its name changes with its content. */
async function fromAssets(request: Request): Promise<Response> {
  const store = await caches.open(assets);
  const known = await store.match(request);
  if (known) return known;
  const answer = await fetch(request);
  if (isSound(answer, /^(?!text\/html)/)) await keep(store, request, answer.clone(), most.assets);
  return answer;
}

async function fromPages(event: RequestEvent, url: URL): Promise<Response> {
  try {
    const answer = await fetch(event.request);
    if (isSound(answer, /^text\/html/) && keepable.test(url.pathname)) {
      const copy = answer.clone();
      event.waitUntil(caches.open(pages).then((store) => keep(store, url.pathname, copy, most.pages)));
    }
    return answer;
  } catch (error) {
    const store = await caches.open(pages);
    const known = await store.match(url.pathname);
    if (known) return known;
    // The page for this has an address of its own, because its scripts expect to run there.
    if (await store.match(noConnection)) return Response.redirect(noConnection, 302);
    throw error;
  }
}

async function fromReading(event: RequestEvent): Promise<Response> {
  const name = reading + readerOf(event.request);
  const before = departures;
  try {
    const answer = await fetch(event.request);
    if (isSound(answer, /^application\/json/)) {
      const copy = answer.clone();
      event.waitUntil(
        caches
          .open(name)
          .then((store) => keep(store, event.request.url, copy, most.reading))
          // Somebody signed out while it was under way.
          .then(() => (before === departures ? undefined : caches.delete(name))),
      );
    }
    return answer;
  } catch (error) {
    const known = await (await caches.open(name)).match(event.request.url);
    if (known) return known;
    throw error;
  }
}

/** Whether an answer is ours, and not the log-in page of a network or the error page of a proxy. */
const isSound = (answer: Response, type: RegExp): boolean =>
  answer.status === 200 && !answer.redirected && type.test(answer.headers.get('content-type') ?? '');

/** Whose answer it is: the user of the credential, which only the server verifies. */
function readerOf(request: Request): string {
  const claims = request.headers.get('authorization')?.split('.')[1];
  if (!claims) return 'visitor';
  try {
    const { sub } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/')));
    return String(sub).replace(/\W/g, '');
  } catch {
    return 'visitor';
  }
}

/** Keeps a page with the files that it names: those came before this worker could see them, or not at all. */
async function keepPage(path: string): Promise<void> {
  const answer = await fetch(path, { credentials: 'same-origin' });
  if (!isSound(answer, /^text\/html/)) return;
  const html = await answer.clone().text();
  await keep(await caches.open(pages), path, answer, most.pages);
  const files = new Set(html.match(/\/assets\/[\w./-]+/g));
  await Promise.all([...files].map((file) => fromAssets(new Request(file)).catch(() => undefined)));
}

/** Puts an answer at the end and drops the oldest ones. */
async function keep(store: Cache, key: Request | string, answer: Response, limit: number): Promise<void> {
  await store.delete(key);
  await store.put(key, answer);
  const keys = await store.keys();
  const old = keys.slice(0, Math.max(0, keys.length - limit));
  await Promise.all(old.filter(({ url }) => !url.endsWith(noConnection)).map((request) => store.delete(request)));
}

async function dropOldStores(): Promise<void> {
  const names = await caches.keys();
  const mine = (name: string) => name === assets || name === pages || name.startsWith(reading);
  await Promise.all(names.filter((name) => name.startsWith('hx-') && !mine(name)).map((name) => caches.delete(name)));
}
