import type { PaddleConfig } from '#platform/config';

/** Where Paddle's script, its checkout and what both ask for lie. */
const places = {
  production: { checkout: 'https://buy.paddle.com', services: 'https://*.paddle.com' },
  sandbox: { checkout: 'https://sandbox-buy.paddle.com', services: 'https://*.paddle.com' },
} as const;
const script = 'https://cdn.paddle.com';

/** The origins that a checkout needs. */
export const paddlePlaces = ({ environment, local }: PaddleConfig) =>
  local ? { checkout: local.url, services: local.url, script: local.url } : { ...places[environment], script };

/** Their hosts; `*.paddle.com` is any below that one. */
export const paddleHosts = (config: PaddleConfig): string[] => {
  const { script: from, checkout, services } = paddlePlaces(config);
  return [...new Set([from, checkout, services].map((place) => place.replace(/^https?:\/\//, '')))];
};
