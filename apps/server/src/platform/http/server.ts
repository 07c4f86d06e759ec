import { randomBytes } from 'node:crypto';
import { describeIssue } from '@hexpedition/contract/describe-issue';
import fastify, { type FastifyInstance, type FastifyRequest, type FastifyServerOptions, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { installErrorHandler, type UndeclaredError } from './error-handler.ts';
import { jsonPolicy } from './host-guard.ts';

/** A Fastify with our validation, errors, request ids and logs; no routes yet. */
export function createServer(options: {
  logLevel: string;
  trustProxy: boolean;
  serverFactory?: FastifyServerOptions['serverFactory'];
  /** Where lines of the log go; standard output when left out. */
  logTo?: { write(line: string): void };
  /** Told of errors that an endpoint answers with and does not declare; they are logged in any case. */
  onUndeclaredError?: ((error: UndeclaredError) => void) | undefined;
}): FastifyInstance {
  // A request id is a counter, which is cheap, behind this random beginning, which keeps it unique over restarts and
  // nodes.
  const run = randomBytes(6).toString('base64url');
  let requests = 0;
  const app = fastify({
    logger:
      options.logLevel === 'silent'
        ? false
        : { level: options.logLevel, ...(options.logTo ? { stream: options.logTo } : {}) },
    logController: new LogController({ disableRequestLogging: true }),
    // There is one proxy, and the address that it added is the last. The visitor may have sent any before that.
    trustProxy: options.trustProxy ? (_address: string, hop: number) => hop < 1 : false,
    genReqId: () => `${run}-${(++requests).toString(36)}`,
    bodyLimit: 256 * 1024,
    requestTimeout: 30_000,
    // Loading the web side takes its time on a machine that is busy.
    pluginTimeout: 60_000,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    ...(options.serverFactory ? { serverFactory: options.serverFactory } : {}),
  });
  z.config({ customError: describeIssue });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.decorateRequest('viewer', null);
  installErrorHandler(app, options.onUndeclaredError);
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id);
    reply.header('x-content-type-options', 'nosniff');
    const isJson = String(reply.getHeader('content-type')).startsWith('application/json');
    if (isJson) reply.header('content-security-policy', jsonPolicy);
  });
  app.addHook('onResponse', async (request, reply) => {
    // One line a request. Path without query: a query may hold a secret, and a header always may.
    const { method, ip } = request;
    const path = loggedPath(request);
    request.log.info({ method, path, ip, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'answered');
  });
  return app;
}

/**
 * Gives only the beginning of an address that leads nowhere. It may be a real address with a secret in it, called with
 * a method that it does not have, as when the page of a mail's link is sent as a form before its scripts run.
 */
function loggedPath({ url, routeOptions }: FastifyRequest): string {
  const path = url.split('?', 1)[0] ?? '';
  const pattern = routeOptions.url;
  // Whoever has such a link needs nothing else.
  if (pattern?.includes('/:hmac')) return pattern;
  if (pattern !== undefined) return path;
  const end = path.indexOf('/', 1);
  return end < 0 ? path : `${path.slice(0, end)}/…`;
}
