import type { FastifyInstance } from 'fastify';
import type { KyselyConfig } from 'kysely';
import type { EarlyHandler } from '#platform/http/early-handler';

/** Properties of a span. They never contain what a client has sent. */
export type SpanAttributes = Record<string, string | number>;

/** Records what the server does as spans, for an OpenTelemetry collector. */
export interface Tracing {
  /** Records a piece of work. Spans that begin inside of `run` are its children. */
  span<T>(name: string, attributes: SpanAttributes, run: () => Promise<T>): Promise<T>;
  /** Records the requests of a server. */
  attach(app: FastifyInstance): void;
  /** Returns a handler that records the requests which `handle` answers. */
  traced(handle: EarlyHandler): EarlyHandler;
  /** Records statements; undefined if nothing is recorded. */
  onStatement: KyselyConfig['log'];
  /** Returns the headers with which another server continues the trace of the present request. */
  headers(): Record<string, string>;
  /** Sends the remaining spans. */
  close(): Promise<void>;
}

/** Tracing of a platform without a collector. */
export const noTracing: Tracing = {
  span: (_name, _attributes, run) => run(),
  attach: () => {},
  traced: (handle) => handle,
  onStatement: undefined,
  headers: () => ({}),
  close: async () => {},
};
