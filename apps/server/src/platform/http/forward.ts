import { Agent, request as httpRequest, type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import { request as httpsRequest, Agent as TlsAgent } from 'node:https';
import type { Duplex } from 'node:stream';
import { AppError } from '#platform/errors';
import { jsonPolicy } from './host-guard.ts';

/** Server of this platform that handles a request in place of this one. */
type ForwardTarget = { socketPath: string } | { origin: string };

export interface ForwardOptions {
  target: ForwardTarget;
  /** Address of the client, which the other server trusts. */
  clientAddress: string;
  /** Additional headers, which the client cannot set. */
  headers?: Record<string, string>;
  /** Whether the headers of a trace come from the proxy, and not from the client. */
  trustsTrace: boolean;
}

/** Headers about one connection (RFC 9110, 7.6.1). `Transfer-Encoding` stays, because it frames the body. */
const hopByHop = ['connection', 'keep-alive', 'proxy-connection', 'proxy-authenticate', 'proxy-authorization', 'te'];
/** Node has answered `Expect` already. The other server must not believe what a client says about itself. */
const neverForwarded = ['expect', 'http2-settings', 'upgrade', 'trailer', 'forwarded'];
/** The other server continues a trace only if this one has checked who began it. */
const traceHeaders = ['traceparent', 'tracestate'];
const isAboutClient = (name: string) => name.startsWith('x-forwarded-') || name.startsWith('x-hexpedition-');
/** A client must not remove these with `Connection: host`. */
const kept = new Set(['host', 'cookie', 'authorization', 'content-length', 'transfer-encoding', 'origin']);

const connectTimeoutMs = 10_000;
/** The longest answer of the platform: a repair run. */
const answerTimeoutMs = 180_000;
const agents = {
  http: new Agent({ keepAlive: true, maxFreeSockets: 64 }),
  https: new TlsAgent({ keepAlive: true, maxFreeSockets: 64 }),
};

/** Streams a request to another server of the platform, and its answer back. Answers 503 when that server is away. */
export function forwardRequest(request: IncomingMessage, response: ServerResponse, options: ForwardOptions): void {
  const outgoing = open(request, options, []);
  outgoing.on('response', (answer) => {
    response.writeHead(answer.statusCode ?? 502, withoutHopByHop(answer.rawHeaders, []));
    answer.pipe(response);
    answer.on('error', () => response.destroy());
  });
  outgoing.on('error', () => {
    if (response.headersSent) response.destroy();
    else sendUnavailable(request, response);
  });
  // The client has left, or the answer is complete. Destroying a completed request keeps its connection.
  response.on('close', () => {
    if (!response.writableFinished) outgoing.destroy();
  });
  request.on('error', () => outgoing.destroy());
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  if (length === undefined && encoding === undefined) outgoing.end();
  else request.pipe(outgoing);
}

/** Forwards a WebSocket: passes the offer on, then joins both connections. @returns nothing; it answers by itself */
export function forwardUpgrade(request: IncomingMessage, client: Duplex, head: Buffer, options: ForwardOptions): void {
  const switchHeaders = ['Connection', 'Upgrade', 'Upgrade', String(request.headers.upgrade ?? 'websocket')];
  const outgoing = open(request, options, switchHeaders);
  client.on('error', () => outgoing.destroy());
  client.on('close', () => outgoing.destroy());
  outgoing.on('error', () => endWith(client, 503, [], 'The server that has this connection does not answer.'));
  outgoing.on('response', (answer) => {
    const parts: Buffer[] = [];
    answer.on('data', (part: Buffer) => parts.push(part));
    answer.on('error', () => client.destroy());
    answer.on('end', () => {
      const headers = withoutHopByHop(answer.rawHeaders, ['content-length', 'transfer-encoding']);
      endWith(client, answer.statusCode ?? 502, headers, Buffer.concat(parts).toString());
    });
  });
  outgoing.on('upgrade', (answer, socket, first) => {
    const headers = [...withoutHopByHop(answer.rawHeaders, []), ...switchHeaders];
    client.write(`HTTP/1.1 101 Switching Protocols\r\n${lines(headers)}\r\n`);
    if (first.length > 0) client.write(first);
    if (head.length > 0) socket.write(head);
    join(client, socket);
  });
  outgoing.end();
}

function open(request: IncomingMessage, options: ForwardOptions, more: string[]) {
  const { target, clientAddress, headers = {}, trustsTrace } = options;
  const own = Object.entries({ ...headers, 'x-forwarded-for': addressesOf(request, clientAddress) }).flat();
  const isTls = 'origin' in target && target.origin.startsWith('https:');
  const isUpgrade = more.length > 0;
  const dropped = trustsTrace ? neverForwarded : [...neverForwarded, ...traceHeaders];
  const outgoingOptions = {
    ...('origin' in target ? addressOf(target.origin) : { socketPath: target.socketPath }),
    method: request.method ?? 'GET',
    path: request.url ?? '/',
    headers: [...withoutHopByHop(request.rawHeaders, dropped, isAboutClient), ...own, ...more],
    agent: isUpgrade ? false : isTls ? agents.https : agents.http,
    timeout: answerTimeoutMs,
  };
  const outgoing = isTls ? httpsRequest(outgoingOptions) : httpRequest(outgoingOptions);
  const timer = setTimeout(
    () => outgoing.destroy(new Error('The other server accepts no connection.')),
    connectTimeoutMs,
  );
  outgoing.on('socket', (socket) => {
    if (!socket.connecting) clearTimeout(timer);
    else socket.once(isTls ? 'secureConnect' : 'connect', () => clearTimeout(timer));
  });
  outgoing.on('close', () => clearTimeout(timer));
  outgoing.on('timeout', () => {
    if (!isUpgrade) outgoing.destroy(new Error('The other server did not answer.'));
  });
  return outgoing;
}

/**
 * Returns the addresses that the client has sent, with its own one as the last. Only the last one counts for the other
 * server. The others may be forged, and a lab gets them: some labs are about forged addresses.
 */
function addressesOf(request: IncomingMessage, clientAddress: string): string {
  const sent = String(request.headers['x-forwarded-for'] ?? '');
  if (sent === '') return clientAddress;
  return sent.split(',').at(-1)?.trim() === clientAddress ? sent : `${sent}, ${clientAddress}`;
}

function addressOf(origin: string): { host: string; port: number } {
  const { hostname, port, protocol } = new URL(origin);
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || (protocol === 'https:' ? 443 : 80) };
}

