import { useSyncExternalStore } from 'react';

export interface Toast {
  id: number;
  tone: 'plain' | 'good' | 'bad';
  text: string;
}

let toasts: readonly Toast[] = [];
let last = 0;
const listeners = new Set<() => void>();

function set(next: readonly Toast[]) {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Shows the result of a background action. Results of visible actions are shown inline instead. */
export function toast(text: string, tone: Toast['tone'] = 'plain') {
  last += 1;
  // At most three.
  set([...toasts.slice(-2), { id: last, tone, text }]);
}

export const dismissToast = (id: number) => set(toasts.filter((item) => item.id !== id));

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const none: readonly Toast[] = [];

export const useToasts = () =>
  useSyncExternalStore(
    subscribe,
    () => toasts,
    () => none,
  );
