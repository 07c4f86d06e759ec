import type { Server } from 'node:http';
import { requestInMemory } from '../shared/in-memory-request.ts';

/** A request of a page in the moderator's browser. */
export interface Request {
  method: string;
  path: string;
  type: string;
  body: Uint8Array;
  withCookie: boolean;
}

export interface Answer {
  status: number;
  type: string;
  body: Uint8Array;
}

/**
 * Answers a request of the moderator's browser from this app, and follows redirects.
 * @param cookie the moderator's cookie, which scripts cannot read
 */
export async function fetchFor(server: Server, request: Request, cookie: string): Promise<Answer> {
  try {
    return await ask(server, request, cookie);
  } catch {
    return { status: 502, type: 'text/plain', body: new Uint8Array() };
  }
}

async function ask(server: Server, { method, path, type, body, withCookie }: Request, cookie: string): Promise<Answer> {
  const headers = { host: 'feed.ostrel', 'content-type': type, cookie: withCookie ? cookie : '' };
  const answer = await requestInMemory(server, { method, path, headers, body });
  const { location } = answer.headers;
  if (answer.status === 303 && location) {
    const next: Request = { method: 'GET', path: location, type: '', body: new Uint8Array(), withCookie };
    return ask(server, next, cookie);
  }
  return { status: answer.status, type: answer.headers['content-type'] ?? '', body: answer.body };
}
