import { useSyncExternalStore } from 'react';
import { createListeners, onTabReset } from './tab-state.ts';

const key = 'checkout';
const { subscribe, notify } = createListeners();

/** Result on this page. It takes precedence over the storage, which the browser may block. */
let hasFailed: boolean | undefined;
onTabReset(() => {
  hasFailed = undefined;
});

/**
 * Remembers for the life of the tab whether Paddle's script failed to load, so that locks on other pages do not link to
 * a checkout that does not work.
 */
export function setCheckoutFailed(isFaulty: boolean) {
  hasFailed = isFaulty;
  try {
    if (isFaulty) sessionStorage.setItem(key, 'faulty');
    else sessionStorage.removeItem(key);
  } catch {
    // Storage is blocked, so the result lasts until the page closes.
  }
  notify();
}

function read(): boolean {
  try {
    return hasFailed ?? sessionStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

/** Returns whether buying is unavailable in this browser because Paddle's script failed to load. */
export const useCheckoutFailed = (): boolean => useSyncExternalStore(subscribe, read, () => false);
