import { useSyncExternalStore } from 'react';

const key = 'checkout';
const listeners = new Set<() => void>();

/**
 * Keeps whether Paddle's script could not be loaded, for as long as the tab is open: locks on other pages, which are
 * loaded anew, are not to lead to a shop that cannot sell.
 */
export function setCheckoutFault(isFaulty: boolean) {
  if (isFaulty) sessionStorage.setItem(key, 'faulty');
  else sessionStorage.removeItem(key);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const read = () => sessionStorage.getItem(key) !== null;

/** Whether nobody can pay in this browser, because Paddle's script did not come. */
export const useCheckoutFault = (): boolean => useSyncExternalStore(subscribe, read, () => false);
