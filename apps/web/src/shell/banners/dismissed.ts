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

/** Puts a banner away on this device, by an id of its own; a new text is a new id. */
export function dismiss(id: string) {
  // The last fifty are enough; the list must not grow for ever.
  localStorage.setItem(key, [...read().split(' ').filter(Boolean).slice(-49), hashOf(id)].join(' '));
  for (const listener of listeners) listener();
}

/** Tells which banners were put away on this device. */
export function useDismissed(): (id: string) => boolean {
  const all = useSyncExternalStore(subscribe, read, () => '').split(' ');
  return (id) => all.includes(hashOf(id));
}
