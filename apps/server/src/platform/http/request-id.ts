import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { EarlyHandler } from './early-handler.ts';
import { forwardedClient } from './forwarded-client.ts';

/** Header in which a server of the platform tells another one the ID of a request. */
export const passedIdHeader = 'x-hexpedition-request-id';

/** IDs of requests, which appear in the log and in answers. */
export interface RequestIds {
  /** Returns the ID of a request, always the same. */
  of(request: IncomingMessage): string;
  /** Returns the ID that the proxy has chosen; undefined if there is none, or if the client may have chosen it. */
  ofProxy(request: IncomingMessage): string | undefined;
}

const validId = /^[\w.:-]{8,64}$/;

/**
 * Creates the IDs of this process.
 * @param options.trustProxy whether a proxy sets `x-request-id`
 * @param options.isBehindWorkers whether only workers of this node send requests, with the IDs that they have chosen
 */
export function createRequestIds(options: { trustProxy: boolean; isBehindWorkers?: boolean }): RequestIds {
  // An ID is a counter after this random prefix, which keeps IDs unique across restarts and nodes.
  const run = randomBytes(6).toString('base64url');
  let requests = 0;
  const known = new WeakMap<IncomingMessage, string>();

  function ofProxy(request: IncomingMessage): string | undefined {
    const isPassed = options.isBehindWorkers || forwardedClient(request) !== undefined;
    const id = isPassed ? request.headers[passedIdHeader] : options.trustProxy && request.headers['x-request-id'];
    return typeof id === 'string' && validId.test(id) ? id : undefined;
  }

  return {
    ofProxy,
    of(request) {
      const id = known.get(request) ?? ofProxy(request) ?? `${run}-${(++requests).toString(36)}`;
      known.set(request, id);
      return id;
    },
  };
}

/** Creates a handler that adds the proxy's ID to answers from a cache. All other answers get theirs from Fastify. */
export const echoProxyId =
  (ids: RequestIds): EarlyHandler =>
  (request, response) => {
    const id = ids.ofProxy(request);
    if (id !== undefined) response.setHeader('x-request-id', id);
    return false;
  };
