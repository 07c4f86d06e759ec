import { useSyncExternalStore } from 'react';

let open = false;
const listeners = new Set<() => void>();

function set(value: boolean) {
  open = value;
  for (const listener of listeners) listener();
}

export const openShortcuts = () => set(true);
export const closeShortcuts = () => set(false);

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useSheetOpen = () =>
  useSyncExternalStore(
    subscribe,
    () => open,
    () => false,
  );
