import { RouterClient } from '@tanstack/react-router/ssr/client';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { createApi } from '#lib/api.ts';
import { browserTransport } from '#lib/browser-transport.ts';
import { registerOfflineReading } from '#lib/offline-reading.ts';
import { makeRouter } from '#lib/router.ts';

/** Hydrates the page in several tasks, between which the browser can paint and scroll. */
export async function hydrate(): Promise<void> {
  await nextTask();
  const router = makeRouter({ api: createApi(browserTransport) });
  await nextTask();
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RouterClient router={router} />
      </StrictMode>,
    );
  });
  registerOfflineReading();
  // Not part of the first load. Without it, a page opens at its top after the log-in.
  import('#lib/return-scroll.ts').then(
    ({ restoreScrollAfterLogin }) => restoreScrollAfterLogin(router),
    () => undefined,
  );
  // The router reloads the page when a script is missing. Without a connection that would lose the page. After
  // `preventDefault` the route fails instead, and its error page reports the connection.
  window.addEventListener('vite:preloadError', (event) => {
    if (!navigator.onLine) event.preventDefault();
  });
}

const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve));
