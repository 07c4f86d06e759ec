import type { SignedIn, User } from '@hexpedition/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  clearSession,
  endImpersonation,
  endSession,
  readSession,
  sessionEndReason,
  storeSession,
  storeUser,
} from './session.ts';

const mara = { pk: 7, username: 'mara' } as User;
const signedIn = { token: { access: 'a', refresh: 'r' }, user: mara } as SignedIn;

let storage: Map<string, string>;
/** Storage events that other tabs receive, in order. */
let storageEvents: [key: string, value: string | null][];
const assign = vi.fn();

beforeEach(() => {
  storage = new Map();
  storageEvents = [];
  assign.mockReset();
  vi.stubGlobal('location', { assign, pathname: '/courses/xss' });
  vi.stubGlobal('sessionStorage', { getItem: () => null, removeItem: () => undefined });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem(key: string, value: string) {
      storage.set(key, value);
      storageEvents.push([key, value]);
    },
    removeItem(key: string) {
      storage.delete(key);
      storageEvents.push([key, null]);
    },
  });
});
afterEach(() => vi.unstubAllGlobals());

test('ending the session informs other tabs of the reason first, and clears everything', () => {
  storeSession(signedIn);
  storageEvents = [];
  endSession('user-nav');
  expect(storageEvents).toEqual([
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

test('keeps the first reason until the next login', () => {
  storeSession(signedIn);
  readSession();
  endSession('refresh_expired');
  endSession('no_token');
  expect(assign.mock.calls).toEqual(Array(2).fill(['/?reason=refresh_expired&next=%2Fcourses%2Fxss']));
  storeSession(signedIn);
  readSession();
  expect(sessionEndReason()).toBeUndefined();
  clearSession('session_expired');
  expect([sessionEndReason(), assign.mock.calls.length]).toEqual(['session_expired', 2]);
});

test.each(['user_disabled', 'refresh_expired', 'session_expired'] as const)(
  'a session that ends as %s opens the start page and keeps unsaved drafts',
  (reason) => {
    storeSession(signedIn);
    storage.set('about', 'a draft');
    endSession(reason);
    expect(assign.mock.calls).toEqual([[`/?reason=${reason}&next=%2Fcourses%2Fxss`]]);
    expect([readSession(), storage.get('about')]).toEqual([null, 'a draft']);
  },
);

test('stores a user only for their own session', () => {
  storeSession(signedIn);
  storeUser({ ...mara, username: 'marta' });
  storeUser({ ...mara, pk: 8, username: 'otto' });
  expect(readSession()).toEqual({ token: signedIn.token, user: { ...mara, username: 'marta' } });
  clearSession('user-nav');
  storeUser(mara);
  expect(storage.size).toBe(0);
});

test.each(['', '{', 'null', '{"refresh":"r"}'])('treats a broken entry as logged out: %s', (token) => {
  storage.set('token', token);
  storage.set('user', JSON.stringify(mara));
  expect(readSession()).toBeNull();
});

test('returns from impersonation to the admin page of the user, even if ended twice', () => {
  storage.set('token', JSON.stringify(signedIn.token)).set('user', JSON.stringify(mara));
  const views = new Map([['view', JSON.stringify({ access: 'v', user: { pk: 8, username: 'tove' }, expires_at: '' })]]);
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => views.get(key) ?? null,
    removeItem: (key: string) => views.delete(key),
  });
  endImpersonation();
  endImpersonation();
  expect(assign.mock.calls).toEqual([['/admin/users/tove']]);
});
