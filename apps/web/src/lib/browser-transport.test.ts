import type { SignedIn } from '@hexpedition/contract';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createApi } from './api.ts';
import { messageOf } from './api-error.ts';
import { browserTransport, endSessionAfterRefresh, holdCalls } from './browser-transport.ts';
import { readSession } from './session.ts';

const user = { pk: 7, username: 'mara' };
const fresh = { token: { access: 'new', refresh: 'r2' }, user } as SignedIn;

interface Sent {
  url: string;
  bearer: string | null;
  body: unknown;
}
let sent: Sent[];
let answer: (sent: Sent) => { status: number; body?: unknown } | Promise<{ status: number; body?: unknown }>;
let storage: Map<string, string>;
let page: Map<string, string>;
const assign = vi.fn();
const startPage = (reason: string) => `/?reason=${reason}&next=%2Fcourses%2Fxss`;
const api = createApi(browserTransport);

beforeEach(() => {
  sent = [];
  storage = new Map();
  assign.mockReset();
  page = new Map();
  vi.stubGlobal('localStorage', storageOf(storage));
  vi.stubGlobal('sessionStorage', storageOf(page));
  // Without Web Locks, as on plain HTTP.
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('location', { assign, pathname: '/courses/xss', search: '?view=list' });
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const call = {
      url,
      bearer: new Headers(init.headers).get('authorization'),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    };
    sent.push(call);
    const { status, body = {} } = await answer(call);
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status });
  });
});
afterEach(() => vi.unstubAllGlobals());

const storageOf = (entries: Map<string, string>) => ({
  getItem: (key: string) => entries.get(key) ?? null,
  setItem: (key: string, value: string) => entries.set(key, value),
  removeItem: (key: string) => entries.delete(key),
});
function signIn(access = 'old') {
  storage.set('token', JSON.stringify({ access, refresh: 'r1' }));
  storage.set('user', JSON.stringify(user));
}
const refreshes = () => sent.filter(({ url }) => url.endsWith('/refresh_token'));
/** Rejects the old access token, accepts the new one and exchanges the refresh token. */
const staleServer: typeof answer = ({ url, bearer }) => {
  if (url.endsWith('/refresh_token')) return { status: 200, body: fresh };
  return bearer === 'Bearer new'
    ? { status: 200, body: { ok: true } }
    : { status: 401, body: { code: 'token_expired' } };
};

describe('bearer token', () => {
  test('is sent with every request if a session exists', async () => {
    answer = () => ({ status: 200 });
    await api('GET /api/trainings');
    signIn();
    await api('GET /api/trainings');
    expect(sent.map(({ bearer }) => bearer)).toEqual([null, 'Bearer old']);
  });
});

describe('request below /api/progress', () => {
  test('is cancelled before sending if no token is stored', async () => {
    const error: unknown = await api('GET /api/progress').catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'cancelled', msg: 'Token missing' });
    expect(sent).toEqual([]);
    // The message for the user.
    expect(messageOf(error)).toBe('You are logged out. Log in to continue.');
  });
});

