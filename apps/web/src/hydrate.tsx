import { RouterClient } from '@tanstack/react-router/ssr/client';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { createApi } from '#lib/api.ts';
import { browserTransport } from '#lib/browser-transport.ts';
import { startOfflineReading } from '#lib/offline.ts';
import { makeRouter } from '#lib/router.ts';

const router = makeRouter({ api: createApi(browserTransport) });

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RouterClient router={router} />
    </StrictMode>,
  );
});

startOfflineReading();
