import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Config } from '#platform/config';
import { AppError } from '#platform/errors';

/** May answer before Fastify does; true means that it has. */
export type EarlyHandler = (request: IncomingMessage, response: ServerResponse) => boolean;

/** The names of this machine itself, which lead nobody elsewhere. */
const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);
/** Probes ask by address: they know no name of the platform. */
const probes = new Set(['/healthz', '/readyz']);

/**
 * Stands before everything of the platform. Tells browsers to come by https only where the platform is reached so, and
 * refuses hosts that are not the platform's: another site could point its own name at this address, and would then be
 * one origin with us in a visitor's browser. The hosts of labs are the gateway's.
 */
export function createHostGuard({ publicUrl, isProduction }: Pick<Config, 'publicUrl' | 'isProduction'>): EarlyHandler {
  const { hostname, protocol } = new URL(publicUrl);
  const known = loopback.has(hostname) ? loopback : new Set([hostname]);
  const refusal = new AppError(
    'misdirected',
    `This platform is at ${publicUrl} and answers under no other name. Its operator sets that in PUBLIC_URL.`,
  );
  const text = JSON.stringify(refusal.toBody());

  return (request, response) => {
    if (protocol === 'https:') response.setHeader('strict-transport-security', 'max-age=31536000');
    if (!isProduction || known.has(hostOf(request)) || probes.has(request.url?.split('?', 1)[0] ?? '')) return false;
    response.writeHead(refusal.status, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(text),
      'content-security-policy': jsonPolicy,
      'cache-control': 'no-store',
      connection: 'close',
    });
    response.end(request.method === 'HEAD' ? undefined : text);
    return true;
  };
}

/** For answers that are data: a browser that shows one as a page loads and runs nothing. */
export const jsonPolicy = "default-src 'none'; frame-ancestors 'none'";

/** The host name that a request is for, without port and without the dot of a complete name. */
const hostOf = ({ headers }: IncomingMessage): string =>
  (headers.host ?? '').replace(/:\d*$/, '').replace(/\.$/, '').toLowerCase();
