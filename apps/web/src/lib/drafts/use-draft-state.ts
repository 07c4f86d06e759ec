import { useEffect, useSyncExternalStore } from 'react';
import type { Draft, DraftState } from './draft.ts';

/**
 * Subscribes to a draft. Saves it when the browser is online again and when the user leaves the page, and asks before the
 * browser closes a page with unsaved changes.
 */
export function useDraftState<V, S, C>(draft: Draft<V, S, C>): DraftState<V, S, C> {
  const state = useSyncExternalStore(draft.subscribe, draft.read, draft.read);
  const { isChanged } = state;
  useEffect(() => {
    if (!isChanged) return;
    const confirmLeave = (event: BeforeUnloadEvent) => event.preventDefault();
    const onOnline = () => void draft.save();
    window.addEventListener('beforeunload', confirmLeave);
    window.addEventListener('online', onOnline);
    return () => {
      window.removeEventListener('beforeunload', confirmLeave);
      window.removeEventListener('online', onOnline);
    };
  }, [draft, isChanged]);
  useEffect(() => () => void draft.save(), [draft]);
  return state;
}
