import { visitorKey } from '../visitor-key.public.ts';
import { dropDraft, findDrafts, keepDraft } from './drafts.ts';
import { blank, difference, type Written } from './merge.ts';
import type { NotesKeeper, NotesState } from './notes-keeper.ts';

/** Keeps a visitor's notes on one lesson in this browser, as a draft that an account can claim. */
export function createVisitorKeeper(lesson: string): NotesKeeper {
  const key = visitorKey(lesson);
  const listeners = new Set<() => void>();
  let state: NotesState = { status: 'loading', written: blank, notes: undefined, error: undefined, theirs: undefined };

  function set(changes: Partial<NotesState>) {
    state = { ...state, ...changes };
    for (const listener of listeners) listener();
  }

  function edit(changes: Partial<Written>) {
    const written = { ...state.written, ...changes };
    if (!difference(written, blank)) dropDraft(key);
    else if (!keepDraft(key, { mine: written, base: blank }))
      return set({ written, status: 'failed', error: 'This browser keeps nothing for us.' });
    set({ written, status: 'saved', error: undefined });
  }

  return {
    read: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    load: async () => set({ status: 'saved', written: findDrafts('visitor', lesson)[0]?.mine ?? blank }),
    edit,
    // It is saved with each letter; what a failure says is true until the storage takes the next one.
    flush: async () => state.status === 'failed' && edit({}),
    // Nobody else writes these, and nothing leaves this browser.
    resolve: async () => {},
    leave: () => {},
    publish: async () => {},
    snooze: async () => {},
  };
}
