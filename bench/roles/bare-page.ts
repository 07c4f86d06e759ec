import { createServer } from 'node:http';
import { answerParent } from '../machine/children.ts';

export interface BarePage {
  port: number;
  headers: Record<string, string>;
  body: Uint8Array;
}

/** Serves the same bytes to every request: no router, no cache. This is the minimum for Node. */
answerParent(({ port, headers, body }: BarePage) => {
  const bytes = Buffer.from(body);
  const server = createServer((_request, response) => {
    response.writeHead(200, headers);
    response.end(bytes);
  });
  return new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
});
