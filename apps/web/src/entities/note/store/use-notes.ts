import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { Api } from '#lib/api.ts';
import { useApi } from '#lib/query.ts';
import { useSession } from '#lib/session.ts';
import { onTabReset } from '#lib/tab-state.ts';
import { visitorKey } from '../visitor-key.ts';
import { changedFields, emptyNotes, type NotesContent } from './merge-notes.ts';
import { findDrafts, removeDraft, storeDraft } from './note-drafts.ts';
import { createNotesStore, type NotesState, type NotesStore } from './notes-store.ts';

/** One store per learner and lesson, as long as the tab is open: it retries what could not be saved yet. */
const stores = new Map<string, { store: NotesStore; users: number; onHidden: () => void }>();
onTabReset(() => stores.clear());

function getEntry(api: Api, userPk: number | undefined, lesson: string) {
  const key = `${userPk}:${lesson}`;
  const existing = stores.get(key);
  if (existing) return existing;
  const store = userPk === undefined ? createVisitorNotesStore(lesson) : createNotesStore(api, userPk, lesson);
  const onHidden = () => document.visibilityState === 'hidden' && void store.flush();
  const entry = { store, users: 0, onHidden };
  stores.set(key, entry);
  return entry;
}

/** Stores a visitor's notes on one lesson in this browser, as a draft that an account can claim later. */
function createVisitorNotesStore(lesson: string): NotesStore {
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

/** Returns the user's notes on a lesson, shared by all components that show them. A visitor's stay in this browser. */
export function useNotes(lesson: string): { store: NotesStore; state: NotesState } {
  const api = useApi();
  const userPk = useSession()?.user.pk;
  const entry = useMemo(() => getEntry(api, userPk, lesson), [api, userPk, lesson]);
  const { store } = entry;
  // The store is outside React: it loads when the first component uses it, and saves when the last one unmounts.
  useEffect(() => {
    const { store, onHidden } = entry;
    entry.users += 1;
    if (entry.users === 1) {
      const { status } = store.read();
      if (status === 'loading' || status === 'saved' || status === 'unreadable') void store.load();
      addEventListener('pagehide', store.saveOnPageHide);
      addEventListener('online', store.flush);
      document.addEventListener('visibilitychange', onHidden);
    }
    return () => {
      entry.users -= 1;
      if (entry.users > 0) return;
      removeEventListener('pagehide', store.saveOnPageHide);
      removeEventListener('online', store.flush);
      document.removeEventListener('visibilitychange', onHidden);
      void store.flush();
    };
  }, [entry]);
  // The server renders a visitor's store, which is loading.
  const state = useSyncExternalStore(store.subscribe, store.read, store.read);
  return { store, state };
}

/** Saves the drafts of a lesson that an earlier page could not save. The lesson does not need to be open. */
export const saveDrafts = (api: Api, userPk: number, lesson: string) => getEntry(api, userPk, lesson).store.load();
