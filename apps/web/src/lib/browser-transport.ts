import type { SignedIn } from '@hexpedition/contract';
import type { Transport, TransportAnswer, TransportRequest } from './api.ts';
import { ApiError, networkError } from './api-error.ts';
import { safeSessionStorage } from './safe-storage.ts';
import { endSession, readSession, type SessionEndReason, storeSession } from './session.ts';
import { onTabReset } from './tab-state.ts';

/** Calls that handle a 401 themselves; it does not mean that the session has expired. */
const handles401 = [
  '/api/account/login',
  '/api/account/signup',
  '/api/account/refresh_token',
  '/api/account/passkey/login',
  '/api/account/provider/finish',
];

let areCallsHeld = false;
onTabReset(() => {
  areCallsHeld = false;
});

/** Milliseconds in which a page is left. The user can refuse that because of unsaved input. */
const leavingMs = 10_000;

/**
 * Makes the calls of this tab wait for ever, because the page is about to be left. After a log-out they would be rejected,
 * and the user would read that the session has expired.
 */
export function holdCalls(): void {
  areCallsHeld = true;
  setTimeout(() => {
    areCallsHeld = false;
  }, leavingMs);
}

/** Transport for the browser: adds the bearer token, refreshes it once on a 401 and repeats the request once. */
export const browserTransport: Transport = async (request) => {
  if (areCallsHeld) return new Promise(() => {});
  const session = readSession();
  if (request.url.startsWith('/api/progress') && !session) {
    throw new ApiError(0, { code: 'cancelled', msg: 'Token missing' });
  }
  const answer = await send(request, session?.token.access);
  if (request.url.startsWith('/api/config/features')) redirectToAccessPage(answer);
  // A 401 of our API is JSON. Others come from a proxy and say nothing about the session.
  if (answer.status !== 401 || answer.json === undefined || handles401.includes(request.url)) return answer;
  if (isInactive(answer)) return endSessionAndThrow('user_disabled');
  if (!session?.token.refresh) return endSessionAndThrow('no_token');
  const access = await refreshAccessToken(session.token.access);
  const second = await send(request, access);
  return second.status === 401 ? endSessionAndThrow(isInactive(second) ? 'user_disabled' : 'session_expired') : second;
};

/**
 * Exchanges the refresh token under a lock across tabs. A tab that waited for the lock uses the tokens that the other
 * tab has stored.
 */
async function refreshAccessToken(stale: string): Promise<string> {
  return withTokenLock(async () => {
    const stored = readSession();
    // The session ended meanwhile, here or in another tab, with its own reason.
    if (!stored) throw sessionEndedError();
    if (stored.token.access !== stale) return stored.token.access;
    const answer = await send({ method: 'POST', url: '/api/account/refresh_token', body: stored.token });
    const now = readSession()?.token.access;
    // The session ended while the response was pending. Storing the response would log the user in again.
    if (!now) throw sessionEndedError();
    if (now !== stale) return now;
    if (answer.status === 200) {
      const fresh = answer.json as SignedIn;
      storeSession(fresh);
      return fresh.token.access;
    }
    if (isInactive(answer)) return endSessionAndThrow('user_disabled');
    // Only a rejection ends the session; an unavailable or busy server does not.
    if (answer.status === 429 || answer.status >= 500) {
      throw new ApiError(answer.status, { code: 'unavailable', msg: 'The server is busy. Try again in a moment.' });
    }
    return endSessionAndThrow(codeOf(answer) === 'session_ended' ? 'session_expired' : 'refresh_expired');
  });
}

let queue: Promise<unknown> = Promise.resolve();
onTabReset(() => {
  queue = Promise.resolve();
});

/** Runs `work` while no other tab changes the stored tokens. */
function withTokenLock<T>(work: () => Promise<T>): Promise<T> {
  if (typeof navigator !== 'undefined' && 'locks' in navigator)
    return navigator.locks.request('hexpedition:refresh', work);
  // Web Locks need a secure context; on plain HTTP this serialises at least the calls of one tab.
  const result = queue.then(work);
  queue = result.catch(() => undefined);
  return result;
}

/** Ends the session after any pending refresh, so that no tab can restore it. */
export function endSessionAfterRefresh(reason: SessionEndReason): Promise<void> {
  return new Promise((done) => {
    let hasEnded = false;
    // Only once: by the second call, the user may have logged in again.
    const end = async () => {
      clearTimeout(timer);
      if (!hasEnded) endSession(reason);
      hasEnded = true;
      done();
    };
    // A hanging tab must not keep the user logged in.
    const timer = setTimeout(end, 3_000);
    void withTokenLock(end);
  });
}

const accessPageKey = 'check-access';

/**
 * If the operator protects the site with an access code, the features response is not JSON. Redirects the visitor to
 * the access page once. If the response is still not JSON afterwards, something else is wrong and the page stays.
 */
function redirectToAccessPage(answer: TransportAnswer) {
  if (answer.json !== undefined) return safeSessionStorage.removeItem(accessPageKey);
  if (answer.status >= 500 || safeSessionStorage.getItem(accessPageKey)) return;
  safeSessionStorage.setItem(accessPageKey, '1');
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
  const isFile = /^(?:application\/(?:zip|octet-stream)$|text\/csv)/.test(response.headers.get('content-type') ?? '');
  const json: unknown = await (isFile ? response.blob() : response.json()).catch(() => undefined);
  return { status: response.status, json, retryAfter: response.headers.get('retry-after') };
}

const field = (answer: TransportAnswer, name: string): unknown =>
  typeof answer.json === 'object' && answer.json !== null ? Reflect.get(answer.json, name) : undefined;
const isInactive = (answer: TransportAnswer) =>
  field(answer, 'detail') === 'inactive' || codeOf(answer) === 'user_disabled';
const codeOf = (answer: TransportAnswer) => field(answer, 'code');

function endSessionAndThrow(reason: SessionEndReason): never {
  endSession(reason);
  throw sessionEndedError();
}

const sessionEndedError = () =>
  new ApiError(401, { code: 'session_ended', msg: 'You have been logged out. Log in again to continue.' });
