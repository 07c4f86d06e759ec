import type { SignedIn, User } from '@hexpedition/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetSession, leave, leftReason, readSession, storeSession, storeUser } from './session.ts';

const mara = { pk: 7, username: 'mara' } as User;
const signedIn = { token: { access: 'a', refresh: 'r' }, user: mara } as SignedIn;

let storage: Map<string, string>;
/** What other tabs hear of the storage, in its order. */
let heard: [key: string, value: string | null][];
const assign = vi.fn();
const replace = vi.fn();

beforeEach(() => {
  storage = new Map();
  heard = [];
  for (const mock of [assign, replace]) mock.mockReset();
  vi.stubGlobal('location', { assign, replace, pathname: '/courses/xss', search: '?tab=1' });
  vi.stubGlobal('sessionStorage', { getItem: () => null, removeItem: () => undefined });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem(key: string, value: string) {
      storage.set(key, value);
      heard.push([key, value]);
    },
    removeItem(key: string) {
      storage.delete(key);
      heard.push([key, null]);
    },
  });
});
afterEach(() => vi.unstubAllGlobals());

test('leaving tells the other tabs why before the session is gone, and keeps nothing', () => {
  storeSession(signedIn);
  heard = [];
  leave('user-nav');
  expect(heard).toEqual([
    ['left', 'user-nav'],
    ['token', null],
    ['user', null],
    ['visit', null],
    ['left', null],
    ['about', null],
  ]);
  expect(storage.size).toBe(0);
  expect(readSession()).toBeNull();
  expect(assign).toHaveBeenCalledWith('/?reason=user-nav');
});

test('the first reason stands until somebody signs in', () => {
  storeSession(signedIn);
  readSession();
  leave('refresh_expired');
  leave('no_token');
  expect(replace.mock.calls).toEqual(Array(2).fill(['/courses/xss?tab=1&reason=refresh_expired']));
  storeSession(signedIn);
  readSession();
  expect(leftReason()).toBeUndefined();
  forgetSession('session_expired');
  expect([leftReason(), assign.mock.calls.length]).toEqual(['session_expired', 0]);
});

test('whose session ends stays on the page, and finds there what was not saved', () => {
  storeSession(signedIn);
  storage.set('about', 'a draft');
  leave('session_expired');
  expect(replace.mock.calls).toEqual([['/courses/xss?tab=1&reason=session_expired']]);
  expect(assign).not.toHaveBeenCalled();
  expect([readSession(), storage.get('about')]).toEqual([null, 'a draft']);
});

test('a user is kept only for the session that is theirs', () => {
  storeSession(signedIn);
  storeUser({ ...mara, username: 'marta' });
  storeUser({ ...mara, pk: 8, username: 'otto' });
  expect(readSession()).toEqual({ token: signedIn.token, user: { ...mara, username: 'marta' } });
  forgetSession('user-nav');
  storeUser(mara);
  expect(storage.size).toBe(0);
});

test.each(['', '{', 'null', '{"refresh":"r"}'])('a broken entry counts as signed out: %s', (token) => {
  storage.set('token', token);
  storage.set('user', JSON.stringify(mara));
  expect(readSession()).toBeNull();
});

test('a view leads back to whom it showed, even if the page finds out twice that it is over', async () => {
  // A page of its own: those of the tests before have been left.
  vi.resetModules();
  const fresh = await import('./session.ts');
  storage.set('token', JSON.stringify(signedIn.token)).set('user', JSON.stringify(mara));
  const views = new Map([['view', JSON.stringify({ access: 'v', user: { pk: 8, username: 'tove' }, expires_at: '' })]]);
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => views.get(key) ?? null,
    removeItem: (key: string) => views.delete(key),
  });
  fresh.endView();
  fresh.endView();
  expect(assign.mock.calls).toEqual([['/admin/people/tove']]);
});
