import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface CollectedSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  attributes: Record<string, unknown>;
}

export interface TraceCollector {
  url: string;
  /** Everything that was received, as text. */
  text(): string;
  spans(): CollectedSpan[];
  close(): void;
}

interface OtlpSpan extends Omit<CollectedSpan, 'attributes'> {
  attributes?: { key: string; value: Record<string, unknown> }[];
}

/** Starts a collector that receives traces as OpenTelemetry's protocol over HTTP with JSON. */
export async function startTraceCollector(): Promise<TraceCollector> {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    if (request.url === '/v1/traces') bodies.push(Buffer.concat(parts).toString());
    response.writeHead(request.url === '/v1/traces' ? 200 : 404, { 'content-type': 'application/json' }).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    text: () => bodies.join('\n'),
    spans: () =>
      bodies.flatMap((body) =>
        (JSON.parse(body).resourceSpans as { scopeSpans: { spans: OtlpSpan[] }[] }[])
          .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
          .map((span) => ({
            ...span,
            attributes: Object.fromEntries(
              (span.attributes ?? []).map(({ key, value }) => [key, Object.values(value)[0]]),
            ),
          })),
      ),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
