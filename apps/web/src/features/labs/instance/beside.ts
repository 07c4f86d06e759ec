import { useSyncExternalStore } from 'react';

/**
 * The lab beside the text: a window of its own over the right half of this one, and the text moves to the left. A lab is
 * hostile ground and often on a site of its own, where a frame would have no cookies; a window has them.
 */

const listeners = new Set<() => void>();
const isBeside = () => document.documentElement.dataset.beside !== undefined;

function set(beside: boolean): void {
  if (beside) document.documentElement.dataset.beside = '';
  else delete document.documentElement.dataset.beside;
  for (const listener of listeners) listener();
}

/** Makes room. @returns where the window goes, for `window.open`; the browser may put it elsewhere */
export function makeRoom(): string {
  set(true);
  const width = Math.round(window.outerWidth / 2);
  const left = window.screenX + window.outerWidth - width;
  return `popup,width=${width},height=${window.outerHeight},left=${left},top=${window.screenY}`;
}

/** Gives the text its width back. Nobody can say when the window was closed: the lab's site is cut off from ours. */
export const endBeside = () => set(false);

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Whether the text has made room for a lab. */
export const useBeside = (): boolean => useSyncExternalStore(subscribe, isBeside, () => false);
