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
import type { SharedAnswers } from './shared-answers.ts';
import { type Reader, type Viewer, visitor } from './viewer.ts';

type EndpointDeclaration<K extends EndpointKey> = (typeof endpoints)[K];
type ViewerOf<K extends EndpointKey> = EndpointDeclaration<K>['access'] extends 'public' ? Viewer | null : Viewer;

/** Arguments of a handler: validated input, the viewer that the endpoint's access guarantees, the request and the reply. */
export interface Call<K extends EndpointKey> extends EndpointInput<K> {
  viewer: ViewerOf<K>;
  /** The viewer, or the anonymous visitor. */
  reader: Reader;
  request: FastifyRequest;
  /** For setting headers. The handler returns the answer. */
  reply: FastifyReply;
  /**
   * Requires a proof of work for this call. Only for endpoints with `pow: 'sometimes'`; with `pow: true`, every call needs
   * one before its handler runs.
   * @throws AppError pow_required, pow_invalid
   */
  requireProof: EndpointDeclaration<K> extends { pow: 'sometimes' } ? () => Promise<void> : undefined;
  /**
   * Returns an answer that all callers of this endpoint share who get the same variant. The handler has checked that the
   * caller may see it. Only for endpoints with `shared`.
   */
  shareAs: EndpointDeclaration<K> extends { shared: object } ? ShareAs<AnswerOf<K>> : undefined;
}

type ShareAs<Answer> = (variant: string, produce: () => Promise<Answer>) => Promise<Answer>;

type AnswerOf<K extends EndpointKey> =
  EndpointDeclaration<K> extends { contentType: string } ? Readable : EndpointAnswer<K>;

export type Handlers = { [K in EndpointKey]?: (call: Call<K>) => Promise<AnswerOf<K>> };

/**
 * Verifies and consumes the proof of work in a call's X-POW header.
 * @throws AppError pow_required, pow_invalid
 */
type ConsumeProof = (header: string | string[] | undefined, method: string, path: string) => Promise<void>;

declare module 'fastify' {
  interface FastifyInstance {
    /** Set by the composition root, because `platform` does not implement proof of work. */
    consumeProof?: ConsumeProof;
    /** Reads the properties of visitors, from the site's settings. Set by the composition root; by default tier 0. */
    readVisitor?: () => Promise<Reader>;
    /** Set by the composition root. Without it, every answer is made for its call. */
    sharedAnswers?: SharedAnswers | undefined;
  }
  interface FastifyContextConfig {
    /** The contract endpoint of this route, if any. The error handler compares errors with its declaration. */
    endpoint?: EndpointKey;
  }
}

/**
 * Registers endpoints of the contract. The contract defines path, access, schemas, proof of work and errors, so a handler
 * only delegates. The order is access, validation, proof of work, handler, so an invalid request does not consume a proof.
 * Serialization drops properties that the response schema does not have.
 */
export function registerEndpoints(app: FastifyInstance, handlers: Handlers): void {
  for (const key of Object.keys(handlers) as EndpointKey[]) {
    const endpoint = endpointOf(key);
    // TypeScript cannot express that each key has a handler of its own type.
    const handler = handlers[key] as unknown as (call: unknown) => Promise<unknown>;
    const [method, url] = key.split(' ') as [HTTPMethods, string];
    const consume = app.consumeProof;
    const answers = app.sharedAnswers;
    const shared = answers && endpoint.shared;
    if (endpoint.pow && !consume) throw new Error(`${key} needs a proof of work, but consumeProof is not set.`);
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
        const { viewer } = request;
        const run = async () =>
          handler({
            params: request.params,
            query: request.query,
            body: request.body,
            viewer,
            reader: viewer ?? (await app.readVisitor?.()) ?? visitor({ freeTier: 0, preview: null }),
            request,
            reply,
            requireProof: endpoint.pow === 'sometimes' ? () => prove(request) : undefined,
            // The answers of visitors are shared without a variant.
            shareAs: (variant: string, produce: () => Promise<unknown>) =>
              shared && viewer ? answers.answer(request, reply, shared, produce, variant) : produce(),
          });
        const isShared = shared && (shared.by === 'everyone' || !viewer);
        const answer = await (isShared ? answers.answer(request, reply, shared, run) : run());
        const { contentType } = endpoint;
        if (contentType) reply.type(contentType.startsWith('text/') ? `${contentType}; charset=utf-8` : contentType);
        return answer;
      },
    });
  }
}
