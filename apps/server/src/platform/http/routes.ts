import {
  type EndpointAnswer,
  type EndpointInput,
  type EndpointKey,
  ErrorAnswer,
  endpoints,
} from '@hexpedition/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { z } from 'zod';
import type { Viewer } from './viewer.ts';

type ViewerOf<K extends EndpointKey> = (typeof endpoints)[K]['access'] extends 'public' ? Viewer | null : Viewer;

/** What a handler receives: validated input, the viewer that the endpoint's access promises, the raw request and the reply. */
interface Call<K extends EndpointKey> extends EndpointInput<K> {
  viewer: ViewerOf<K>;
  request: FastifyRequest;
  /** For headers; the answer is what the handler returns. */
  reply: FastifyReply;
}

export type Handlers = { [K in EndpointKey]?: (call: Call<K>) => Promise<EndpointAnswer<K>> };

interface AnyEndpoint {
  access: 'public' | 'user' | 'superuser';
  tag: string;
  summary: string;
  bodyLimit?: number;
  ownCredential?: true;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  response: z.ZodType;
}

/**
 * Registers endpoints of the contract: path, access and schemas come from there, so a handler only delegates.
 * Input is validated before it runs; its answer is cut to the response schema after.
 */
export function registerEndpoints(app: FastifyInstance, handlers: Handlers): void {
  for (const key of Object.keys(handlers) as EndpointKey[]) {
    const endpoint: AnyEndpoint = endpoints[key];
    // The table pairs each key with a handler of its own type; the union of all of them cannot say so.
    const handler = handlers[key] as unknown as (call: unknown) => Promise<unknown>;
    const [method, url] = key.split(' ') as [HTTPMethods, string];
    app.route({
      method,
      url,
      ...(endpoint.bodyLimit ? { bodyLimit: endpoint.bodyLimit } : {}),
      config: { access: endpoint.access, ignoresCredential: endpoint.ownCredential ?? false },
      schema: {
        tags: [endpoint.tag],
        summary: endpoint.summary,
        ...(endpoint.access === 'public' ? {} : { security: [{ bearer: [] }] }),
        ...(endpoint.params ? { params: endpoint.params } : {}),
        ...(endpoint.query ? { querystring: endpoint.query } : {}),
        ...(endpoint.body ? { body: endpoint.body } : {}),
        response: { 200: endpoint.response, '4xx': ErrorAnswer, '5xx': ErrorAnswer },
      },
      handler: (request, reply) =>
        handler({
          params: request.params,
          query: request.query,
          body: request.body,
          viewer: request.viewer,
          request,
          reply,
        }),
    });
  }
}
