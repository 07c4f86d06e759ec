import { useSyncExternalStore } from 'react';

/*
 * What a visitor has agreed to, by the name of the service, in the cookie `klaro`: the URI-encoded JSON of a record of
 * booleans, as the consent manager of that name writes it. Nothing is agreed to before somebody says so.
 */

const name = 'klaro';
const days = 120;
const listeners = new Set<() => void>();

function readAll(): Record<string, boolean> {
  const entry = document.cookie.split('; ').find((one) => one.startsWith(`${name}=`));
  try {
    const value: unknown = JSON.parse(decodeURIComponent(entry?.slice(name.length + 1) ?? ''));
    return typeof value === 'object' && value !== null ? (value as Record<string, boolean>) : {};
  } catch {
    return {};
  }
}

/** Keeps what the visitor decided about one service on this device. */
export function setConsent(service: string, given: boolean) {
  const value = encodeURIComponent(JSON.stringify({ ...readAll(), [service]: given }));
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = `${name}=${value}; path=/; max-age=${days * 86_400}; SameSite=Lax${secure}`;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Whether the visitor has agreed to a service; never on the server. */
export const useConsent = (service: string): boolean =>
  useSyncExternalStore(
    subscribe,
    () => readAll()[service] === true,
    () => false,
  );
