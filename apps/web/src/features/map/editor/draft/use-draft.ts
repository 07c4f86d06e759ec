import type { MapDocument, MapDraft, MapPresence } from '@hexpedition/contract';
import type { HexmapName } from '@hexpedition/contract/map-vocabulary';
import { type MergeConflict, mergeMaps, takeTheirs } from '@hexpedition/hexkit/merge';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Api } from '#lib/api.ts';
import { messageOf } from '#lib/api-error.ts';
import { Draft } from '#lib/drafts/draft.ts';
import { useDraftState } from '#lib/drafts/use-draft-state.ts';
import { useApi } from '#lib/query.ts';
import { draftQuery, historyQuery } from '../editor-queries.ts';
import { createHistory, type History, mapHistory, pushStep, redo, undo } from './undo-history.ts';

/** Time without a change after which the draft is saved, in milliseconds. */
const PAUSE = 700;

/** Conflicting changes of two authors, and the name of the other one. */
export interface Conflict {
  conflicts: MergeConflict[];
  by: string;
}

/**
 * Draft of a map. Each change is an undoable step and is saved automatically after a pause. If another author has saved
 * meanwhile, both drafts are merged. Nothing is saved while conflicts wait for a decision.
 */
export function useDraft(hexmap: HexmapName, first: MapDraft) {
  const api = useApi();
  const client = useQueryClient();
  const [{ draft, ...actions }] = useState(() => createMapDraft(api, client, hexmap, first));
  const { value: history, server, conflict, failure, saveState } = useDraftState(draft);
  // In a conflict, the dialog replaces the error.
  const state = saveState === 'failed' && conflict ? 'unsaved' : saveState;
  return {
    ...actions,
    document: history.document,
    /** Last known draft of the server. */
    server: conflict?.theirs ?? server,
    state,
    error: state === 'failed' ? messageOf(failure?.error) : undefined,
    conflict: conflict && { conflicts: conflict.detail, by: conflict.theirs.saved?.by ?? 'An import' },
    /** Names of the steps that undo and redo would apply, or undefined. */
    undoes: history.past.at(-1)?.label,
    redoes: history.future[0]?.label,
  };
}

function createMapDraft(api: Api, client: QueryClient, hexmap: HexmapName, first: MapDraft) {
  const refetch = () => client.fetchQuery({ ...draftQuery(hexmap), staleTime: 0 });
  const cache = (next: MapDraft) => client.setQueryData(draftQuery(hexmap).queryKey, next);
  const draft = new Draft<History, MapDraft, MergeConflict[]>({
    server: first,
    toValue: ({ document }) => createHistory(document),
    toVersion: ({ etag }) => etag,
    isSame: (a, b) => a.document === b.document,
    merge: mergeHistory,
    autosave: {
      debounceMs: PAUSE,
      load: refetch,
      save: async ({ mine: { document } }, { etag }) => {
        try {
          const answer = await api(
            `POST /api/config/${hexmap}:version/edit`,
            { params: { version: 'draft' }, body: { document } },
            { headers: { 'if-match': etag } },
          );
          cache(answer);
          return answer;
        } finally {
          void client.invalidateQueries({ queryKey: historyQuery(hexmap).queryKey });
        }
      },
    },
  });
  const apply = (history: History | undefined) => history && draft.edit(history);
  return {
    draft,
    change: (what: string, change: (map: MapDocument) => MapDocument) => {
      const { value } = draft.read();
      draft.edit(pushStep(value, what, change(value.document)));
    },
    undo: () => apply(undo(draft.read().value)),
    redo: () => apply(redo(draft.read().value)),
    /** Resolves the conflicts: takes the other author's side for the given keys, and the local side for all others. */
    settle: (theirs: ReadonlySet<string>) => {
      const { value, conflict } = draft.read();
      if (!conflict) return;
      const given = conflict.detail.filter(({ key }) => theirs.has(key));
      const settled =
        given.length > 0 ? pushStep(value, 'Use their changes', takeTheirs(value.document, given)) : value;
      draft.rebase(conflict.theirs, settled);
    },
    /** Saves the draft and resolves to whether everything is saved. A running save also saves later changes. */
    save: () => draft.save(),
    /** Merges what others have saved or published, unless a save is running or a conflict is open. */
    hear: async (news: Standing): Promise<void> => {
      const { server, isSaving, conflict } = draft.read();
      if (isSaving || conflict || isSameStanding(news, standingOf(server))) return;
      const theirs = await refetch().catch(() => undefined);
      if (theirs) draft.receive(theirs);
    },
    /** Returns the current ETag of the draft, for a request that follows a save. */
    etagNow: () => draft.read().server.etag,
    /** Stores the server's answer after publishing or restoring a version. */
    know: (next: MapDraft) => {
      draft.receive(next);
      cache(next);
    },
  };
}

/** Merges another author's map into each step. Without local changes, the result has the document of `theirs`. */
function mergeHistory({ mine, base }: { mine: History; base: History }, { document: theirs }: History) {
  const { conflicts } = mergeMaps(base.document, mine.document, theirs);
  const merged = mapHistory(mine, (document) => mergeMaps(base.document, document, theirs).map);
  const value = mine.document === base.document ? { ...merged, document: theirs } : merged;
  return conflicts.length > 0 ? { value, conflict: conflicts } : { value };
}

/** Identifies a state of a map on the server without its document. */
type Standing = Pick<MapPresence, 'etag' | 'live' | 'beta'>;

const standingOf = ({ etag, live, beta }: MapDraft): Standing => ({
  etag,
  live: live?.pk ?? null,
  beta: beta?.pk ?? null,
});

const isSameStanding = (a: Standing, b: Standing) => a.etag === b.etag && a.live === b.live && a.beta === b.beta;
