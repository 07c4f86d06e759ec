import { visitorKey } from '../visitor-key.ts';
import { changedFields, emptyNotes, type NotesContent } from './merge-notes.ts';
import { findDrafts, removeDraft, storeDraft } from './note-drafts.ts';
import type { NotesState, NotesStore } from './notes-store.ts';

/** Stores a visitor's notes on one lesson in this browser, as a draft that an account can claim later. */
export function createVisitorNotesStore(lesson: string): NotesStore {
  const key = visitorKey(lesson);
  const listeners = new Set<() => void>();
  let state: NotesState = {
    status: 'loading',
    content: emptyNotes,
    notes: undefined,
    error: undefined,
    theirs: undefined,
  };

  function set(changes: Partial<NotesState>) {
    state = { ...state, ...changes };
    for (const listener of listeners) listener();
  }

  function edit(changes: Partial<NotesContent>) {
    const content = { ...state.content, ...changes };
    if (!changedFields(content, emptyNotes)) removeDraft(key);
    else if (!storeDraft(key, { mine: content, base: emptyNotes }))
      return set({ content, status: 'failed', error: 'This browser cannot store your notes.' });
    set({ content, status: 'saved', error: undefined });
  }

  return {
    read: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    load: async () => set({ status: 'saved', content: findDrafts('visitor', lesson)[0]?.mine ?? emptyNotes }),
    edit,
    // Each change is stored at once. A failure is retried here.
    flush: async () => state.status === 'failed' && edit({}),
    // These notes exist only in this browser, so merging, sending and publishing do not apply.
    resolve: async () => {},
    saveOnPageHide: () => {},
    publish: async () => {},
    snooze: async () => {},
  };
}
