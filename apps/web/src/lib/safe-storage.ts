import { onTabReset } from './tab-state.ts';

/**
 * Wraps a storage of the browser. Browsers can block it, and it can be full: then values last until the page is reloaded.
 * `architecture/storage-keys.ts` finds the keys at the calls of `setItem`.
 */
function safeStorage(open: () => Storage) {
  const unsaved = new Map<string, string>();
  onTabReset(() => unsaved.clear());
  return {
    getItem(name: string): string | null {
      const value = unsaved.get(name);
      if (value !== undefined) return value;
      try {
        return open().getItem(name);
      } catch {
        return null;
      }
    },
    setItem(name: string, value: string): void {
      unsaved.delete(name);
      try {
        open().setItem(name, value);
      } catch {
        unsaved.set(name, value);
      }
    },
    removeItem(name: string): void {
      unsaved.delete(name);
      try {
        open().removeItem(name);
      } catch {
        // A blocked storage has nothing to remove.
      }
    },
  };
}

/** localStorage that never throws. */
export const safeLocalStorage = safeStorage(() => localStorage);
/** sessionStorage that never throws. */
export const safeSessionStorage = safeStorage(() => sessionStorage);
