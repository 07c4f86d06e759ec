import type { PaddleConfig } from '#platform/config';
import { paddlePlaces } from './paddle-origins.public.ts';

/**
 * What the pages of the subscription, and no others, let in so that a checkout can open. `lib/zones.ts` of the web side
 * has the browser load them anew when somebody comes from elsewhere: a policy belongs to a document.
 */
export function createOpenings(config: PaddleConfig) {
  const { checkout, services, script } = paddlePlaces(config);
  const opening = {
    sources: {
      'script-src': script,
      'style-src': script,
      // The checkout's frame is placed by a style attribute. No text of others stands on these pages.
      'style-src-attr': "'unsafe-inline'",
      'connect-src': services,
      'frame-src': checkout,
      'img-src': services,
    },
    paymentFrame: checkout,
  };
  return (path: string) => (/^\/subscription(?:\/|$)/.test(path) ? opening : undefined);
}
