import { useSyncExternalStore } from 'react';
import { createListeners, onTabReset } from '#lib/tab-state.ts';

let open = false;
const { subscribe, notify } = createListeners();
onTabReset(() => {
  open = false;
});

function set(value: boolean) {
  open = value;
  notify();
}

export const openShortcuts = () => set(true);
export const closeShortcuts = () => set(false);

export const useSheetOpen = () =>
  useSyncExternalStore(
    subscribe,
    () => open,
    () => false,
  );
