import { type EndpointKey, type ErrorCode, endpointOf, errorsOf } from '@hexpedition/contract';
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { isDatabaseUnavailable, isDiskFull } from '#platform/db/database-errors';
import { AppError, invalid, notFound } from '#platform/errors';

/** An error answer that the endpoint's contract does not declare. It is a defect of the server. */
export interface UndeclaredError {
  endpoint: EndpointKey;
  code: ErrorCode;
  msg: string;
}

/**
 * Installs the handler that answers every error with the same JSON shape. An internal error contains only the request ID.
 * An error that the endpoint does not declare is answered as usual and reported.
 */
export function installErrorHandler(app: FastifyInstance, onUndeclared?: (error: UndeclaredError) => void): void {
  const report = (endpoint: EndpointKey, { code, message }: AppError, request: FastifyRequest) => {
    request.log.error({ endpoint, code }, 'error code is not declared in the contract');
    onUndeclared?.({ endpoint, code, msg: message });
  };

  app.setNotFoundHandler(() => {
    throw addressNotFound();
  });

  app.setErrorHandler((error: FastifyError | Error, request, reply) => {
    const { endpoint } = request.routeOptions.config;
    const expectsBytes = endpoint !== undefined && endpointOf(endpoint).bytes === true;
    const appError = error instanceof AppError ? error : translate(error, expectsBytes);
    if (appError?.code === 'storage_full') request.log.error({ reason: error.message }, 'the disk is full');
    if (appError && endpoint && !errorsOf(endpoint).has(appError.code)) report(endpoint, appError, request);
    reply.header('cache-control', 'no-store');
    if (appError) {
      if (appError.extra.retry_after) reply.header('retry-after', appError.extra.retry_after);
      return reply.status(appError.status).send(appError.toBody());
    }
    // Errors of the database contain statements and parameters, so only name, message and stack are logged.
    request.log.error({ err: { type: error.name, message: error.message, stack: error.stack } }, 'request failed');
    return reply.status(500).send({
      code: 'internal',
      msg: 'Something went wrong on our side. Try again. If it keeps failing, send the operator the request ID.',
      request_id: request.id,
    });
  });
}

/** Error for an address without a route. Addresses of pages have their own Not Found page. */
export const addressNotFound = (): AppError => notFound('address');

/** Maps an error of Fastify, Zod or the database to an AppError. @param expectsBytes true if the body is a file, not JSON */
function translate(error: FastifyError | Error, expectsBytes: boolean): AppError | undefined {
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
    const type = expectsBytes
      ? 'the bytes with Content-Type: application/octet-stream'
      : 'JSON with Content-Type: application/json';
    return new AppError('unsupported_media_type', `Send ${type}.`);
  }
  // Errors that do not belong to a single field.
  const invalidRequest = (msg: string) => new AppError('invalid_request', msg);
  if (code === 'FST_ERR_CTP_EMPTY_JSON_BODY') return invalidRequest('The body is empty; JSON is expected.');
  if (code === 'FST_ERR_CTP_INVALID_JSON_BODY') return invalidRequest('The body is not valid JSON.');
  if (status === 400) return invalidRequest('The request is not valid.');
  // 22021: PostgreSQL does not allow NUL bytes in a text.
  if (code === '22021') return invalidRequest('The request contains a character that cannot be stored.');
  if (isDiskFull(error)) {
    return new AppError('storage_full', 'The server’s disk is full, so nothing was saved. Tell the operator.');
  }
  if (isDatabaseUnavailable(error)) {
    return new AppError('unavailable', 'The database is not available. Try again in a moment.', { retry_after: 5 });
  }
  return undefined;
}
