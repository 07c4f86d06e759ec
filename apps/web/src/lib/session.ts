import type { SignedIn, Token, User } from '@hexpedition/contract';
import { useSyncExternalStore } from 'react';

export interface Session {
  token: Token;
  user: User;
}

/** Why a visitor was sent to the start: the value of `?reason=`. */
export const reasons = ['no_token', 'user_disabled', 'refresh_expired', 'session_expired', 'user-nav'] as const;
export type Reason = (typeof reasons)[number];

const listeners = new Set<() => void>();
let seen = '';
let current: Session | null = null;

/** The session as stored; the same object until the storage changes. A broken entry counts as signed out. */
export function readSession(): Session | null {
  if (typeof localStorage === 'undefined') return null;
  const token = localStorage.getItem('token');
  const user = localStorage.getItem('user');
  const raw = `${token}\n${user}`;
  if (raw !== seen) {
    seen = raw;
    current = parse(token, user);
  }
  return current;
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
  localStorage.setItem('token', JSON.stringify(token));
  localStorage.setItem('user', JSON.stringify(user));
  notify();
}

function clearSession() {
  localStorage.removeItem('token');
  localStorage.removeItem('user');
  notify();
}

/** Forgets the session and loads the start page anew, so that nothing personal is left in memory. */
export function leave(reason: Reason) {
  clearSession();
  location.assign(`/?reason=${reason}`);
}

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

function subscribeSession(listener: () => void) {
  // `storage` fires in the other tabs only; together with `notify` every tab hears of every change.
  const onStorage = (event: StorageEvent) => {
    if (event.key === null || event.key === 'token' || event.key === 'user') listener();
  };
  listeners.add(listener);
  globalThis.addEventListener?.('storage', onStorage);
  return () => {
    listeners.delete(listener);
    globalThis.removeEventListener?.('storage', onStorage);
  };
}

/** The signed-in session or null. Null on the server and until hydration is done, so that both agree. */
export function useSession(): Session | null {
  return useSyncExternalStore(subscribeSession, readSession, () => null);
}
