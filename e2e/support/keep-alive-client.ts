import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';

interface KeepAliveAnswer {
  status: number;
  headers: IncomingMessage['headers'];
  text: string;
}

export interface KeepAliveClient {
  /** @param options.host name in the Host header; the client connects to this machine in any case */
  send(
    path: string,
    options?: { method?: string; host?: string; headers?: Record<string, string>; body?: string },
  ): Promise<KeepAliveAnswer>;
  close(): void;
}

/** Opens a client with one connection that it keeps: with several workers, one of them answers all its requests. */
export function openKeepAliveClient(port: number): KeepAliveClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    send: (path, { method = 'GET', host = `localhost:${port}`, headers = {}, body } = {}) =>
      new Promise((resolve, reject) => {
        const outgoing = httpRequest({
          ...{ agent, port, path, method, host: '127.0.0.1' },
          headers: { host, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
        });
        outgoing.on('error', reject);
        outgoing.on('response', (answer) => {
          let text = '';
          answer.setEncoding('utf8').on('data', (part: string) => {
            text += part;
          });
          answer.on('error', reject);
          answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
        });
        outgoing.end(body);
      }),
    close: () => agent.destroy(),
  };
}
