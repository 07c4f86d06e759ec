import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { Api } from '#lib/api.ts';
import { useApi } from '#lib/query.ts';
import { useSession } from '#lib/session.ts';
import { onTabReset } from '#lib/tab-state.ts';
import { createNotesStore, type NotesState, type NotesStore } from './notes-store.ts';
import { createVisitorNotesStore } from './visitor-notes-store.ts';

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
