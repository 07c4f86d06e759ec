/** The network layer of the operator's browser: sends requests, adds the cookie, and enforces the same-origin policy. */
import type { Server } from 'node:http';
import { requestInMemory } from '../shared/in-memory-request.ts';
import { Blocked } from '../shared/visit.ts';
import { operatorCookie } from './buoys.ts';
import { PANEL } from './names.ts';
import { site } from './site.ts';

export interface Request {
  /** The page that sends it: the learner's, or the panel in its frame. */
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

/** Path on the panel's host → path in this app. */
const PATHS: Record<string, string> = { '/': '/panel', '/lamp': '/lamp' };

export async function fetchFor(server: Server, request: Request): Promise<Answer> {
  const { origin: target, pathname } = new URL(request.url);
  if (target === site.origin()) {
    const { status, type, body } = site.answer(request.method, pathname, request.body);
    return { status, type, body: Buffer.from(body) };
  }
  if (target !== PANEL) throw new Blocked(`${target} does not answer.`);
  if (request.from === 'site')
    throw new Blocked(`${site.origin()} may not read ${PANEL}: the panel allows no other origin.`);
  const path = PATHS[pathname];
  if (!path) return { status: 404, type: 'text/plain', body: new Uint8Array() };
  return ask(server, request, path);
}

/** Sends a request to the app, with the cookie of the operator. */
async function ask(server: Server, { method, headers, body }: Request, path: string): Promise<Answer> {
  const own = headers.filter(([name]) => /^(?:content-type|x-token)$/i.test(name));
  const all = { ...Object.fromEntries(own), host: new URL(PANEL).host, cookie: operatorCookie };
  const answer = await requestInMemory(server, { method, path, headers: all, body });
  return { status: answer.status, type: answer.headers['content-type'] ?? '', body: answer.body };
}
