import { describeIssue } from '@hexpedition/contract/describe-issue';
import fastify, { type FastifyInstance, type FastifyRequest, type FastifyServerOptions, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { installErrorHandler, type UndeclaredError } from './error-handler.ts';
import { jsonPolicy } from './host-guard.ts';
import { createRequestIds, type RequestIds } from './request-id.ts';

/** Creates a Fastify instance with validation, error handling, request IDs and logging, and without routes. */
export function createServer(options: {
  logLevel: string;
  trustProxy: boolean;
  /** IDs of requests; by default they are those of this server alone. */
  requestIds?: RequestIds;
  serverFactory?: FastifyServerOptions['serverFactory'];
  /** Destination of log lines; standard output by default. */
  logTo?: { write(line: string): void } | undefined;
  /** Called for errors that the endpoint does not declare. They are logged in any case. */
  onUndeclaredError?: ((error: UndeclaredError) => void) | undefined;
}): FastifyInstance {
  const { requestIds = createRequestIds(options) } = options;
  const app = fastify({
    logger:
      options.logLevel === 'silent'
        ? false
        : { level: options.logLevel, ...(options.logTo ? { stream: options.logTo } : {}) },
    logController: new LogController({ disableRequestLogging: true }),
    // There is one proxy, and it appends the client's address. The visitor may have forged the addresses before it.
    trustProxy: options.trustProxy ? (_address: string, hop: number) => hop < 1 : false,
    genReqId: requestIds.of,
    // The IDs above decide which header is trusted.
    requestIdHeader: false,
    bodyLimit: 256 * 1024,
    requestTimeout: 30_000,
    // Loading the web application can take long on a busy machine.
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
    // One line per request, with the path only: the query and the headers may contain secrets.
    const { method, ip } = request;
    const path = loggedPath(request);
    request.log.info(
      { method, path, ip, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'request completed',
    );
  });
  return app;
}

/**
 * Returns the path to log. For an address without a route, that is only its first segment: it may be a real address with
 * a secret, called with the wrong method. This happens when the page of a link from a mail is submitted as a form before
 * its scripts run.
 */
function loggedPath({ url, routeOptions }: FastifyRequest): string {
  const path = url.split('?', 1)[0] ?? '';
  const pattern = routeOptions.url;
  // Such a link is a credential by itself.
  if (pattern?.includes('/:hmac')) return pattern;
  if (pattern !== undefined) return path;
  const end = path.indexOf('/', 1);
  return end < 0 ? path : `${path.slice(0, end)}/…`;
}
