/* State of a module lives as long as the browser tab. Tests share modules, so the test set-up resets it after each test. */

const resets: (() => void)[] = [];

/**
 * Registers a function that returns the state of a module to that of a new tab. Only tests call it; the build drops
 * the registration because of the annotation.
 */
/* @__NO_SIDE_EFFECTS__ */
export function onTabReset(reset: () => void): void {
  resets.push(reset);
}

/** Resets the state of all loaded modules. */
export function resetTab(): void {
  for (const reset of resets) reset();
}

/** Creates the listeners of a module's state, for `useSyncExternalStore`. Call it once per module. */
export function createListeners() {
  const listeners = new Set<() => void>();
  onTabReset(() => listeners.clear());
  return {
    /** @returns unsubscribe function */
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    notify: () => {
      for (const listener of listeners) listener();
    },
  };
}
