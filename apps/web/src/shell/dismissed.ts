import { useSyncExternalStore } from 'react';
import { hashName } from '#ui/avatar-shape.ts';

const key = 'dismissed';
const listeners = new Set<() => void>();

const read = () => localStorage.getItem(key) ?? '';

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Whether a banner was put away on this device, by an id of its own; a new text is a new id. */
export function useDismissed(text: string): [dismissed: boolean, dismiss: () => void] {
  const id = hashName(text).toString(36);
  const all = useSyncExternalStore(subscribe, read, () => '').split(' ');
  const dismiss = () => {
    // The last fifty are enough; the list must not grow for ever.
    localStorage.setItem(key, [...all.filter(Boolean).slice(-49), id].join(' '));
    for (const listener of listeners) listener();
  };
  return [all.includes(id), dismiss];
}
