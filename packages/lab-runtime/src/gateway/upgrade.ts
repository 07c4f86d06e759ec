import { request as httpRequest, type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Endpoint } from '../runtime.ts';
import { type RawHeaders, requestHeaders, responseHeaders, withoutLength } from './headers.ts';
import { type Page, pages } from './pages.ts';

/** Milliseconds of silence from both sides after which the browser counts as gone. */
const SILENCE_MS = 10 * 60_000;
/** Milliseconds in which a client can read the last bytes. */
const LINGER_MS = 2_000;
/** The two headers about the connection itself, which are never copied. */
const SWITCH: RawHeaders = ['Connection', 'Upgrade', 'Upgrade', 'websocket'];

/** Forwards a WebSocket: the lab's response is read and filtered as any other, then the two sockets are joined. */
export function joinWebSocket(request: IncomingMessage, client: Duplex, head: Buffer, endpoint: Endpoint): void {
  const upstream = httpRequest({
    ...(endpoint.kind === 'unix' ? { socketPath: endpoint.path } : { host: endpoint.host, port: endpoint.port }),
    method: 'GET',
    path: request.url,
    headers: [...withoutLength(requestHeaders(request.rawHeaders)), ...SWITCH],
    agent: false,
    timeout: 15_000,
  });
  const fail = () => refuse(client, pages.noAnswer);
  client.on('error', () => upstream.destroy());
  upstream.on('error', fail);
  upstream.on('timeout', () => upstream.destroy(new Error('no answer')));
  // Any other status than "switching protocols" is a rejection by the lab; a WebSocket client cannot use its text. A
  // success that does not switch is an error of the lab.
  upstream.on('response', (answer) => {
    upstream.off('error', fail).on('error', () => {});
    answer.on('error', () => {}).destroy();
    const { statusCode = 0 } = answer;
    refuse(client, statusCode < 300 ? pages.noAnswer : { ...pages.noAnswer, status: statusCode });
  });
  upstream.on('upgrade', (answer, socket, first) => {
    upstream.off('error', fail);
    const headers = [...responseHeaders(answer.rawHeaders), ...SWITCH];
    client.write(`HTTP/1.1 101 Switching Protocols\r\n${headerLines(headers)}\r\n`);
    if (first.length > 0) client.write(first);
    if (head.length > 0) socket.write(head);
    join(client, socket);
  });
  upstream.end();
}

function join(a: Duplex, b: Duplex): void {
  for (const [from, to] of [
    [a, b],
    [b, a],
  ] as const) {
    from.pipe(to);
    from.on('error', () => to.destroy());
    from.on('close', () => to.destroy());
    if ('setTimeout' in from && typeof from.setTimeout === 'function')
      from.setTimeout(SILENCE_MS, () => from.destroy());
  }
}

/** Answers an upgrade with a plain status and closes. */
export function refuse(client: Duplex, { status, title }: Page): void {
  if (client.destroyed) return;
  const line = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Error'}\r\n`;
  client.end(`${line}Content-Type: text/plain\r\nContent-Length: ${title.length}\r\nConnection: close\r\n\r\n${title}`);
  closeSoon(client);
}

/**
 * Destroys a socket some time after it was ended. Node has no time limit for sockets that it has handed over, and
 * ending closes only this half: a client that never closes its half would keep the descriptor for ever.
 */
export function closeSoon(socket: Duplex): void {
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.once('close', () => clearTimeout(timer));
}

function headerLines(headers: RawHeaders): string {
  return toPairs(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
}

function toPairs(headers: RawHeaders): [string, string][] {
  return headers.flatMap((name, i) => (i % 2 === 0 ? [[name, headers[i + 1] ?? ''] satisfies [string, string]] : []));
}
