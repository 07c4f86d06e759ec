import { type IncomingHttpHeaders, type OutgoingHttpHeaders, type Server, request as send } from 'node:http';
import type { Socket } from 'node:net';
import { duplexPair } from 'node:stream';

interface InMemoryResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Sends a request to the app over a connection in memory, because the sandbox has no other. */
export function requestInMemory(
  server: Server,
  { method, path, headers, body }: { method: string; path: string; headers: OutgoingHttpHeaders; body: Uint8Array },
): Promise<InMemoryResponse> {
  const [near, far] = duplexPair();
  server.emit('connection', far);
  return new Promise((resolve, reject) => {
    const all = { ...headers, connection: 'close', 'content-length': body.length };
    const request = send({ createConnection: () => near as Socket, method, path, headers: all }, async (response) => {
      const parts: Buffer[] = [];
      for await (const part of response) parts.push(part);
      resolve({ status: response.statusCode ?? 502, headers: response.headers, body: Buffer.concat(parts) });
    });
    request.on('error', reject).end(body);
  });
}
