import { useSyncExternalStore } from 'react';
import { createListeners } from '#lib/tab-state.ts';

/**
 * Split view: the lab opens in its own window over the right half of this one, and the text moves to the left. A lab is
 * untrusted and often on another site, where a frame would have no cookies; a window has them.
 */

const { subscribe, notify } = createListeners();
const isOpen = () => document.documentElement.dataset.splitView !== undefined;

function setOpen(isOpen: boolean): void {
  if (isOpen) document.documentElement.dataset.splitView = '';
  else delete document.documentElement.dataset.splitView;
  notify();
}

/** Moves the text to the left half. @returns features for `window.open`; the browser may ignore the position */
export function openSplitView(): string {
  setOpen(true);
  const width = Math.round(window.outerWidth / 2);
  const left = window.screenX + window.outerWidth - width;
  return `popup,width=${width},height=${window.outerHeight},left=${left},top=${window.screenY}`;
}

/** Gives the text its full width. The page cannot detect that the window was closed, because its opener is cut. */
export const closeSplitView = () => setOpen(false);

/** Whether the split view is open. */
export const useSplitView = (): boolean => useSyncExternalStore(subscribe, isOpen, () => false);
