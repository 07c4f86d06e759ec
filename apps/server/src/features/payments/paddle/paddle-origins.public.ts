import type { PaddleConfig } from '#platform/config';

const origins = {
  production: { checkout: 'https://buy.paddle.com', services: 'https://*.paddle.com' },
  sandbox: { checkout: 'https://sandbox-buy.paddle.com', services: 'https://*.paddle.com' },
} as const;
const script = 'https://cdn.paddle.com';

/** Returns the origins of Paddle's script, its checkout frame, and the services that both call. */
export const paddleOrigins = ({ environment, local }: PaddleConfig) =>
  local ? { checkout: local.url, services: local.url, script: local.url } : { ...origins[environment], script };

/** Returns the hosts of these origins. `*.paddle.com` stands for any subdomain. */
export const paddleHosts = (config: PaddleConfig): string[] => {
  const { script: scriptOrigin, checkout, services } = paddleOrigins(config);
  return [...new Set([scriptOrigin, checkout, services].map((origin) => origin.replace(/^https?:\/\//, '')))];
};
