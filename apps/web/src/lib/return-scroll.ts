import type { AnyRouter } from '@tanstack/react-router';

const key = 'return-scroll';
const isEntry = (path: string | undefined) => path === '/login' || path === '/signup';

/**
 * Restores the scroll position of the page that a visitor left to log in or to sign up. The router itself restores it
 * only for the Back button. A hash in the address goes first.
 */
export function restoreScrollAfterLogin(router: Pick<AnyRouter, 'subscribe'>): void {
  router.subscribe('onBeforeNavigate', ({ fromLocation, toLocation }) => {
    if (!fromLocation || !isEntry(toLocation.pathname) || isEntry(fromLocation.pathname)) return;
    store(JSON.stringify({ path: fromLocation.pathname, top: scrollY }));
  });
  router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
    if (!isEntry(fromLocation?.pathname) || isEntry(toLocation.pathname)) return;
    const left = read();
    store(undefined);
    if (left?.path !== toLocation.pathname || toLocation.hash !== '') return;
    // After the router, which scrolls to the top.
    requestAnimationFrame(() => scrollTo({ top: left.top, behavior: 'instant' }));
  });
}

function store(value: string | undefined): void {
  try {
    if (value === undefined) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, value);
  } catch {
    // Storage is blocked: the page opens at its top.
  }
}

function read(): { path: string; top: number } | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}
