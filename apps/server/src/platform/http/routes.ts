import type { Readable } from 'node:stream';
import {
  type EndpointAnswer,
  type EndpointInput,
  type EndpointKey,
  ErrorAnswer,
  endpointOf,
  type endpoints,
} from '@hexpedition/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { type Reader, type Viewer, visitor } from './viewer.ts';

type Declared<K extends EndpointKey> = (typeof endpoints)[K];
type ViewerOf<K extends EndpointKey> = Declared<K>['access'] extends 'public' ? Viewer | null : Viewer;

/** What a handler receives: validated input, the viewer that the endpoint's access promises, the raw request and the reply. */
interface Call<K extends EndpointKey> extends EndpointInput<K> {
  viewer: ViewerOf<K>;
  /** The viewer, or the visitor where there is none. */
  reader: Reader;
  request: FastifyRequest;
  /** For headers; the answer is what the handler returns. */
  reply: FastifyReply;
  /**
   * Asks this call for a proof of work. Only for endpoints with `pow: 'sometimes'`: with `pow: true`, every call is
   * asked before its handler runs.
   * @throws AppError pow_required, pow_invalid
   */
  askForProof: Declared<K> extends { pow: 'sometimes' } ? () => Promise<void> : undefined;
}

type AnswerOf<K extends EndpointKey> = Declared<K> extends { contentType: string } ? Readable : EndpointAnswer<K>;

export type Handlers = { [K in EndpointKey]?: (call: Call<K>) => Promise<AnswerOf<K>> };

/**
 * Checks the header X-POW of a call and uses it up.
 * @throws AppError pow_required, pow_invalid
 */
type ConsumeProof = (header: string | string[] | undefined, method: string, path: string) => Promise<void>;

declare module 'fastify' {
  interface FastifyInstance {
    /** Set by the composition root, because the platform does not know what a proof of work is. */
    consumeProof?: ConsumeProof;
    /** Set by the composition root, because the operator says what visitors reach. Without it that is the free tier. */
    visitor?: Reader;
  }
  interface FastifyContextConfig {
    /** The endpoint of the contract that this route serves, if any: its errors are compared with what it declares. */
    endpoint?: EndpointKey;
  }
}

/**
 * Registers endpoints of the contract: path, access, schemas, proof of work and errors come from there, so a handler only
 * delegates. The order is: access, validation, proof of work, handler. So a request that makes no sense uses up no proof.
 * The answer is cut to the response schema.
 */
export function registerEndpoints(app: FastifyInstance, handlers: Handlers): void {
  for (const key of Object.keys(handlers) as EndpointKey[]) {
    const endpoint = endpointOf(key);
    // The table pairs each key with a handler of its own type; the union of all of them cannot say so.
    const handler = handlers[key] as unknown as (call: unknown) => Promise<unknown>;
    const [method, url] = key.split(' ') as [HTTPMethods, string];
    const consume = app.consumeProof;
    if (endpoint.pow && !consume) throw new Error(`${key} needs a proof of work, and nothing here can check one.`);
    const prove = async (request: FastifyRequest) => consume?.(request.headers['x-pow'], method, url);
    app.route({
      method,
      url,
      ...(endpoint.bodyLimit ? { bodyLimit: endpoint.bodyLimit } : {}),
      config: { endpoint: key, access: endpoint.access, ignoresCredential: endpoint.ownCredential ?? false },
      schema: {
        tags: [endpoint.tag],
        summary: endpoint.summary,
        ...(endpoint.access === 'public' ? {} : { security: [{ bearer: [] }] }),
        ...(endpoint.params ? { params: endpoint.params } : {}),
        ...(endpoint.query ? { querystring: endpoint.query } : {}),
        ...(endpoint.body ? { body: endpoint.body } : {}),
        response: { 200: endpoint.response, '4xx': ErrorAnswer, '5xx': ErrorAnswer },
      },
      ...(endpoint.pow === true ? { preHandler: prove } : {}),
      handler: async (request, reply) => {
        const answer = await handler({
          params: request.params,
          query: request.query,
          body: request.body,
          viewer: request.viewer,
          reader: request.viewer ?? app.visitor ?? visitor({ freeTier: 0, preview: null }),
          request,
          reply,
          askForProof: endpoint.pow === 'sometimes' ? () => prove(request) : undefined,
        });
        const { contentType } = endpoint;
        if (contentType) reply.type(contentType.startsWith('text/') ? `${contentType}; charset=utf-8` : contentType);
        return answer;
      },
    });
  }
}
