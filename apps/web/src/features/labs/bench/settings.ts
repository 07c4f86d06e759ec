import { useSyncExternalStore } from 'react';

/** How a learner has set the bench up; the same for every lab. */
export interface BenchSettings {
  /** Share of the height that the terminal has, in hundredths. */
  split: number;
  /** Pixels of the terminal's text. */
  textSize: number;
  /** Whether the terminal tells screen readers what it shows. */
  isSpoken: boolean;
}

export const textSizes = [11, 12, 13, 14, 16, 18, 20] as const;
const usual: BenchSettings = { split: 55, textSize: 13, isSpoken: false };

const storageKey = 'bench';
let now: BenchSettings | undefined;
const listeners = new Set<() => void>();

/** Storage may be forbidden, or hold rubbish. */
function read(): BenchSettings {
  try {
    const { split, textSize, isSpoken } = JSON.parse(
      localStorage.getItem(storageKey) ?? '{}',
    ) as Partial<BenchSettings>;
    return {
      split: typeof split === 'number' && split >= 10 && split <= 90 ? split : usual.split,
      textSize: textSizes.find((size) => size === textSize) ?? usual.textSize,
      isSpoken: isSpoken === true,
    };
  } catch {
    return usual;
  }
}

export function changeSettings(change: Partial<BenchSettings>): void {
  now = { ...(now ?? read()), ...change };
  try {
    localStorage.setItem(storageKey, JSON.stringify(now));
  } catch {
    // Then it lasts as long as the page.
  }
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

function current(): BenchSettings {
  now ??= read();
  return now;
}

export const useBenchSettings = (): BenchSettings => useSyncExternalStore(subscribe, current, () => usual);