function withoutHopByHop(raw: string[], more: string[], isDropped: (name: string) => boolean = () => false): string[] {
  const dropped = new Set([...hopByHop, ...more]);
  const result: string[] = [];
  for (let i = 0; i + 1 < raw.length; i += 2) {
    if (raw[i]?.toLowerCase() !== 'connection') continue;
    for (const name of (raw[i + 1] ?? '').split(',')) dropped.add(name.trim().toLowerCase());
  }
  for (const name of kept) if (!more.includes(name)) dropped.delete(name);
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const [name = '', value = ''] = [raw[i], raw[i + 1]];
    if (!dropped.has(name.toLowerCase()) && !isDropped(name.toLowerCase())) result.push(name, value);
  }
  return result;
}

function join(a: Duplex, b: Duplex): void {
  for (const [from, to] of [
    [a, b],
    [b, a],
  ] as const) {
    from.pipe(to);
    from.on('error', () => to.destroy());
    from.on('close', () => to.destroy());
  }
}

const unavailable = new AppError(
  'unavailable',
  'The server that runs this lab does not answer. Try again in a moment.',
);

function sendUnavailable(request: IncomingMessage, response: ServerResponse): void {
  const text = JSON.stringify(unavailable.toBody());
  response.writeHead(unavailable.status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    'content-security-policy': jsonPolicy,
    'cache-control': 'no-store',
    'retry-after': '5',
    connection: 'close',
  });
  response.end(request.method === 'HEAD' ? undefined : text);
}

function endWith(client: Duplex, status: number, headers: string[], text: string): void {
  if (client.destroyed) return;
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Error'}\r\n${lines(headers)}`;
  client.end(`${head}Content-Length: ${Buffer.byteLength(text)}\r\nConnection: close\r\n\r\n${text}`);
  client.resume();
  const timer = setTimeout(() => client.destroy(), 2_000).unref();
  client.once('close', () => clearTimeout(timer));
}

const lines = (headers: string[]): string =>
  headers.map((text, i) => (i % 2 === 0 ? `${text}: ` : `${text}\r\n`)).join('');
