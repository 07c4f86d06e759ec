import type { IncomingMessage, ServerResponse } from 'node:http';
import { COUNTER } from './names.ts';

/** Origins whose pages may read the records, in full. */
const FRIENDS = [COUNTER];

/** Says which pages elsewhere may read an answer of the records: the browser asks for it in their name. */
export function allowReading(request: IncomingMessage, response: ServerResponse, _version: 'v1' | 'v2'): void {
  // A cache that keeps the answer for one origin must not hand it to the next
  response.setHeader('vary', 'Origin');
  const { origin } = request.headers;
  if (!origin || !FRIENDS.includes(origin)) return;
  response.setHeader('access-control-allow-origin', origin);
  response.setHeader('access-control-allow-credentials', 'true');
  response.setHeader('access-control-allow-methods', 'GET');
  response.setHeader('access-control-allow-headers', 'X-Window');
}
