import type { IncomingMessage, ServerResponse } from 'node:http';

/** Returns the CORS headers of the records: which origins may read an answer. */
export function allowReading(request: IncomingMessage, response: ServerResponse, version: 'v1' | 'v2'): void {
  const { origin } = request.headers;
  if (!origin) return;
  // Version 1 is older than the address of window two. Version 2 is stricter: the customs' own pages only
  if (version === 'v2' && !origin.endsWith('customs.example')) return;
  response.setHeader('access-control-allow-origin', origin);
  response.setHeader('access-control-allow-credentials', 'true');
  response.setHeader('access-control-allow-methods', 'GET');
  response.setHeader('access-control-allow-headers', 'X-Window');
}
