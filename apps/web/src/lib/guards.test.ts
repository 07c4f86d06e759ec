import type { User } from '@hexpedition/contract';
import type { QueryClient } from '@tanstack/react-query';
import { isRedirect } from '@tanstack/react-router';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Api } from './api.ts';
import { ApiError } from './api-error.ts';
import { requireSuperuser, requireUser, safeNext } from './guards.ts';
import { makeQueryClient } from './query.ts';
import { endSession, readSession, type SessionEndReason, storeUser } from './session.ts';

test.each(['/map', '/courses/xss?tab=1#top', '/'])('accepts the path %s', (next) => {
  expect(safeNext(next)).toBe(next);
});

test.each([
  '//evil.example',
  '///evil.example',
  ' //evil.example',
  '"//evil.example"',
  '\u0000//evil.example',
  '/\\evil.example',
  'https://evil.example',
  'http:evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  '',
  7,
  undefined,
  '/a\\b',
  '/\t/evil.example',
])('rejects %o', (next) => {
  expect(safeNext(next)).toBeUndefined();
});

const mara = { pk: 7, username: 'mara', is_superuser: false } as User;

let storage: Map<string, string>;
let client: QueryClient;
let calls: number;
let answer: () => Promise<unknown>;

beforeEach(() => {
  storage = new Map();
  calls = 0;
  answer = async () => ({ user: mara });
  vi.stubGlobal('sessionStorage', { getItem: () => null, removeItem: () => undefined });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
    removeItem: (key: string) => storage.delete(key),
  });
  vi.stubGlobal('location', { assign: vi.fn(), replace: vi.fn(), pathname: '/account', search: '' });
  vi.stubGlobal('document', { documentElement: { dataset: {} } });
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  client = makeQueryClient((async () => {
    calls += 1;
    return answer();
  }) as unknown as Api);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function signIn(user: User = mara) {
  storage.set('token', JSON.stringify({ access: `a${user.pk}`, refresh: 'r' }));
  storage.set('user', JSON.stringify(user));
}
const arrival = (reason?: SessionEndReason, pathname = '/account', next?: string) => ({
  context: { queryClient: client },
  search: { ...(reason && { reason }), ...(next && { next }) },
  location: { href: `${pathname}?tab=1`, pathname },
});
/** Returns the redirect of a guard as `[path, search]`; undefined if it passes. */
async function leadsTo(guard: Promise<unknown>): Promise<unknown> {
  const thrown: unknown = await guard.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (thrown === undefined) return undefined;
  if (!isRedirect(thrown)) throw thrown;
  return [thrown.options.to, thrown.options.search];
}

describe('requireUser', () => {
  test('redirects a visitor to the map with the reason, without a request', async () => {
    // Includes the requested page for after the log-in, except after a logout.
    expect(await leadsTo(requireUser(arrival()))).toEqual(['/map', { reason: 'no_token', next: '/account' }]);
    expect(await leadsTo(requireUser(arrival('user-nav')))).toEqual(['/map', { reason: 'user-nav' }]);
    // The root address needs no reason.
    expect(await leadsTo(requireUser(arrival(undefined, '/')))).toEqual(['/map', {}]);
    // The start page after an ended session: the log-in returns to the page where it ended.
    expect(await leadsTo(requireUser(arrival('refresh_expired', '/', '/courses/xss')))).toEqual([
      '/map',
      { reason: 'refresh_expired', next: '/courses/xss' },
    ]);
    expect(calls).toBe(0);
  });

  test('stores the user from the server', async () => {
    signIn({ ...mara, username: 'old name' });
    const { session } = await requireUser(arrival());
    expect(session.user.username).toBe('mara');
    expect(JSON.parse(storage.get('user') ?? '')).toEqual(mara);
  });

  test('waits for the account once, then refreshes it in the background at most once a minute', async () => {
    signIn();
    await requireUser(arrival());
    await requireUser(arrival());
    expect(calls).toBe(1);
    client.setQueryData(['GET /api/account/details', {}], { user: mara }, { updatedAt: Date.now() - 61_000 });
    answer = () => new Promise(() => undefined);
    expect(await leadsTo(requireUser(arrival()))).toBeUndefined();
    expect(calls).toBe(2);
  });

  test('does not use the cached account of a previous user', async () => {
    signIn();
    await requireUser(arrival());
    const other = { ...mara, pk: 8, username: 'otto' };
    signIn(other);
    answer = async () => ({ user: other });
    expect((await requireUser(arrival())).session.user.username).toBe('otto');
    expect(calls).toBe(2);
  });

  test('does not store a response that arrives after another user has logged in', async () => {
    signIn();
    answer = async () => {
      signIn({ ...mara, pk: 8, username: 'otto' });
      return { user: mara };
    };
    expect((await requireUser(arrival())).session.user.username).toBe('otto');
  });

  test('does not overwrite later changes of the user', async () => {
    signIn();
    await requireUser(arrival());
    const changed = { ...mara, username: 'marta' };
    storeUser(changed);
    expect((await requireUser(arrival())).session.user.username).toBe('marta');
    client.clear();
    answer = async () => {
      storeUser({ ...mara, username: 'martha' });
      return { user: changed };
    };
    expect((await requireUser(arrival())).session.user.username).toBe('martha');
  });

  test.each([500, 503, 429, 403])('redirects to the log-in page if the account does not load: %i', async (status) => {
    signIn();
    answer = () => Promise.reject(new ApiError(status, { msg: 'No.' }));
    expect(await leadsTo(requireUser(arrival()))).toEqual(['/login', { reason: 'account', next: '/account?tab=1' }]);
    expect(storage.has('token')).toBe(true);
  });

  test('passes immediately without a connection', async () => {
    signIn();
    answer = () => Promise.reject(new ApiError(0, { code: 'network', msg: 'No net.' }));
    expect(await leadsTo(requireUser(arrival()))).toBeUndefined();
    expect(calls).toBe(1);
  });

  test('redirects to the map if the transport has ended the session', async () => {
    signIn();
    readSession();
    answer = async () => {
      endSession('refresh_expired');
      throw new ApiError(401, { code: 'session_ended', msg: 'Out.' });
    };
    expect(await leadsTo(requireUser(arrival()))).toEqual(['/map', { reason: 'refresh_expired', next: '/account' }]);
  });
});

describe('requireSuperuser', () => {
  test('passes for superusers according to the server', async () => {
    signIn(mara);
    answer = async () => ({ user: { ...mara, is_superuser: true } });
    expect(await leadsTo(requireSuperuser(arrival()))).toBeUndefined();
  });

  test('redirects other users to the log-in page, even if the stored session says superuser', async () => {
    signIn({ ...mara, is_superuser: true });
    expect(await leadsTo(requireSuperuser(arrival()))).toEqual([
      '/login',
      { reason: 'superuser', next: '/account?tab=1' },
    ]);
    storage.clear();
    expect(await leadsTo(requireSuperuser(arrival()))).toEqual(['/map', { reason: 'no_token', next: '/account' }]);
  });
});