describe('401 response', () => {
  test('refreshes once, stores the new tokens and repeats the request once', async () => {
    signIn();
    answer = staleServer;
    await expect(api('GET /api/progress')).resolves.toEqual({ ok: true });
    expect(sent.map(({ url, bearer }) => [url, bearer])).toEqual([
      ['/api/progress', 'Bearer old'],
      ['/api/account/refresh_token', null],
      ['/api/progress', 'Bearer new'],
    ]);
    expect(refreshes()[0]?.body).toEqual({ access: 'old', refresh: 'r1' });
    expect(JSON.parse(storage.get('token') ?? '')).toEqual(fresh.token);
  });

  test('refreshes only once for parallel requests', async () => {
    signIn();
    answer = staleServer;
    await Promise.all([api('GET /api/progress'), api('GET /api/lab/flags_solved'), api('GET /api/account/details')]);
    expect(refreshes()).toHaveLength(1);
  });

  test('uses the tokens that another tab has fetched meanwhile', async () => {
    signIn();
    answer = (call) => {
      if (call.bearer === 'Bearer old') {
        storage.set('token', JSON.stringify(fresh.token));
        return { status: 401 };
      }
      return staleServer(call);
    };
    await api('GET /api/progress');
    expect(refreshes()).toHaveLength(0);
  });

  test('is not retried again after the refresh', async () => {
    signIn();
    answer = ({ url }) => (url.endsWith('/refresh_token') ? { status: 200, body: fresh } : { status: 401 });
    await expect(api('GET /api/progress')).rejects.toMatchObject({ status: 401 });
    expect(sent).toHaveLength(3);
    expect(assign).toHaveBeenCalledWith(startPage('session_expired'));
  });

  test('from the log-in call is returned to the caller', async () => {
    signIn();
    answer = () => ({ status: 401, body: { code: 'user_disabled', detail: 'inactive', msg: 'Disabled.' } });
    const body = { username: 'mara', password: 'x' };
    await expect(api('POST /api/account/login', { body })).rejects.toMatchObject({ code: 'user_disabled' });
    expect(sent).toHaveLength(1);
    expect(assign).not.toHaveBeenCalled();
  });

  test('ends the session with no_token if none is stored', async () => {
    answer = () => ({ status: 401 });
    await expect(api('GET /api/account/details')).rejects.toMatchObject({ status: 401 });
    expect(assign).toHaveBeenCalledWith(startPage('no_token'));
  });

  test('with detail inactive ends the session as user_disabled', async () => {
    signIn();
    answer = () => ({ status: 401, body: { code: 'user_disabled', detail: 'inactive' } });
    await expect(api('GET /api/account/details')).rejects.toMatchObject({ status: 401 });
    expect(assign).toHaveBeenCalledWith(startPage('user_disabled'));
    expect(storage.size).toBe(0);
  });
});

describe('token refresh', () => {
  test.each([
    ['refresh_expired', 'refresh_expired'],
    ['session_ended', 'session_expired'],
  ])('rejected with %s ends the session with %s', async (code, reason) => {
    signIn();
    answer = () => ({ status: 401, body: { code } });
    await expect(api('GET /api/progress')).rejects.toMatchObject({ status: 401 });
    expect(assign).toHaveBeenCalledWith(startPage(reason));
  });

  test('keeps the session if the server is busy', async () => {
    signIn();
    answer = ({ url }) => ({ status: url.endsWith('/refresh_token') ? 503 : 401 });
    await expect(api('GET /api/progress')).rejects.toMatchObject({ code: 'unavailable' });
    expect(storage.has('token')).toBe(true);
    expect(assign).not.toHaveBeenCalled();
  });
});

