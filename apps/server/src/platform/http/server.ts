import { randomUUID } from 'node:crypto';
import fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { installErrorHandler } from './error-handler.ts';

/** A Fastify with our validation, errors, request ids and logs; no routes yet. */
export function createServer(options: {
  logLevel: string;
  trustProxy: boolean;
  serverFactory?: FastifyServerOptions['serverFactory'];
}): FastifyInstance {
  const app = fastify({
    logger: options.logLevel === 'silent' ? false : { level: options.logLevel, serializers: { req: describeRequest } },
    trustProxy: options.trustProxy,
    genReqId: () => randomUUID(),
    bodyLimit: 256 * 1024,
    requestTimeout: 30_000,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    ...(options.serverFactory ? { serverFactory: options.serverFactory } : {}),
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.decorateRequest('viewer', null);
  installErrorHandler(app);
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id);
    reply.header('x-content-type-options', 'nosniff');
  });
  return app;
}

/** Path without query: a query may hold a secret, and a header always may. */
function describeRequest(request: { method: string; url: string; ip: string }) {
  return { method: request.method, path: request.url.split('?', 1)[0], ip: request.ip };
}
