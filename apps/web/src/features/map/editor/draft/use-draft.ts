import type { MapDocument, MapDraft, MapPresence } from '@hexpedition/contract';
import type { HexmapName } from '@hexpedition/contract/map-vocabulary';
import { type MergeConflict, mergeMaps, takeTheirs } from '@hexpedition/hexkit/merge';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { isApiError, messageOf } from '#lib/api-error.ts';
import { useApi } from '#lib/query.ts';
import { draftQuery, historyQuery } from '../editor-queries.ts';
import { createHistory, type History, mapHistory, pushStep, redo, undo } from './undo-history.ts';

/** Time without a change after which the draft is saved, in milliseconds. */
const PAUSE = 700;

export type SaveState = 'saved' | 'unsaved' | 'saving' | 'failed';

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
  const [history, setHistory] = useState(() => createHistory(first.document));
  /** Last known draft of the server. A document other than its document has unsaved changes. */
  const [server, setServer] = useState(first);
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<{ message: string; document: MapDocument }>();
  const [conflict, setConflict] = useState<Conflict>();
  // Latest values for a running save, which must not read the possibly older values of the last render.
  const now = useRef<Now>({ history, server });

  const replace = useCallback((next: History) => {
    now.current.history = next;
    setHistory(next);
  }, []);

  const know = useCallback(
    (draft: MapDraft) => {
      now.current.server = draft;
      setServer(draft);
      client.setQueryData(draftQuery(hexmap).queryKey, draft);
    },
    [client, hexmap],
  );

  const disagree = useCallback((next: Conflict | undefined) => {
    now.current.conflict = next;
    setConflict(next);
  }, []);

  /** Merges the draft that another author has saved. */
  const takeIn = useCallback(
    (theirs: MapDraft) => {
      const { history: mine, server: before } = now.current;
      const { conflicts } = mergeMaps(before.document, mine.document, theirs.document);
      const isOurs = mine.document === before.document;
      replace(mapHistory(mine, (document) => mergeMaps(before.document, document, theirs.document).map));
      // Without local changes, uses the server's object as the document, so that no save follows.
      if (isOurs) replace({ ...now.current.history, document: theirs.document });
      know(theirs);
      if (conflicts.length === 0) return;
      disagree({ conflicts, by: theirs.saved?.by ?? 'An import' });
    },
    [know, replace, disagree],
  );

  const refetch = useCallback(() => client.fetchQuery({ ...draftQuery(hexmap), staleTime: 0 }), [client, hexmap]);

  const send = useCallback(async (): Promise<boolean> => {
    setSaving(true);
    try {
      for (;;) {
        const { document } = now.current.history;
        if (document === now.current.server.document) break;
        try {
          const answer = await api(
            `POST /api/config/${hexmap}:version/edit`,
            { params: { version: 'draft' }, body: { document } },
            { headers: { 'if-match': now.current.server.etag } },
          );
          // The server's copy equals what was sent. The local object stays, because the history holds it.
          know({ ...answer, document });
        } catch (failed) {
          if (!isApiError(failed, 'conflict')) throw failed;
          takeIn(await refetch());
          if (now.current.conflict) break;
        }
      }
      setFailure(undefined);
      return !now.current.conflict;
    } catch (failed) {
      setFailure({ message: messageOf(failed), document: now.current.history.document });
      return false;
    } finally {
      setSaving(false);
      void client.invalidateQueries({ queryKey: historyQuery(hexmap).queryKey });
    }
  }, [api, client, hexmap, know, refetch, takeIn]);

  /** Saves the draft and resolves to whether everything is saved. A running save also saves later changes. */
  const save = useCallback(async (): Promise<boolean> => {
    if (now.current.conflict) return false;
    now.current.saving ??= send().finally(() => {
      now.current.saving = undefined;
    });
    return now.current.saving;
  }, [send]);

  const isChanged = history.document !== server.document;
  // A failure belongs to its document, so the next change hides it.
  const hasFailed = isChanged && failure?.document === history.document;
  // After a failure, the next change or the retry button saves again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change restarts the timer
  useEffect(() => {
    if (!isChanged || conflict) return;
    const timer = window.setTimeout(() => void save(), PAUSE);
    return () => window.clearTimeout(timer);
  }, [history.document, isChanged, conflict, save]);

  /** Merges what others have saved or published, unless a save is running or a conflict is open. */
  const hear = useCallback(
    async (news: Standing): Promise<void> => {
      const isBusy = () => now.current.saving !== undefined || now.current.conflict !== undefined;
      if (isBusy() || isSame(news, standingOf(now.current.server))) return;
      const theirs = await refetch().catch(() => undefined);
      if (!theirs || isBusy()) return;
      // Publishing does not change the draft, so the local object stays.
      if (theirs.etag === now.current.server.etag) know({ ...theirs, document: now.current.server.document });
      else takeIn(theirs);
    },
    [know, refetch, takeIn],
  );

  // Warns before the page is closed with unsaved changes.
  useEffect(() => {
    if (!isChanged) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isChanged]);

  return {
    document: history.document,
    server,
    state: stateOf({ isSaving, isChanged, hasFailed }),
    error: hasFailed ? failure.message : undefined,
    conflict,
    /** Names of the steps that undo and redo would apply, or undefined. */
    undoes: history.past.at(-1)?.label,
    redoes: history.future[0]?.label,
    change: useCallback(
      (what: string, change: (map: MapDocument) => MapDocument) => {
        const { history: before } = now.current;
        replace(pushStep(before, what, change(before.document)));
      },
      [replace],
    ),
    undo: useCallback(() => {
      const back = undo(now.current.history);
      if (back) replace(back);
    }, [replace]),
    redo: useCallback(() => {
      const on = redo(now.current.history);
      if (on) replace(on);
    }, [replace]),
    /** Resolves the conflicts: takes the other author's side for the given keys, and one's own for all others. */
    settle: useCallback(
      (theirs: ReadonlySet<string>) => {
        const conflicts = now.current.conflict?.conflicts ?? [];
        const given = conflicts.filter(({ key }) => theirs.has(key));
        const { history: before } = now.current;
        if (given.length > 0) replace(pushStep(before, 'Use their changes', takeTheirs(before.document, given)));
        disagree(undefined);
      },
      [replace, disagree],
    ),
    save,
    hear,
    /** Returns the current ETag of the draft, for a request that follows a save. */
    etagNow: useCallback(() => now.current.server.etag, []),
    /** Stores the server's answer after publishing or restoring a version. */
    know,
  };
}

/** Latest values, readable outside a render. */
interface Now {
  history: History;
  server: MapDraft;
  conflict?: Conflict | undefined;
  saving?: Promise<boolean> | undefined;
}

function stateOf({
  isSaving,
  isChanged,
  hasFailed,
}: Record<'isSaving' | 'isChanged' | 'hasFailed', boolean>): SaveState {
  if (isSaving) return 'saving';
  if (hasFailed) return 'failed';
  return isChanged ? 'unsaved' : 'saved';
}

/** Identifies a state of a map on the server without its document. */
type Standing = Pick<MapPresence, 'etag' | 'live' | 'beta'>;

const standingOf = ({ etag, live, beta }: MapDraft): Standing => ({
  etag,
  live: live?.pk ?? null,
  beta: beta?.pk ?? null,
});

const isSame = (a: Standing, b: Standing) => a.etag === b.etag && a.live === b.live && a.beta === b.beta;
