import { onTabReset } from '#lib/tab-state.ts';

const storageKey = 'drill-key';
/** Copy for browsers that cannot store the key. */
let current: string | null = null;
onTabReset(() => {
  current = null;
});

/** Returns this browser's key for drills without an account. The values of each drill depend on it. */
export function readDrillKey(): string {
  try {
    current = localStorage.getItem(storageKey) ?? current;
  } catch {
    // Storage is blocked.
  }
  return current ?? renewDrillKey();
}

/** Replaces the key, so that each drill gets new values. */
export function renewDrillKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  current = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  try {
    localStorage.setItem(storageKey, current);
  } catch {
    // Storage is full or blocked. The key lasts until the page is closed.
  }
  return current;
}
