import type { QuizAnswers } from '@hexpedition/contract';
import { useSyncExternalStore } from 'react';
import { createListeners, onTabReset } from '#lib/tab-state.ts';

/** Answer to a quiz with the verdict of the server. */
export type StoredAnswer = QuizAnswers['answers'][number];

/** Progress of a visitor in one lesson. It is stored in this browser until it is uploaded to an account. */
export interface VisitorProgress {
  /** Slug of the training. */
  training: string;
  /** Revision of the lesson that was completed. */
  completed?: number;
  answers?: Record<string, StoredAnswer & { revision: number }>;
  /** Correct flags, by id. */
  flags?: Record<string, { flag: string }>;
  /** Correct answers to drills, by id. The values of a drill depend on the key. */
  drills?: Record<string, { key: string; answer: string }>;
}
type AllVisitorProgress = Readonly<Record<string, VisitorProgress>>;

const key = 'visit';
const none: AllVisitorProgress = {};
const listeners = createListeners();
let lastRaw: string | null = null;
let current = none;
onTabReset(() => {
  lastRaw = null;
  current = none;
});

/** Reads the stored progress, by lesson slug. Returns the same object until the storage changes. */
export function readVisitorProgress(): AllVisitorProgress {
  try {
    const raw = localStorage.getItem(key);
    if (raw !== lastRaw) {
      lastRaw = raw;
      current = none;
      current = (raw && (JSON.parse(raw) as AllVisitorProgress | null)) || none;
    }
  } catch {
    // Storage is blocked or invalid, so there is no progress.
  }
  return current;
}

/**
 * Changes the stored progress of a lesson. `change` returns undefined to delete it.
 * @returns false if the storage is full or blocked
 */
export function changeVisitorProgress(
  lesson: string,
  change: (before: VisitorProgress | undefined) => VisitorProgress | undefined,
): boolean {
  const { [lesson]: before, ...others } = readVisitorProgress();
  const after = change(before);
  const visits = after ? { ...others, [lesson]: after } : others;
  try {
    if (Object.keys(visits).length > 0) localStorage.setItem(key, JSON.stringify(visits));
    else localStorage.removeItem(key);
  } catch {
    return false;
  }
  listeners.notify();
  return true;
}

/** Returns the progress without empty parts; undefined if nothing is left. */
export function withoutEmptyParts({ training, ...parts }: VisitorProgress): VisitorProgress | undefined {
  const filled = Object.entries(parts).filter(([, part]) => typeof part === 'number' || Object.keys(part).length > 0);
  return filled.length > 0 ? { training, ...Object.fromEntries(filled) } : undefined;
}

function subscribe(listener: () => void) {
  const unsubscribe = listeners.subscribe(listener);
  addEventListener('storage', listener);
  return () => {
    unsubscribe();
    removeEventListener('storage', listener);
  };
}

/** Returns the stored progress. Empty on the server and until hydration is complete, so that both renderings match. */
export const useVisitorProgress = () => useSyncExternalStore(subscribe, readVisitorProgress, () => none);
