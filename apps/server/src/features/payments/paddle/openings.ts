import type { PaddleConfig } from '#platform/config';

/** Where Paddle's script, its checkout and what both ask for lie. */
const hosts = {
  production: { checkout: 'https://buy.paddle.com', services: 'https://*.paddle.com' },
  sandbox: { checkout: 'https://sandbox-buy.paddle.com', services: 'https://*.paddle.com' },
} as const;
const scripts = 'https://cdn.paddle.com';

/**
 * What the pages of the subscription, and no others, let in so that a checkout can open. `lib/zones.ts` of the web side
 * has the browser load them anew when somebody comes from elsewhere: a policy belongs to a document.
 */
export function createOpenings({ environment, local }: PaddleConfig) {
  const { checkout, services } = local ? { checkout: local.url, services: local.url } : hosts[environment];
  const script = local ? local.url : scripts;
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
