import { useSyncExternalStore } from 'react';
import { createListeners } from './tab-state.ts';

export type Theme = 'dark' | 'light';

const listeners = createListeners();

const readTheme = (): Theme => (document.documentElement.dataset.theme === 'light' ? 'light' : 'dark');

export function setTheme(theme: Theme) {
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem('theme', theme);
  } catch {
    // Storage may be blocked; then the choice lasts as long as the page.
  }
  listeners.notify();
}

function subscribe(listener: () => void) {
  const onStorage = (event: StorageEvent) => {
    if (event.key !== 'theme') return;
    document.documentElement.dataset.theme = event.newValue === 'light' ? 'light' : 'dark';
    listener();
  };
  const unsubscribe = listeners.subscribe(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    unsubscribe();
    window.removeEventListener('storage', onStorage);
  };
}

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, readTheme, () => 'dark');
}
