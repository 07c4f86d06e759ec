import { useSyncExternalStore } from 'react';

const key = 'checkout';
const listeners = new Set<() => void>();

/**
 * Remembers for the life of the tab whether Paddle's script failed to load, so that locks on other pages do not link to
 * a checkout that does not work.
 */
export function setCheckoutFailed(isFaulty: boolean) {
  if (isFaulty) sessionStorage.setItem(key, 'faulty');
  else sessionStorage.removeItem(key);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const read = () => sessionStorage.getItem(key) !== null;

/** Returns whether buying is unavailable in this browser because Paddle's script failed to load. */
export const useCheckoutFailed = (): boolean => useSyncExternalStore(subscribe, read, () => false);
