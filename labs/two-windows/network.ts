/** The network layer of a browser: sends requests, adds the cookie, and decides whether the page may read the answer (CORS). */
import type { Server } from 'node:http';
import { requestInMemory } from '../shared/in-memory-request.ts';
import { Blocked } from '../shared/visit.ts';
import { RECORDS } from './names.ts';
import { inspectorCookie } from './records.ts';
import { site } from './site.ts';

export interface Request {
  method: string;
  url: string;
  headers: [name: string, value: string][];
  body: Uint8Array;
  credentials: 'omit' | 'same-origin' | 'include';
  mode: string;
}
export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: Uint8Array;
  opaque?: boolean;
}

/** Requests that need no preflight. */
const PLAIN_METHODS = ['GET', 'HEAD', 'POST'];
const PLAIN_HEADERS = ['accept', 'accept-language', 'content-language'];
const PLAIN_TYPES = /^(?:application\/x-www-form-urlencoded|multipart\/form-data|text\/plain)\s*(?:;|$)/i;
/** Headers that a page may not set. */
const FORBIDDEN_HEADERS =
  /^(?:host|origin|cookie2?|connection|content-length|transfer-encoding|referer|te|upgrade|via|expect|sec-.*|proxy-.*|access-control-.*)$/i;

export async function fetchFor(server: Server, request: Request): Promise<Answer> {
  const { origin: target, pathname, search } = new URL(request.url);
  const home = site.origin();
  if (target === home) {
    const { status, type, body } = site.answer(request.method, pathname, request.body);
    return { status, headers: { 'content-type': type }, body: Buffer.from(body) };
  }
  if (target !== RECORDS) throw new Blocked(`${target} does not answer.`);
  if (request.mode === 'same-origin')
    throw new Blocked(`${target} is not ${home}, and the page asked for same-origin.`);

  const own = request.headers.filter(([name]) => !FORBIDDEN_HEADERS.test(name));
  const unsafeHeaders = own
    .filter(([name, value]) => !isPlain(name.toLowerCase(), value))
    .map(([name]) => name.toLowerCase());
  const withCookie = request.credentials === 'include';
  const path = pathname + search;
  const refuse = (why: string): never => {
    throw new Blocked(`${home} may not read ${RECORDS}${path}: ${why}`);
  };
  const permit = ({ headers }: Answer) => {
    const allowed = headers['access-control-allow-origin'];
    if (allowed === undefined) refuse('the answer has no Access-Control-Allow-Origin.');
    if (allowed === '*' && withCookie)
      refuse('Access-Control-Allow-Origin: * is not enough for a request with credentials.');
    if (allowed !== '*' && allowed !== home) refuse(`Access-Control-Allow-Origin is ${allowed}.`);
    if (withCookie && headers['access-control-allow-credentials'] !== 'true') {
      refuse('the answer does not allow credentials (Access-Control-Allow-Credentials).');
    }
  };

  if (request.mode === 'no-cors') {
    await ask(
      server,
      request.method,
      path,
      { origin: home, ...(withCookie ? { cookie: inspectorCookie } : {}) },
      request.body,
    );
    return { status: 200, headers: {}, body: new Uint8Array(), opaque: true };
  }
  if (!PLAIN_METHODS.includes(request.method) || unsafeHeaders.length > 0) {
    const question = {
      origin: home,
      'access-control-request-method': request.method,
      'access-control-request-headers': unsafeHeaders.sort().join(','),
    };
    const answer = await ask(server, 'OPTIONS', path, question, new Uint8Array());
    permit(answer);
    if (answer.status < 200 || answer.status > 299) refuse(`the preflight was answered with ${answer.status}.`);
    const listed = (name: string) =>
      (answer.headers[name] ?? '')
        .toLowerCase()
        .split(',')
        .map((one) => one.trim());
    const methods = [...PLAIN_METHODS.map((one) => one.toLowerCase()), ...listed('access-control-allow-methods')];
    if (!methods.includes(request.method.toLowerCase())) refuse(`the preflight does not allow ${request.method}.`);
    const missing = unsafeHeaders.find((name) => !listed('access-control-allow-headers').includes(name));
    if (missing) refuse(`the preflight does not allow the header ${missing}.`);
  }
  const headers = { ...Object.fromEntries(own), origin: home, ...(withCookie ? { cookie: inspectorCookie } : {}) };
  const answer = await ask(server, request.method, path, headers, request.body);
  permit(answer);
  return answer;
}

const isPlain = (name: string, value: string): boolean =>
  PLAIN_HEADERS.includes(name) || (name === 'content-type' && PLAIN_TYPES.test(value));

/** Sends a request to the app. */
async function ask(
  server: Server,
  method: string,
  path: string,
  own: Record<string, string>,
  body: Uint8Array,
): Promise<Answer> {
  const headers = { ...own, host: new URL(RECORDS).host };
  const answer = await requestInMemory(server, { method, path, headers, body });
  return { ...answer, headers: answer.headers as Record<string, string> };
}
