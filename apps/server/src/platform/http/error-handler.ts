import { type EndpointKey, type ErrorCode, endpointOf, errorsOf } from '@hexpedition/contract';
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { isDatabaseUnavailable, isDiskFull } from '#platform/db/database-errors';
import { AppError, invalid, notFound } from '#platform/errors';

/** An endpoint has answered with an error that the contract does not give it, which is a defect of the server. */
export interface UndeclaredError {
  endpoint: EndpointKey;
  code: ErrorCode;
  msg: string;
}

/**
 * Every error becomes one JSON shape; a 5xx tells nothing but the number to quote. One that its endpoint does not declare
 * is answered all the same, and reported.
 */
export function installErrorHandler(app: FastifyInstance, onUndeclared?: (error: UndeclaredError) => void): void {
  const report = (endpoint: EndpointKey, { code, message }: AppError, request: FastifyRequest) => {
    request.log.error({ endpoint, code }, 'answered with an error that the contract does not declare');
    onUndeclared?.({ endpoint, code, msg: message });
  };

  app.setNotFoundHandler(() => {
    throw addressNotFound();
  });

  app.setErrorHandler((error: FastifyError | Error, request, reply) => {
    const { endpoint } = request.routeOptions.config;
    const takesBytes = endpoint !== undefined && endpointOf(endpoint).bytes === true;
    const known = error instanceof AppError ? error : translate(error, takesBytes);
    if (known?.code === 'storage_full') request.log.error({ reason: error.message }, 'the disk is full');
    if (known && endpoint && !errorsOf(endpoint).has(known.code)) report(endpoint, known, request);
    reply.header('cache-control', 'no-store');
    if (known) {
      if (known.extra.retry_after) reply.header('retry-after', known.extra.retry_after);
      return reply.status(known.status).send(known.toBody());
    }
    // The database's errors carry statements and parameters; the log gets name, message and stack only.
    request.log.error({ err: { type: error.name, message: error.message, stack: error.stack } }, 'request failed');
    return reply.status(500).send({
      code: 'internal',
      msg: 'Something failed on our side. Try again; if it stays, tell the operator the request id.',
      request_id: request.id,
    });
  });
}

/** For addresses that nothing answers; those that could be a page have a Not Found page of their own. */
export const addressNotFound = (): AppError => notFound('address');

/** @param takesBytes whether the call wants the bytes of a file, and no JSON */
function translate(error: FastifyError | Error, takesBytes: boolean): AppError | undefined {
  if (hasZodFastifySchemaValidationErrors(error)) {
    const fields: Record<string, string> = {};
    for (const issue of error.validation) {
      const name = issue.instancePath.split('/').filter(Boolean).join('.') || 'body';
      fields[name] ??= issue.message ?? 'Not valid.';
    }
    return invalid(fields);
  }
  const code = 'code' in error ? error.code : undefined;
  const status = 'statusCode' in error ? error.statusCode : undefined;
  if (status === 413) return new AppError('too_large', 'The request is too large.');
  if (status === 415) {
    const type = takesBytes
      ? 'the bytes with Content-Type: application/octet-stream'
      : 'JSON with Content-Type: application/json';
    return new AppError('unsupported_media_type', `Send ${type}.`);
  }
  // These concern no single field.
  const whole = (msg: string) => new AppError('invalid_request', msg);
  if (code === 'FST_ERR_CTP_EMPTY_JSON_BODY') return whole('The body is empty; JSON is expected.');
  if (code === 'FST_ERR_CTP_INVALID_JSON_BODY') return whole('The body is not valid JSON.');
  if (status === 400) return whole('The request is not valid.');
  // PostgreSQL takes no NUL byte in a text: 22021.
  if (code === '22021') return whole('The request holds a character that cannot be stored.');
  if (isDiskFull(error)) {
    return new AppError('storage_full', 'The disk of the server is full, so nothing was saved. Tell the operator.');
  }
  if (isDatabaseUnavailable(error)) {
    return new AppError('unavailable', 'The database does not answer. Try again in a moment.', { retry_after: 5 });
  }
  return undefined;
}
