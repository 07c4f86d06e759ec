import type { IncomingMessage, ServerResponse } from 'node:http';

/** Says which pages elsewhere may read an answer of the records: the browser asks for it in their name. */
export function allowReading(request: IncomingMessage, response: ServerResponse, version: 'v1' | 'v2'): void {
  const { origin } = request.headers;
  if (!origin) return;
  // Version 1 came before window two had an address of its own. Version 2 is stricter: the customs' own pages, and no others
  if (version === 'v2' && !origin.endsWith('customs.example')) return;
  response.setHeader('access-control-allow-origin', origin);
  response.setHeader('access-control-allow-credentials', 'true');
  response.setHeader('access-control-allow-methods', 'GET');
  response.setHeader('access-control-allow-headers', 'X-Window');
}
