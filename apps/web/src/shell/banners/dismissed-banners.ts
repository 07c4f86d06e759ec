import { useSyncExternalStore } from 'react';
import { createListeners, onTabReset } from '#lib/tab-state.ts';
import { hashName } from '#ui/avatar-shape.ts';

const key = 'dismissed';
const { subscribe, notify } = createListeners();

/** List that could not be stored, because storage is blocked or full. It lasts until the page closes. */
let unstored: string | undefined;
onTabReset(() => {
  unstored = undefined;
});

function read(): string {
  if (unstored !== undefined) return unstored;
  try {
    return localStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

const hashOf = (id: string) => hashName(id).toString(36);

/** Hides a banner on this device by its id; a changed text has a new id. */
export function dismiss(id: string) {
  // Keep only the last fifty, so that the list does not grow forever.
  const list = [...read().split(' ').filter(Boolean).slice(-49), hashOf(id)].join(' ');
  try {
    localStorage.setItem(key, list);
  } catch {
    unstored = list;
  }
  notify();
}

/** Returns a function that checks whether a banner was dismissed on this device. */
export function useDismissed(): (id: string) => boolean {
  const all = useSyncExternalStore(subscribe, read, () => '').split(' ');
  return (id) => all.includes(hashOf(id));
}
