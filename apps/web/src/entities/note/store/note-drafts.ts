import { emptyNotes, type NotesContent } from './merge-notes.ts';

/** Edited notes that the server does not have yet, with the version on which the edit is based. */
export interface Draft {
  mine: NotesContent;
  base: NotesContent;
}

export interface StoredDraft extends Draft {
  key: string;
  /** The stored JSON text. After saving, a draft is removed only if this text has not changed meanwhile. */
  raw: string;
}

/** `visitor`: written without an account. */
type Owner = number | 'visitor';

const prefixOf = (owner: Owner, lesson = '') => `notes:${owner}:${lesson}`;

/** Each tab stores its own drafts, so that tabs do not overwrite each other's. */
const randomTabId = () => Math.random().toString(36).slice(2, 10);
export const draftKey = (userPk: number, lesson: string) => `${prefixOf(userPk, lesson)}:${randomTabId()}`;

/** @returns false if the storage is full or forbidden */
export function storeDraft(key: string, draft: Draft): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

export function removeDraft(key: string, raw?: string): void {
  try {
    if (raw === undefined || localStorage.getItem(key) === raw) localStorage.removeItem(key);
  } catch {
    // Without storage there is no draft to remove.
  }
}

/** Finds all drafts of one owner on a lesson, from every tab. */
export function findDrafts(owner: Owner, lesson: string): StoredDraft[] {
  return keysOf(prefixOf(owner, `${lesson}:`)).flatMap((key) => {
    const raw = localStorage.getItem(key);
    const draft = raw && parse(raw);
    return raw && draft ? [{ key, raw, ...draft }] : [];
  });
}

/** Lists the slugs of the lessons on which an owner has drafts. */
export function lessonsWithDrafts(owner: Owner): string[] {
  const prefix = prefixOf(owner);
  return [...new Set(keysOf(prefix).map((key) => key.slice(prefix.length).split(':')[0] ?? ''))];
}

/**
 * Assigns the drafts written without an account to a learner.
 * @returns the slugs of their lessons
 */
export function claimDrafts(userPk: number): string[] {
  const lessons = lessonsWithDrafts('visitor');
  for (const lesson of lessons)
    for (const { key, mine, base } of findDrafts('visitor', lesson))
      if (storeDraft(draftKey(userPk, lesson), { mine, base })) removeDraft(key);
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
    return { mine: { ...emptyNotes, ...mine }, base: { ...emptyNotes, ...base } };
  } catch {
    return undefined;
  }
}
