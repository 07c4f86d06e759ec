import type { IncomingMessage } from 'node:http';

/** Clients of the requests that another node has forwarded, with their addresses. */
const forwardedFor = new WeakMap<IncomingMessage, string>();

/** Records that another node has forwarded the request, and the address of its client. */
export const setForwarded = (request: IncomingMessage, clientAddress: string): void =>
  void forwardedFor.set(request, clientAddress);

/** Returns the client's address of a request that another node has forwarded; undefined for all others. */
export const forwardedClient = (request: IncomingMessage): string | undefined => forwardedFor.get(request);
