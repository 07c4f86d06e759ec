import type { PersonView, SignedIn, Token, User } from '@hexpedition/contract';
import { useSyncExternalStore } from 'react';
import { forgetReading } from './offline.ts';

export interface Session {
  token: Token;
  user: User;
  /** Until when a superuser looks as this user, in this tab alone; undefined for a session of one's own. */
  viewUntil?: string;
}

/** Why a visitor was sent to the start: the value of `?reason=`. */
export const reasons = ['no_token', 'user_disabled', 'refresh_expired', 'session_expired', 'user-nav'] as const;
export type Reason = (typeof reasons)[number];

const listeners = new Set<() => void>();
let seen = '';
let current: Session | null = null;
/** Why the last session ended, here or in another tab; nothing while there is one. */
let left: Reason | undefined;
let leaving = false;

/** The session as stored; the same object until the storage changes. A broken entry counts as signed out. */
export function readSession(): Session | null {
  if (typeof localStorage === 'undefined') return null;
  const token = localStorage.getItem('token');
  const user = localStorage.getItem('user');
  const view = sessionStorage.getItem(viewKey);
  const raw = `${token}\n${user}\n${view}`;
  if (raw !== seen) {
    seen = raw;
    current = view ? parseView(view) : parse(token, user);
    if (current) left = undefined;
  }
  return current;
}

const viewKey = 'view';

function parseView(text: string): Session | null {
  try {
    const { access, user, expires_at }: PersonView = JSON.parse(text);
    return { token: { access, refresh: '' }, user, viewUntil: expires_at };
  } catch {
    return null;
  }
}

/** From now on this tab shows what somebody else sees. The page is loaded anew, so that nothing of both is mixed. */
export function beginView(view: PersonView) {
  sessionStorage.setItem(viewKey, JSON.stringify(view));
  location.assign('/');
}

/** Goes back from a view to the account that was looked at, as oneself. */
export function endView() {
  // The page stands a moment longer, and may find meanwhile that the view is over: its name is not known any more.
  if (leaving) return;
  const user = readSession()?.user;
  sessionStorage.removeItem(viewKey);
  leaving = true;
  location.assign(user ? `/admin/people/${encodeURIComponent(user.username)}` : '/admin/people');
}

function parse(token: string | null, user: string | null): Session | null {
  if (!token || !user) return null;
  try {
    const session: Session = { token: JSON.parse(token), user: JSON.parse(user) };
    return session.token.access && session.user.pk !== undefined ? session : null;
  } catch {
    return null;
  }
}

export function storeSession({ token, user }: SignedIn) {
  const before = readSession();
  if (before && before.user.pk !== user.pk) forgetReading();
  localStorage.setItem('token', JSON.stringify(token));
  localStorage.setItem('user', JSON.stringify(user));
  notify();
}

/** Keeps what the server says about the signed-in user now. Does nothing once somebody else, or nobody, is signed in. */
export function storeUser(user: User) {
  const session = readSession();
  // A view shows what was there when it began; the session beside it is somebody else's.
  if (session?.user.pk !== user.pk || session.viewUntil) return;
  localStorage.setItem('user', JSON.stringify(user));
  notify();
}

/**
 * Forgets the session here, without a word to the server and without leaving the page. Says why to the other tabs, by
 * an entry that is gone again at once: they hear of it, and nothing stays behind.
 */
export function forgetSession(reason: Reason) {
  clear(reason);
  notify();
}

function clear(reason: Reason) {
  left ??= reason;
  localStorage.setItem('left', left);
  localStorage.removeItem('token');
  localStorage.removeItem('user');
  // What could not be sent for them yet is not for the next one at this machine.
  localStorage.removeItem('visit');
  localStorage.removeItem('left');
  // What was not saved is there again after a session that ended by itself.
  if (left === 'user-nav') localStorage.removeItem('about');
  forgetReading();
  seen = '';
  current = null;
}

/**
 * Forgets the session and loads a page anew, so that nothing personal is left in memory. Who has logged out, or never
 * was in, goes to the start. Everybody else stays on the page, which says why: what everybody may read can be read on,
 * and the guards lead away from the rest.
 */
export function leave(reason: Reason) {
  // Whatever ends a view, the superuser's own session goes on.
  if (readSession()?.viewUntil) return endView();
  clear(reason);
  leaving = true;
  // The first reason is the true one: whatever fails after it only finds that there is no session any more.
  const why = left ?? reason;
  if (why === 'user-nav' || why === 'no_token') return location.assign(`/?reason=${why}`);
  const search = new URLSearchParams(location.search);
  search.set('reason', why);
  // Without the hash: the reason stands at the top of the page.
  location.replace(`${location.pathname}?${search}`);
}

/** Whether this page is about to be replaced, so that nothing on it needs to follow the session any more. */
export const isLeaving = () => leaving;

/** Why there is no session any more, as far as this tab has heard. */
export const leftReason = () => left;

/** The `sid` claim of the access credential: which session this is. Not verified; only the server can. */
export function sessionId(token: Token): string | undefined {
  try {
    const payload = token.access.split('.')[1] ?? '';
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    return typeof claims === 'object' && claims !== null && 'sid' in claims ? String(claims.sid) : undefined;
  } catch {
    return undefined;
  }
}

function notify() {
  for (const listener of listeners) listener();
}

/** Tells of every change of the session, in this tab or another. @returns a function that ends it */
export function subscribeSession(listener: () => void) {
  // `storage` fires in the other tabs only; together with `notify` every tab hears of every change.
  const onStorage = (event: StorageEvent) => {
    if (event.key === 'left' && event.newValue) left = reasons.find((known) => known === event.newValue);
    if (event.key === null || event.key === 'token' || event.key === 'user') listener();
  };
  // The browser shows a page again that it had put aside: the page may have missed any change.
  const onShow = () => {
    leaving = false;
    listener();
  };
  listeners.add(listener);
  globalThis.addEventListener?.('storage', onStorage);
  globalThis.addEventListener?.('pageshow', onShow);
  return () => {
    listeners.delete(listener);
    globalThis.removeEventListener?.('storage', onStorage);
    globalThis.removeEventListener?.('pageshow', onShow);
  };
}

/** The signed-in session or null. Null on the server and until hydration is done, so that both agree. */
export function useSession(): Session | null {
  return useSyncExternalStore(subscribeSession, readSession, () => null);
}
