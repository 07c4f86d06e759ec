import { useSyncExternalStore } from 'react';
import { createListeners, onTabReset } from '#lib/tab-state.ts';

/** Settings of the bench. They apply to all labs. */
export interface BenchSettings {
  /** Height of the terminal, in percent. */
  split: number;
  /** Font size of the terminal, in pixels. */
  textSize: number;
  /** Whether the terminal announces its output to screen readers. */
  isSpoken: boolean;
}

export const textSizes = [11, 12, 13, 14, 16, 18, 20] as const;
const defaults: BenchSettings = { split: 55, textSize: 13, isSpoken: false };

const storageKey = 'bench';
const { subscribe, notify } = createListeners();
let settings: BenchSettings | undefined;
onTabReset(() => {
  settings = undefined;
});

/** Reads the stored settings. Falls back to the defaults if storage is blocked or holds invalid data. */
function read(): BenchSettings {
  try {
    const { split, textSize, isSpoken } = JSON.parse(
      localStorage.getItem(storageKey) ?? '{}',
    ) as Partial<BenchSettings>;
    return {
      split: typeof split === 'number' && split >= 10 && split <= 90 ? split : defaults.split,
      textSize: textSizes.find((size) => size === textSize) ?? defaults.textSize,
      isSpoken: isSpoken === true,
    };
  } catch {
    return defaults;
  }
}

export function changeSettings(change: Partial<BenchSettings>): void {
  settings = { ...(settings ?? read()), ...change };
  try {
    localStorage.setItem(storageKey, JSON.stringify(settings));
  } catch {
    // Storage is blocked, so the settings last until the page closes.
  }
  notify();
}

function current(): BenchSettings {
  settings ??= read();
  return settings;
}

export const useBenchSettings = (): BenchSettings => useSyncExternalStore(subscribe, current, () => defaults);
