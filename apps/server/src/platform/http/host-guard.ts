import type { IncomingMessage } from 'node:http';
import type { Config } from '#platform/config';
import { AppError } from '#platform/errors';
import { type EarlyHandler, unmatched } from './early-handler.ts';

/** Names of this machine. They cannot point to another host. */
const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);
/** Paths for probes and monitoring, which use the IP address because they do not know the platform's name. */
const probes = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * Creates the handler that runs before all other handlers of the platform. It sends Strict-Transport-Security when the
 * platform uses https, and rejects requests for other hosts. Otherwise another site could point its own host name at
 * this address and have the same origin as the platform in a visitor's browser. The gateway handles the hosts of labs.
 */
export function createHostGuard({ publicUrl, isProduction }: Pick<Config, 'publicUrl' | 'isProduction'>): EarlyHandler {
  const { hostname, protocol } = new URL(publicUrl);
  const allowedHosts = loopback.has(hostname) ? loopback : new Set([hostname]);
  const rejection = new AppError(
    'misdirected',
    `Open this platform at ${publicUrl}. It rejects other host names. The operator sets the address in PUBLIC_URL.`,
  );
  const text = JSON.stringify(rejection.toBody());

  return (request, response) => {
    if (protocol === 'https:') response.setHeader('strict-transport-security', 'max-age=31536000');
    if (!isProduction || allowedHosts.has(hostOf(request)) || probes.has(request.url?.split('?', 1)[0] ?? ''))
      return false;
    response.writeHead(rejection.status, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(text),
      'content-security-policy': jsonPolicy,
      'cache-control': 'no-store',
      connection: 'close',
    });
    response.end(request.method === 'HEAD' ? undefined : text);
    return unmatched;
  };
}

/** Content Security Policy of JSON answers. A browser that shows one as a page loads and runs nothing. */
export const jsonPolicy = "default-src 'none'; frame-ancestors 'none'";

/** Returns the host name of a request without its port and without a trailing dot. */
const hostOf = ({ headers }: IncomingMessage): string =>
  (headers.host ?? '').replace(/:\d*$/, '').replace(/\.$/, '').toLowerCase();
