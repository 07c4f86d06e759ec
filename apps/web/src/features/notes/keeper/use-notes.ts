import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { Api } from '#lib/api.ts';
import { useApi } from '#lib/query.ts';
import { useSession } from '#lib/session.ts';
import { createNotesKeeper, type NotesKeeper, type NotesState } from './notes-keeper.ts';
import { createVisitorKeeper } from './visitor-keeper.ts';

/** One keeper for each learner and lesson, as long as the tab lives: what could not be saved yet is tried again. */
const keepers = new Map<string, { keeper: NotesKeeper; users: number }>();

function entryOf(api: Api, userPk: number | undefined, lesson: string) {
  const key = `${userPk}:${lesson}`;
  const known = keepers.get(key);
  if (known) return known;
  const keeper = userPk === undefined ? createVisitorKeeper(lesson) : createNotesKeeper(api, userPk, lesson);
  const entry = { keeper, users: 0 };
  keepers.set(key, entry);
  return entry;
}

/** The reader's notes on a lesson, shared by all who show them. Those of a visitor stay in this browser. */
export function useNotes(lesson: string): { keeper: NotesKeeper; state: NotesState } {
  const api = useApi();
  const userPk = useSession()?.user.pk;
  const entry = useMemo(() => entryOf(api, userPk, lesson), [api, userPk, lesson]);
  const { keeper } = entry;
  // The keeper is outside React: it loads for the first component that shows it and saves when the last one goes.
  useEffect(() => {
    const { keeper } = entry;
    const onHidden = () => document.visibilityState === 'hidden' && void keeper.flush();
    const onOnline = () => void keeper.flush();
    entry.users += 1;
    if (entry.users === 1) {
      const { status } = keeper.read();
      if (status === 'loading' || status === 'saved' || status === 'unreadable') void keeper.load();
      addEventListener('pagehide', keeper.leave);
      addEventListener('online', onOnline);
      document.addEventListener('visibilitychange', onHidden);
    }
    return () => {
      entry.users -= 1;
      removeEventListener('online', onOnline);
      document.removeEventListener('visibilitychange', onHidden);
      if (entry.users > 0) return;
      removeEventListener('pagehide', keeper.leave);
      void keeper.flush();
    };
  }, [entry]);
  // The server has the keeper of a visitor, which is loading.
  const state = useSyncExternalStore(keeper.subscribe, keeper.read, keeper.read);
  return { keeper, state };
}

/** Saves the drafts of a lesson that an earlier page could not save; the lesson need not be open. */
export const saveDrafts = (api: Api, userPk: number, lesson: string) => entryOf(api, userPk, lesson).keeper.load();
