import { useSyncExternalStore } from 'react';
import { createListeners, onTabReset } from '#lib/tab-state.ts';

export interface Toast {
  id: number;
  tone: 'plain' | 'good' | 'bad';
  text: string;
}

let toasts: readonly Toast[] = [];
let last = 0;
const { subscribe, notify } = createListeners();
onTabReset(() => {
  toasts = [];
  last = 0;
});

function set(next: readonly Toast[]) {
  toasts = next;
  notify();
}

/** Shows the result of a background action. Results of visible actions are shown inline instead. */
export function toast(text: string, tone: Toast['tone'] = 'plain') {
  last += 1;
  // At most three.
  set([...toasts.slice(-2), { id: last, tone, text }]);
}

export const dismissToast = (id: number) => set(toasts.filter((item) => item.id !== id));

const none: readonly Toast[] = [];

export const useToasts = () =>
  useSyncExternalStore(
    subscribe,
    () => toasts,
    () => none,
  );
