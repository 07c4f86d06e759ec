import type { ImpersonationAnswer, SignedIn, Token, User } from '@hexpedition/contract';
import { useSyncExternalStore } from 'react';
import { setMemberCookie } from './member-cookie.ts';
import { clearOfflineCache } from './offline-reading.ts';
import { safeLocalStorage, safeSessionStorage } from './safe-storage.ts';
import { createListeners, onTabReset } from './tab-state.ts';

export interface Session {
  token: Token;
  user: User;
  /** End of a superuser's impersonation of this user, in this tab only; undefined for a normal session. */
  impersonatedUntil?: string;
}

/** Why the session ended: the value of `?reason=` on the start page. */
export const sessionEndReasons = [
  'no_token',
  'user_disabled',
  'refresh_expired',
  'session_expired',
  'user-nav',
] as const;
export type SessionEndReason = (typeof sessionEndReasons)[number];

const listeners = createListeners();
let seen = '';
let current: Session | null = null;
/** Why the last session ended, here or in another tab; undefined while there is one. */
let endReason: SessionEndReason | undefined;
let isUnloading = false;
onTabReset(() => {
  seen = '';
  current = null;
  endReason = undefined;
  isUnloading = false;
});

/** Returns the stored session; the same object until the storage changes. A broken entry counts as logged out. */
export function readSession(): Session | null {
  if (typeof window === 'undefined') return null;
  const token = safeLocalStorage.getItem('token');
  const user = safeLocalStorage.getItem('user');
  const view = safeSessionStorage.getItem(viewKey);
  const raw = `${token}\n${user}\n${view}`;
  if (raw !== seen) {
    seen = raw;
    current = view ? parseImpersonation(view) : parse(token, user);
    if (current) endReason = undefined;
  }
  return current;
}

const viewKey = 'view';

function parseImpersonation(text: string): Session | null {
  try {
    const { access, user, expires_at }: ImpersonationAnswer = JSON.parse(text);
    return { token: { access, refresh: '' }, user, impersonatedUntil: expires_at };
  } catch {
    return null;
  }
}

/** Starts impersonating a user in this tab. Reloads the page, so that no data of the two users is mixed. */
export function startImpersonation(view: ImpersonationAnswer) {
  safeSessionStorage.setItem(viewKey, JSON.stringify(view));
  location.assign('/');
}

/** Ends the impersonation and returns to the user's admin page. */
export function endImpersonation() {
  // The page stays open for a moment and may call this again, when the username is no longer stored.
  if (isUnloading) return;
  const user = readSession()?.user;
  safeSessionStorage.removeItem(viewKey);
  isUnloading = true;
  location.assign(user ? `/admin/users/${encodeURIComponent(user.username)}` : '/admin/users');
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
  if (before && before.user.pk !== user.pk) clearOfflineCache();
  safeLocalStorage.setItem('token', JSON.stringify(token));
  safeLocalStorage.setItem('user', JSON.stringify(user));
  setMemberCookie(true);
  listeners.notify();
}

/** Stores the user from the server. Ignored if another user or no one is logged in by now. */
export function storeUser(user: User) {
  const session = readSession();
  // An impersonation shows a snapshot; localStorage has the superuser's own session.
  if (session?.user.pk !== user.pk || session.impersonatedUntil) return;
  safeLocalStorage.setItem('user', JSON.stringify(user));
  listeners.notify();
}

/**
 * Clears the session in this browser without calling the server or leaving the page. Informs other tabs of the
 * reason through a storage entry that is removed immediately.
 */
export function clearSession(reason: SessionEndReason) {
  clear(reason);
  listeners.notify();
}

function clear(reason: SessionEndReason) {
  endReason ??= reason;
  safeLocalStorage.setItem('left', endReason);
  safeLocalStorage.removeItem('token');
  safeLocalStorage.removeItem('user');
  setMemberCookie(false);
  // Unsent visits of this user must not be sent for the next one.
  safeLocalStorage.removeItem('visit');
  safeLocalStorage.removeItem('left');
  // Unsaved drafts stay after a session that expired.
  if (endReason === 'user-nav') safeLocalStorage.removeItem('about');
  clearOfflineCache();
  seen = '';
  current = null;
}

/**
 * Clears the session and loads the start page, which shows the reason, so that no personal data stays in memory. The
 * log-in returns to the current page, except after a logout.
 */
export function endSession(reason: SessionEndReason) {
  // Errors during an impersonation end only the impersonation, not the superuser's own session.
  if (readSession()?.impersonatedUntil) return endImpersonation();
  clear(reason);
  isUnloading = true;
  // Keep the first reason: later failures only follow from the missing session.
  const why = endReason ?? reason;
  const search = new URLSearchParams({ reason: why });
  const { pathname } = location;
  if (why !== 'user-nav' && pathname !== '/' && pathname !== '/map') search.set('next', pathname);
  location.assign(`/?${search}`);
}

/** Returns whether this page is about to be replaced, so that it need not react to session changes. */
export const isPageUnloading = () => isUnloading;

/** Returns why the session ended, as far as this tab knows. */
export const sessionEndReason = () => endReason;

/** Returns the `sid` claim of the access token: the id of the session. Not verified; only the server can do that. */
export function sessionId(token: Token): string | undefined {
  try {
    const payload = token.access.split('.')[1] ?? '';
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    return typeof claims === 'object' && claims !== null && 'sid' in claims ? String(claims.sid) : undefined;
  } catch {
    return undefined;
  }
}

/** Calls the listener on every change of the session, in this or another tab. @returns unsubscribe function */
export function subscribeSession(listener: () => void) {
  // `storage` fires only in other tabs; `notify` covers this one.
  const onStorage = (event: StorageEvent) => {
    if (event.key === 'left' && event.newValue) endReason = sessionEndReasons.find((known) => known === event.newValue);
    if (event.key === null || event.key === 'token' || event.key === 'user') listener();
  };
  // A page restored from the back/forward cache may have missed changes.
  const onShow = () => {
    isUnloading = false;
    listener();
  };
  const unsubscribe = listeners.subscribe(listener);
  globalThis.addEventListener?.('storage', onStorage);
  globalThis.addEventListener?.('pageshow', onShow);
  return () => {
    unsubscribe();
    globalThis.removeEventListener?.('storage', onStorage);
    globalThis.removeEventListener?.('pageshow', onShow);
  };
}

/** Returns the session or null. Null on the server and during hydration, so that both render the same. */
export function useSession(): Session | null {
  return useSyncExternalStore(subscribeSession, readSession, () => null);
}
