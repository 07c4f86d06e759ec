import { useSyncExternalStore } from 'react';
import { hashName } from '#ui/avatar-shape.ts';

const key = 'dismissed';
const listeners = new Set<() => void>();

const read = () => localStorage.getItem(key) ?? '';

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const hashOf = (id: string) => hashName(id).toString(36);

/** Hides a banner on this device by its id; a changed text has a new id. */
export function dismiss(id: string) {
  // Keep only the last fifty, so that the list does not grow forever.
  localStorage.setItem(key, [...read().split(' ').filter(Boolean).slice(-49), hashOf(id)].join(' '));
  for (const listener of listeners) listener();
}

/** Returns a function that checks whether a banner was dismissed on this device. */
export function useDismissed(): (id: string) => boolean {
  const all = useSyncExternalStore(subscribe, read, () => '').split(' ');
  return (id) => all.includes(hashOf(id));
}
