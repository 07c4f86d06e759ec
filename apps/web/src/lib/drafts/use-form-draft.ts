import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect } from 'react';
import { Draft, type DraftOptions } from './draft.ts';
import { useDraftState } from './use-draft-state.ts';

type FormDraft<V, S> = Draft<V, S, true>;
type Options<V, S> = Pick<DraftOptions<V, S, true>, 'toValue' | 'toVersion' | 'isSame'>;

/** Returns the draft that the query cache keeps under a key. Creates it at the first call, based on `server`. */
export function openFormDraft<V, S>(client: QueryClient, key: readonly string[], server: S, options: Options<V, S>) {
  const kept = client.getQueryData<FormDraft<V, S>>(key);
  if (kept) return kept;
  const { isSame } = options;
  const draft: FormDraft<V, S> = new Draft({
    ...options,
    server,
    // Only the author can merge two versions of a form.
    merge: ({ mine, base }, theirs) =>
      isSame(mine, base) || isSame(mine, theirs) ? { value: theirs } : { value: mine, conflict: true },
  });
  client.setQueryDefaults(key, { gcTime: Number.POSITIVE_INFINITY });
  client.setQueryData(key, draft);
  return draft;
}

/**
 * Draft of a form that its button saves. The query cache keeps it while the tab is open, so that opening another page
 * loses nothing. Without local changes, it follows `server`. With them, a newer version is a conflict.
 */
export function useFormDraft<V, S>(key: readonly string[], server: S, options: Options<V, S>) {
  const draft = openFormDraft(useQueryClient(), key, server, options);
  useLayoutEffect(() => draft.receive(server), [draft, server]);
  return { draft, ...useDraftState(draft) };
}
