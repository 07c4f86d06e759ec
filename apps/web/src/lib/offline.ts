import { trusted } from './trusted-types.ts';

/*
 * Reading without a connection: offline/service-worker.ts keeps what was opened. Here is what the pages do about it.
 */

/** Starts the service worker when the page has nothing better to do. Without one everything works, online. */
export function startOfflineReading() {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // The first visit: the worker comes when the page has long been loaded.
  navigator.serviceWorker.addEventListener('controllerchange', () => keepForLater(location.pathname));
  // Or it came from the page before, while this one was on its way past it.
  const [opening] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (opening?.workerStart === 0) keepForLater(location.pathname);
  const register = () => {
    navigator.serviceWorker.register(trusted().createScriptURL('/sw.js')).catch(() => {
      // A private window, or a browser that forbids it: there is nothing to be done.
    });
  };
  // Safari has no idle callback.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(register, { timeout: 5000 });
  else setTimeout(register, 2000);
}

/** Keeps the page at this path for later, however it was reached. */
export function keepForLater(path: string) {
  navigator.serviceWorker?.controller?.postMessage(path);
}

/** What one reader has read is not for the next one at the same machine. */
export function forgetReading() {
  if (!('caches' in globalThis)) return;
  // Answers that are still on their way must not be kept either.
  navigator.serviceWorker?.controller?.postMessage('forget');
  void caches
    .keys()
    .then((names) =>
      Promise.all(names.filter((name) => name.startsWith('hx-reading-')).map((name) => caches.delete(name))),
    )
    .catch(() => undefined);
}
