import type { QuizAnswers } from '@hexpedition/contract';
import { useSyncExternalStore } from 'react';

/** An answer to a quiz with what the server said of it. */
export type KeptAnswer = QuizAnswers['answers'][number];

/** What a visitor did on one lesson. It is kept in this browser until there is an account that takes it over. */
export interface Visit {
  /** Slug. */
  training: string;
  /** The lesson's revision, which is what was finished or answered. */
  completed?: number;
  answers?: Record<string, KeptAnswer & { revision: number }>;
}
type Visits = Readonly<Record<string, Visit>>;

const key = 'visit';
const none: Visits = {};
const listeners = new Set<() => void>();
let seen: string | null = null;
let current = none;

/** By the slug of the lesson; the same object until the storage changes. */
export function readVisits(): Visits {
  try {
    const raw = localStorage.getItem(key);
    if (raw !== seen) {
      seen = raw;
      current = none;
      current = (raw && (JSON.parse(raw) as Visits | null)) || none;
    }
  } catch {
    // A storage that is forbidden or broken holds nothing.
  }
  return current;
}

/**
 * Changes what is kept of a lesson; undefined forgets it.
 * @returns false where the storage is full or forbidden
 */
export function changeVisit(lesson: string, change: (before: Visit | undefined) => Visit | undefined): boolean {
  const { [lesson]: before, ...others } = readVisits();
  const after = change(before);
  const visits = after ? { ...others, [lesson]: after } : others;
  try {
    if (Object.keys(visits).length > 0) localStorage.setItem(key, JSON.stringify(visits));
    else localStorage.removeItem(key);
  } catch {
    return false;
  }
  for (const listener of listeners) listener();
  return true;
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

/** Nothing on the server and until hydration is done, so that both agree. */
export const useVisits = () => useSyncExternalStore(subscribe, readVisits, () => none);
