import { trusted } from './trusted-types.ts';

/*
 * Page side of offline reading. offline/service-worker.ts caches the pages that were opened.
 */

/** Registers the service worker when the browser is idle. Without one everything works online. */
export function registerOfflineReading() {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // First visit: the worker becomes active after this page was loaded.
  navigator.serviceWorker.addEventListener('controllerchange', () => cacheForOffline(location.pathname));
  // The worker became active while this page was loading.
  const [opening] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (opening?.workerStart === 0) cacheForOffline(location.pathname);
  const register = () => {
    navigator.serviceWorker.register(trusted().createScriptURL('/sw.js')).catch(() => {
      // Private window, or blocked by the browser: continue without offline reading.
    });
  };
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(register, { timeout: 5000 });
  else setTimeout(register, 2000);
}

/** Asks the service worker to cache the page at this path. */
export function cacheForOffline(path: string) {
  navigator.serviceWorker?.controller?.postMessage(path);
}

/** Deletes cached pages, so that the next user of this browser cannot read them. */
export function clearOfflineCache() {
  if (!('caches' in globalThis)) return;
  // Pending responses must not be cached either.
  navigator.serviceWorker?.controller?.postMessage('forget');
  void caches
    .keys()
    .then((names) =>
      Promise.all(names.filter((name) => name.startsWith('hx-reading-')).map((name) => caches.delete(name))),
    )
    .catch(() => undefined);
}
