import { createServer } from 'node:http';
import { matomoTracker } from './matomo-tracker.ts';

export interface Hit {
  method: string;
  query: Record<string, string>;
  body: string;
  /** The page that sent the hit, if the browser reveals it. */
  referer: string | undefined;
}

export interface Matomo {
  port: number;
  /** Method and path of each request in order, except for /robots.txt. */
  requests: string[];
  /** Requests to matomo.php. */
  hits: Hit[];
  end(): Promise<void>;
}

/** Starts a Matomo that records its requests instead of counting them. */
export async function startMatomo(): Promise<Matomo> {
  const requests: string[] = [];
  const hits: Hit[] = [];
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://matomo');
    const { method = '' } = request;
    // Chromium itself requests it now and then. A 404 would count as an error of the page.
    if (pathname === '/robots.txt') return void response.writeHead(200, { 'content-type': 'text/plain' }).end();
    requests.push(`${method} ${pathname}`);
    if (pathname === '/matomo.php') {
      const hit: Hit = { method, query: Object.fromEntries(searchParams), body: '', referer: request.headers.referer };
      // Hits are recorded in the order in which they start, not in the order in which they end.
      hits.push(hit);
      for await (const chunk of request) hit.body += chunk;
      response.writeHead(204).end();
    } else if (pathname === '/matomo.js') {
      response.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-store' });
      response.end(`(${matomoTracker})();`);
    } else {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    requests,
    hits,
    end: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
