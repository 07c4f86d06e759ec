/** What the operator's browser does outside of its pages: it sends requests, adds the cookie, and keeps origins apart. */
import { type Server, request as send } from 'node:http';
import type { Socket } from 'node:net';
import { duplexPair } from 'node:stream';
import { operatorCookie } from './buoys.ts';
import { PANEL } from './names.ts';
import { answerSite, originOfSite } from './site.ts';

export interface Request {
  /** The page that asks: the learner's, or the panel in its frame. */
  from: 'site' | 'panel';
  method: string;
  url: string;
  headers: [name: string, value: string][];
  body: Uint8Array;
}
export interface Answer {
  status: number;
  type: string;
  body: Uint8Array;
}

/** A request that came to nothing; the page learns only that, and the console why. */
export class Blocked extends Error {}

/** Where the panel's pages are in this app. */
const PATHS: Record<string, string> = { '/': '/panel', '/lamp': '/lamp' };

export async function fetchFor(server: Server, request: Request): Promise<Answer> {
  const { origin: target, pathname } = new URL(request.url);
  if (target === originOfSite()) {
    const { status, type, body } = answerSite(request.method, pathname, request.body);
    return { status, type, body: Buffer.from(body) };
  }
  if (target !== PANEL) throw new Blocked(`${target} does not answer.`);
  if (request.from === 'site')
    throw new Blocked(`${originOfSite()} may not read ${PANEL}: the panel allows no other origin.`);
  const path = PATHS[pathname];
  if (!path) return { status: 404, type: 'text/plain', body: new Uint8Array() };
  return ask(server, request, path);
}

/** Asks the app over a connection that exists in memory only; the sandbox has no other. */
function ask(server: Server, { method, headers, body }: Request, path: string): Promise<Answer> {
  const [near, far] = duplexPair();
  server.emit('connection', far);
  return new Promise((resolve, reject) => {
    const own = headers.filter(([name]) => /^(?:content-type|x-token)$/i.test(name));
    const all = {
      ...Object.fromEntries(own),
      host: new URL(PANEL).host,
      connection: 'close',
      'content-length': body.length,
      cookie: operatorCookie,
    };
    const request = send({ createConnection: () => near as Socket, method, path, headers: all }, async (response) => {
      const parts: Buffer[] = [];
      for await (const part of response) parts.push(part);
      const { statusCode: status = 502, headers } = response;
      resolve({ status, type: headers['content-type'] ?? '', body: Buffer.concat(parts) });
    });
    request.on('error', reject).end(body);
  });
}