describe('ending the session', () => {
  test('uses the first reason even if more calls fail', async () => {
    signIn();
    answer = () => ({ status: 401, body: { code: 'session_ended' } });
    const calls = [api('GET /api/progress'), api('GET /api/lab/flags_solved')];
    await Promise.all(calls.map((call) => expect(call).rejects.toMatchObject({ status: 401 })));
    // This call is already sent without a token.
    await expect(api('GET /api/account/details')).rejects.toMatchObject({ status: 401 });
    expect(refreshes()).toHaveLength(1);
    expect(new Set(assign.mock.calls.map(([address]) => address))).toEqual(new Set([startPage('session_expired')]));
  });

  test('in another tab is not undone by a pending refresh', async () => {
    signIn();
    answer = (call) => {
      // The other tab clears the storage while the response is pending.
      if (call.url.endsWith('/refresh_token')) storage.clear();
      return staleServer(call);
    };
    await expect(api('GET /api/progress')).rejects.toMatchObject({ code: 'session_ended' });
    expect(storage.size).toBe(0);
    expect(assign).not.toHaveBeenCalled();
  });

  test('is not undone after another account logged in in another tab', async () => {
    signIn();
    const theirs = { access: 'theirs', refresh: 'r9' };
    answer = (call) => {
      if (call.url.endsWith('/refresh_token')) storage.set('token', JSON.stringify(theirs));
      return call.bearer === 'Bearer theirs' ? { status: 200, body: { ok: true } } : staleServer(call);
    };
    await api('GET /api/lab/flags_solved');
    expect(JSON.parse(storage.get('token') ?? '')).toEqual(theirs);
  });

  test('waits for a pending refresh and clears everything', async () => {
    signIn();
    let respond = () => {};
    const pending = new Promise<void>((resolve) => {
      respond = resolve;
    });
    answer = async (call) => {
      if (call.url.endsWith('/refresh_token')) await pending;
      return staleServer(call);
    };
    const call = api('GET /api/progress').catch(() => undefined);
    await expect.poll(refreshes).toHaveLength(1);
    const left = endSessionAfterRefresh('user-nav');
    expect(storage.has('token')).toBe(true);
    respond();
    await Promise.all([call, left]);
    expect(readSession()).toBeNull();
    expect(storage.size).toBe(0);
    expect(assign).toHaveBeenLastCalledWith('/?reason=user-nav');
  });

  test('sends no further calls after the log-out call', async () => {
    signIn();
    answer = ({ url }) => ({ status: url.endsWith('/logout') ? 200 : 401, body: { code: 'session_ended' } });
    const ending = api('POST /api/account/logout', { body: {} });
    holdCalls();
    let isSettled = false;
    const poll = api('GET /api/lab/instances_running').finally(() => {
      isSettled = true;
    });
    poll.catch(() => {});
    await ending;
    expect(sent.map(({ url }) => url)).toEqual(['/api/account/logout']);
    expect(isSettled).toBe(false);
    await endSessionAfterRefresh('user-nav');
    expect(assign.mock.calls).toEqual([['/?reason=user-nav']]);
  });

  test('happens once, also if another tab holds the tokens for long, and keeps a later session', async () => {
    vi.useFakeTimers();
    signIn();
    await endSessionAfterRefresh('user-nav');
    signIn('second');
    await vi.advanceTimersByTimeAsync(4_000);
    expect(readSession()?.token.access).toBe('second');

    let grant = () => {};
    const granted = new Promise<void>((resolve) => {
      grant = resolve;
    });
    const request = (_name: string, work: () => Promise<void>) => granted.then(work);
    vi.stubGlobal('navigator', { locks: { request } });
    const ended = endSessionAfterRefresh('user-nav');
    await vi.advanceTimersByTimeAsync(2_999);
    expect(readSession()?.token.access).toBe('second');
    await vi.advanceTimersByTimeAsync(1);
    await ended;
    expect(readSession()).toBeNull();
    signIn('third');
    grant();
    await vi.advanceTimersByTimeAsync(0);
    expect(readSession()?.token.access).toBe('third');
  });
});

describe('features response without JSON', () => {
  const features = () => api('GET /api/config/features:version', { params: { version: '2' } });

  test('redirects to the access page once', async () => {
    answer = () => ({ status: 200, body: '<!doctype html>' });
    await features();
    await features();
    expect(assign.mock.calls).toEqual([['/api/account/check_access?next=%2Fcourses%2Fxss%3Fview%3Dlist']]);
    // After a valid response it may redirect again.
    answer = () => ({ status: 200, body: { login: true } });
    await features();
    answer = () => ({ status: 401, body: '<!doctype html>' });
    await features().catch(() => undefined);
    expect(assign).toHaveBeenCalledTimes(2);
  });

  test('does not redirect for a server error or other calls', async () => {
    answer = () => ({ status: 502, body: '<html>Bad gateway' });
    await expect(features()).rejects.toMatchObject({ status: 502 });
    answer = () => ({ status: 200, body: '<!doctype html>' });
    await api('GET /api/trainings');
    expect(assign).not.toHaveBeenCalled();
  });
});

test('a missing response is a network error', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await expect(api('GET /api/trainings')).rejects.toMatchObject({ code: 'network', status: 0 });
});
