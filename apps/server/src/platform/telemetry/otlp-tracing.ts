import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage } from 'node:http';
import {
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  type SpanOptions,
  SpanStatusCode,
  type TextMapGetter,
  trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor, type SpanExporter } from '@opentelemetry/sdk-trace-base';
import type { FastifyRequest } from 'fastify';
import { unmatched } from '#platform/http/early-handler';
import { forwardedClient } from '#platform/http/forwarded-client';
import { version } from '#platform/version';
import type { SpanAttributes, Tracing } from './tracing.ts';

/** Time between two warnings about a collector that does not answer. */
const warnEveryMs = 60_000;
/** Time that a stopping server waits for the collector. */
const closeTimeoutMs = 3_000;

interface Options {
  /** Base address of the collector; spans go to `/v1/traces` below it. */
  url: string;
  trustProxy: boolean;
  node: string;
  warn: (line: string) => void;
}

/** Starts to record spans and to send them to an OpenTelemetry collector, as OTLP over HTTP with JSON. */
export function startTracing({ url, trustProxy, node, warn }: Options): Tracing {
  const exporter = new OTLPTraceExporter({ url: `${url.replace(/\/+$/, '')}/v1/traces`, timeoutMillis: 5_000 });
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(
        resourceFromAttributes({
          'service.name': 'hexpedition',
          'service.version': version,
          'service.instance.id': node,
          'process.pid': process.pid,
        }),
      )
      // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES win.
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(warningExporter(exporter, warn))],
  });
  const tracer = provider.getTracer('hexpedition', version);
  const propagator = new W3CTraceContextPropagator();
  const active = new AsyncLocalStorage<Context>();
  const contexts = new WeakMap<FastifyRequest, { context: Context; span: Span }>();
  const current = () => active.getStore() ?? ROOT_CONTEXT;
  const startSpan = (name: string, options: SpanOptions, parent = current()) => tracer.startSpan(name, options, parent);

  /** Returns the trace of the proxy, or of the node that has forwarded the request. A client cannot choose its trace. */
  function parentOf(request: IncomingMessage): Context {
    const isTrusted = trustProxy || forwardedClient(request) !== undefined;
    return isTrusted ? propagator.extract(ROOT_CONTEXT, request.headers, headerGetter) : ROOT_CONTEXT;
  }

  const requestAttributes = (method: string, route: string, status: number): SpanAttributes => ({
    'http.request.method': method,
    'http.route': route,
    'http.response.status_code': status,
  });

  return {
    async span(name, attributes, run) {
      const span = startSpan(name, { attributes });
      try {
        return await active.run(trace.setSpan(current(), span), run);
      } catch (error) {
        fail(span, error);
        throw error;
      } finally {
        span.end();
      }
    },

    attach(app) {
      app.addHook('onRequest', (request, _reply, done) => {
        // The rendering of a page calls the API inside this process: those calls belong to the page.
        const outer = active.getStore();
        const parent = outer ?? parentOf(request.raw);
        const route = request.is404 ? unmatched : (request.routeOptions.url ?? unmatched);
        const span = startSpan(`${request.method} ${route}`, { kind: SpanKind.SERVER }, parent);
        const context = trace.setSpan(parent, span);
        contexts.set(request, { context, span });
        active.run(context, done);
      });
      // The body arrives in events of the connection, which belong to no request.
      app.addHook('preValidation', (request, _reply, done) => {
        const known = contexts.get(request);
        if (known) active.run(known.context, done);
        else done();
      });
      app.addHook('onError', async (request, _reply, error) => {
        const span = contexts.get(request)?.span;
        if (span) span.setAttribute('error.type', error.name);
      });
      app.addHook('onResponse', async (request, reply) => {
        const span = contexts.get(request)?.span;
        if (!span) return;
        const route = request.is404 ? unmatched : (request.routeOptions.url ?? unmatched);
        span.setAttributes(requestAttributes(request.method, route, reply.statusCode));
        span.setAttribute('hexpedition.request_id', request.id);
        if (reply.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      });
    },

    traced: (handle) => (request, response) => {
      const startTime = Date.now();
      const route = handle(request, response);
      if (typeof route === 'string') {
        const method = request.method ?? 'GET';
        const attributes = requestAttributes(method, route, response.statusCode);
        const options = { kind: SpanKind.SERVER, startTime, attributes };
        startSpan(`${method} ${route}`, options, parentOf(request)).end();
      }
      return route;
    },

    onStatement: ({ level, query, queryDurationMillis, ...event }) => {
      // Statements of heartbeats and sweeps would be traces of one span each.
      if (!active.getStore()) return;
      // The text contains placeholders, and no values.
      const attributes = { 'db.system.name': 'postgresql', 'db.query.text': query.sql };
      const startTime = Date.now() - queryDurationMillis;
      const name = `SQL ${/^[\s(]*(\w+)/.exec(query.sql)?.[1]?.toLowerCase() ?? 'statement'}`;
      const span = startSpan(name, { kind: SpanKind.CLIENT, startTime, attributes });
      if (level === 'error' && 'error' in event) fail(span, event.error);
      span.end();
    },

    headers() {
      const headers: Record<string, string> = {};
      propagator.inject(current(), headers, {
        set: (carrier, name, value) => Object.assign(carrier, { [name]: value }),
      });
      return headers;
    },

    async close() {
      const timeout = new Promise<void>((resolve) => setTimeout(resolve, closeTimeoutMs).unref());
      await Promise.race([provider.shutdown().catch(() => {}), timeout]);
    },
  };
}

/** Records that a piece of work has failed. Messages may contain what a client has sent, so only the type is recorded. */
function fail(span: Span, error: unknown): void {
  const { code, name } = error as { code?: unknown; name?: unknown };
  span.setAttribute('error.type', typeof code === 'string' ? code : String(name ?? 'Error'));
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** Returns an exporter that warns when the collector does not take the spans, at most once per minute. */
function warningExporter(exporter: SpanExporter, warn: (line: string) => void): SpanExporter {
  let warnedAt = Number.NEGATIVE_INFINITY;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.code !== 0 && performance.now() - warnedAt > warnEveryMs) {
          warnedAt = performance.now();
          warn(
            `Traces: the collector of OTEL_EXPORTER_OTLP_ENDPOINT takes no spans: ${result.error?.message ?? 'unknown reason'}`,
          );
        }
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
  };
}

const headerGetter: TextMapGetter<IncomingMessage['headers']> = {
  keys: (headers) => Object.keys(headers),
  get: (headers, name) => headers[name],
};
