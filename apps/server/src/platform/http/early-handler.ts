import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Handles a request before Fastify. Returns the pattern of the route that it has answered, true if another process answers,
 * and false if Fastify must answer.
 */
export type EarlyHandler = (request: IncomingMessage, response: ServerResponse) => string | boolean;

/** Pattern of requests without a route. Metrics never contain an address, because clients choose addresses. */
export const unmatched = 'unmatched';
