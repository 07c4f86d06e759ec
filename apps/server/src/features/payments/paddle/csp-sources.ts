import type { PaddleConfig } from '#platform/config';
import { paddleOrigins } from './paddle-origins.public.ts';

/**
 * Additional CSP sources for the subscription pages, so that Paddle's checkout can open there. A policy belongs to a
 * document, so `lib/csp-zones.ts` of the web app makes the browser load these pages as new documents.
 */
export function createCspSources(config: PaddleConfig) {
  const { checkout, services, script } = paddleOrigins(config);
  const checkoutSources = {
    sources: {
      'script-src': script,
      'style-src': script,
      // Paddle positions the checkout frame with a style attribute. These pages show no text of other users.
      'style-src-attr': "'unsafe-inline'",
      'connect-src': services,
      'frame-src': checkout,
      'img-src': services,
    },
    paymentFrame: checkout,
  };
  return (path: string) => (/^\/subscription(?:\/|$)/.test(path) ? checkoutSources : undefined);
}
