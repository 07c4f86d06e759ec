/* State of modules, which lives as long as the browser tab. */

const resetCallbacks: (() => void)[] = [];

/**
 * Registers the reset of a module's state. The test set-up calls it after each test. The build drops the registration
 * because of the annotation.
 */
/* @__NO_SIDE_EFFECTS__ */
export function onTabReset(reset: () => void): void {
  resetCallbacks.push(reset);
}

/** Resets the state of all loaded modules. */
export function resetTab(): void {
  for (const reset of resetCallbacks) reset();
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
