import { blank, type Written } from './merge.ts';

/** What was typed and has not reached the server yet, with what it was typed on. */
export interface Draft {
  mine: Written;
  base: Written;
}

export interface StoredDraft extends Draft {
  key: string;
  /** The stored text: whoever has saved the draft removes it only if this is still the same. */
  raw: string;
}

/** `visitor`: nobody's yet. */
type Owner = number | 'visitor';

const prefixOf = (owner: Owner, lesson = '') => `notes:${owner}:${lesson}`;

/** Every tab has drafts of its own, so that none overwrites another's. */
const tab = () => Math.random().toString(36).slice(2, 10);
export const draftKey = (userPk: number, lesson: string) => `${prefixOf(userPk, lesson)}:${tab()}`;

/** @returns false where the storage is full or forbidden */
export function keepDraft(key: string, draft: Draft): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

export function dropDraft(key: string, raw?: string): void {
  try {
    if (raw === undefined || localStorage.getItem(key) === raw) localStorage.removeItem(key);
  } catch {
    // Without a storage there is no draft either.
  }
}

/** Somebody's drafts on a lesson, from every tab. */
export function findDrafts(owner: Owner, lesson: string): StoredDraft[] {
  return keysOf(prefixOf(owner, `${lesson}:`)).flatMap((key) => {
    const raw = localStorage.getItem(key);
    const draft = raw && parse(raw);
    return raw && draft ? [{ key, raw, ...draft }] : [];
  });
}

/** The lessons on which a learner has drafts. */
export function lessonsWithDrafts(owner: Owner): string[] {
  const prefix = prefixOf(owner);
  return [...new Set(keysOf(prefix).map((key) => key.slice(prefix.length).split(':')[0] ?? ''))];
}

/**
 * Gives a visitor's drafts to a learner.
 * @returns the lessons that they are on
 */
export function claimDrafts(userPk: number): string[] {
  const lessons = lessonsWithDrafts('visitor');
  for (const lesson of lessons)
    for (const { key, mine, base } of findDrafts('visitor', lesson))
      if (keepDraft(draftKey(userPk, lesson), { mine, base })) dropDraft(key);
  return lessons;
}

function keysOf(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}

function parse(raw: string): Draft | undefined {
  try {
    const { mine, base } = JSON.parse(raw) as Draft;
    return { mine: { ...blank, ...mine }, base: { ...blank, ...base } };
  } catch {
    return undefined;
  }
}
