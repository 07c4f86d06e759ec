import type { AnyRouter } from '@tanstack/react-router';
import { safeSessionStorage } from './safe-storage.ts';

const key = 'return-scroll';
const isEntry = (path: string | undefined) => path === '/login' || path === '/signup';

/**
 * Restores the scroll position of the page that a visitor left to log in or to sign up. The router itself restores it
 * only for the Back button. A hash in the address goes first.
 */
export function restoreScrollAfterLogin(router: Pick<AnyRouter, 'subscribe'>): void {
  // The router's own events come after the page has changed its height.
  addEventListener('click', ({ target }) => storePosition(target), { capture: true });
  router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
    if (!isEntry(fromLocation?.pathname) || isEntry(toLocation.pathname)) return;
    const left = read();
    store(undefined);
    if (left?.path !== toLocation.pathname || toLocation.hash !== '') return;
    // After the router, which scrolls to the top.
    requestAnimationFrame(() => scrollWhileGrowing(left.top));
  });
}

/** Stores the position if a link to the log-in or sign-up page was pressed. */
function storePosition(pressed: EventTarget | null): void {
  const link = pressed instanceof Element ? pressed.closest<HTMLAnchorElement>('a[href]') : null;
  if (!link || !isEntry(link.pathname) || isEntry(location.pathname)) return;
  store(JSON.stringify({ path: location.pathname, top: scrollY }));
}

const retryMs = 50;
const maxRetries = 60;

/** Scrolls to a position, and again while the page is still too short for it, until the user scrolls. */
function scrollWhileGrowing(top: number): void {
  const stop = new AbortController();
  for (const input of ['wheel', 'touchstart', 'keydown', 'pointerdown'])
    addEventListener(input, () => stop.abort(), { signal: stop.signal, passive: true });
  const attempt = (retries: number) => {
    if (stop.signal.aborted) return;
    scrollTo({ top, behavior: 'instant' });
    if (scrollY >= top - 1 || retries === 0) stop.abort();
    else setTimeout(attempt, retryMs, retries - 1);
  };
  attempt(maxRetries);
}

function store(value: string | undefined): void {
  if (value === undefined) safeSessionStorage.removeItem(key);
  else safeSessionStorage.setItem(key, value);
}

const read = (): { path: string; top: number } | undefined =>
  JSON.parse(safeSessionStorage.getItem(key) ?? 'null') ?? undefined;
