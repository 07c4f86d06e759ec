import type { SignedIn } from '@hexpedition/contract';
import type { Transport, TransportAnswer, TransportRequest } from './api.ts';
import { ApiError, networkError } from './api-error.ts';
import { leave, type Reason, readSession, storeSession } from './session.ts';

/** Calls whose 401 is their own answer, not a sign that the session is stale. */
const ownAnswer = [
  '/api/account/login',
  '/api/account/signup',
  '/api/account/refresh_token',
  '/api/account/passkey/login',
  '/api/account/provider/finish',
];

/** The browser's transport: adds the bearer, refreshes once on a 401, and repeats the request once. */
export const browserTransport: Transport = async (request) => {
  const session = readSession();
  if (request.url.startsWith('/api/progress') && !session) {
    throw new ApiError(0, { code: 'cancelled', msg: 'Token missing' });
  }
  const answer = await send(request, session?.token.access);
  if (request.url.startsWith('/api/config/features')) heedSiteAccess(answer);
  // Our own 401 is JSON. Any other comes from a proxy in front of us and says nothing about the session.
  if (answer.status !== 401 || answer.json === undefined || ownAnswer.includes(request.url)) return answer;
  if (isInactive(answer)) return signOut('user_disabled');
  if (!session?.token.refresh) return signOut('no_token');
  const access = await freshAccess(session.token.access);
  const second = await send(request, access);
  return second.status === 401 ? signOut(isInactive(second) ? 'user_disabled' : 'session_expired') : second;
};

/**
 * Exchanges the refresh credential. One tab does it at a time: whoever waited for the lock finds the new pair in the
 * storage and takes that.
 */
async function freshAccess(stale: string): Promise<string> {
  return exclusively(async () => {
    const stored = readSession();
    // Signed out meanwhile, here or in another tab, which has said why.
    if (!stored) throw ended();
    if (stored.token.access !== stale) return stored.token.access;
    const answer = await send({ method: 'POST', url: '/api/account/refresh_token', body: stored.token });
    const now = readSession()?.token.access;
    // The answer is about a session that nobody is in any more: keeping it would sign them in again.
    if (!now) throw ended();
    if (now !== stale) return now;
    if (answer.status === 200) {
      const fresh = answer.json as SignedIn;
      storeSession(fresh);
      return fresh.token.access;
    }
    if (isInactive(answer)) return signOut('user_disabled');
    // Only a refusal ends the session; a server that is down or busy does not.
    if (answer.status === 429 || answer.status >= 500) {
      throw new ApiError(answer.status, { code: 'unavailable', msg: 'The server is busy. Try again in a moment.' });
    }
    return signOut(codeOf(answer) === 'session_ended' ? 'session_expired' : 'refresh_expired');
  });
}

let queue: Promise<unknown> = Promise.resolve();

/** Makes a change of the stored credentials while no other tab makes one. */
function exclusively<T>(work: () => Promise<T>): Promise<T> {
  if (typeof navigator !== 'undefined' && 'locks' in navigator)
    return navigator.locks.request('hexpedition:refresh', work);
  // Web Locks need a secure context; on plain http at least the calls of one tab wait for each other.
  const result = queue.then(work);
  queue = result.catch(() => undefined);
  return result;
}

/** Leaves the page once no tab is renewing its credentials, so that none of them can come back afterwards. */
export async function leaveInOrder(reason: Reason): Promise<void> {
  // A tab that hangs must not keep anybody signed in.
  const late = new Promise((done) => setTimeout(done, 3_000));
  await Promise.race([exclusively(async () => leave(reason)), late.then(() => leave(reason))]);
}

const gateKey = 'check-access';

/**
 * If the operator has put a door before everything, the answer in place of the features is not JSON. Then the visitor
 * is sent to give the code, once. If the answer is still not JSON after that, something else is wrong, and the page
 * stays.
 */
function heedSiteAccess(answer: TransportAnswer) {
  if (answer.json !== undefined) return sessionStorage.removeItem(gateKey);
  if (answer.status >= 500 || sessionStorage.getItem(gateKey)) return;
  sessionStorage.setItem(gateKey, '1');
  const next = location.pathname + location.search;
  location.assign(`/api/account/check_access?${new URLSearchParams({ next })}`);
}

async function send(request: TransportRequest, access?: string): Promise<TransportAnswer> {
  const headers = new Headers(request.headers);
  headers.set('accept', 'application/json');
  if (access) headers.set('authorization', `Bearer ${access}`);
  const init: RequestInit = { method: request.method, headers, credentials: 'same-origin' };
  if (request.signal) init.signal = request.signal;
  if (request.body !== undefined) {
    const { body } = request;
    const isBytes = body instanceof Blob;
    headers.set('content-type', isBytes ? 'application/octet-stream' : 'application/json');
    init.body = isBytes ? body : JSON.stringify(body);
  }
  let response: Response;
  try {
    response = await fetch(request.url, init);
  } catch (error) {
    if (request.signal?.aborted) throw error;
    throw networkError();
  }
  const isFile = /^application\/(?:zip|octet-stream)$/.test(response.headers.get('content-type') ?? '');
  const json: unknown = await (isFile ? response.blob() : response.json()).catch(() => undefined);
  return { status: response.status, json, retryAfter: response.headers.get('retry-after') };
}

const field = (answer: TransportAnswer, name: string): unknown =>
  typeof answer.json === 'object' && answer.json !== null ? Reflect.get(answer.json, name) : undefined;
const isInactive = (answer: TransportAnswer) =>
  field(answer, 'detail') === 'inactive' || codeOf(answer) === 'user_disabled';
const codeOf = (answer: TransportAnswer) => field(answer, 'code');

function signOut(reason: Reason): never {
  leave(reason);
  throw ended();
}

const ended = () =>
  new ApiError(401, { code: 'session_ended', msg: 'You have been logged out. Log in again to go on.' });
