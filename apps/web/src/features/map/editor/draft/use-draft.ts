import type { MapDocument, MapDraft, MapPresence } from '@hexpedition/contract';
import type { HexmapName } from '@hexpedition/contract/map-vocabulary';
import { type Clash, mergeMaps, takeTheirs } from '@hexpedition/hexkit/merge';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { isApiError, messageOf } from '#lib/api-error.ts';
import { useApi } from '#lib/query.ts';
import { draftQuery, historyQuery } from '../queries.ts';
import { beginHistory, did, type History, mapHistory, redo, undo } from './history.ts';

/** A pause in the work, milliseconds, after which it is saved. */
const PAUSE = 700;

export type SaveState = 'saved' | 'unsaved' | 'saving' | 'failed';

/** What both authors have changed, and who the other one is. */
export interface Conflict {
  clashes: Clash[];
  by: string;
}

/**
 * The document under the author's hands: each change is a step that can be taken back, and saves itself after a pause.
 * Where somebody else has saved meanwhile, both are merged; nothing is saved while clashes wait for a decision.
 */
export function useDraft(hexmap: HexmapName, first: MapDraft) {
  const api = useApi();
  const client = useQueryClient();
  const [history, setHistory] = useState(() => beginHistory(first.document));
  /** What the server has, as far as we know; changes are told by comparing with its document. */
  const [server, setServer] = useState(first);
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<{ message: string; document: MapDocument }>();
  const [conflict, setConflict] = useState<Conflict>();
  // What a save that is on its way has to find when it comes back, before React has drawn it. What React draws may be
  // older, so nothing here is read from there.
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

  /** Takes in what somebody else has saved. */
  const takeIn = useCallback(
    (theirs: MapDraft) => {
      const { history: mine, server: before } = now.current;
      const { clashes } = mergeMaps(before.document, mine.document, theirs.document);
      const isOurs = mine.document === before.document;
      replace(mapHistory(mine, (document) => mergeMaps(before.document, document, theirs.document).map));
      // A document without changes of ours is theirs, the very same object: then there is nothing to save.
      if (isOurs) replace({ ...now.current.history, document: theirs.document });
      know(theirs);
      if (clashes.length === 0) return;
      disagree({ clashes, by: theirs.saved?.by ?? 'An import' });
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
          // The server's copy says the same as what was sent; ours stays, since the history holds it.
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

  /** Says whether all is saved. A save that is on its way already takes along what has changed meanwhile. */
  const save = useCallback(async (): Promise<boolean> => {
    if (now.current.conflict) return false;
    now.current.saving ??= send().finally(() => {
      now.current.saving = undefined;
    });
    return now.current.saving;
  }, [send]);

  const isChanged = history.document !== server.document;
  // A failure is told of what it was about: it is over with the next change.
  const hasFailed = isChanged && failure?.document === history.document;
  // Saving is the network's. A failure waits for the next change, or for the button that tries again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change begins a new pause
  useEffect(() => {
    if (!isChanged || conflict) return;
    const timer = window.setTimeout(() => void save(), PAUSE);
    return () => window.clearTimeout(timer);
  }, [history.document, isChanged, conflict, save]);

  /** Takes in what others have saved and published, where there is something: a save and a choice go first. */
  const hear = useCallback(
    async (news: Standing): Promise<void> => {
      const isBusy = () => now.current.saving !== undefined || now.current.conflict !== undefined;
      if (isBusy() || isSame(news, standingOf(now.current.server))) return;
      const theirs = await refetch().catch(() => undefined);
      if (!theirs || isBusy()) return;
      // What was published meanwhile changes no draft: ours stays the object that the history holds.
      if (theirs.etag === now.current.server.etag) know({ ...theirs, document: now.current.server.document });
      else takeIn(theirs);
    },
    [know, refetch, takeIn],
  );

  // Whoever closes the page while something is not saved is asked.
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
    /** What the two buttons would do; undefined where there is nothing. */
    undoes: history.past.at(-1)?.what,
    redoes: history.future[0]?.what,
    change: useCallback(
      (what: string, change: (map: MapDocument) => MapDocument) => {
        const { history: before } = now.current;
        replace(did(before, what, change(before.document)));
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
    /** Decides the clashes: all stay as they are here, but for those whose keys are given. */
    settle: useCallback(
      (theirs: ReadonlySet<string>) => {
        const clashes = now.current.conflict?.clashes ?? [];
        const given = clashes.filter(({ key }) => theirs.has(key));
        const { history: before } = now.current;
        if (given.length > 0) replace(did(before, 'Take the other side', takeTheirs(before.document, given)));
        disagree(undefined);
      },
      [replace, disagree],
    ),
    save,
    hear,
    /** The draft's ETag at this moment, for what follows a save. */
    etagNow: useCallback(() => now.current.server.etag, []),
    /** After publishing or going back: what the server says now. */
    know,
  };
}

/** What holds at this moment. */
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

/** What tells one state of a map from the next without its document. */
type Standing = Pick<MapPresence, 'etag' | 'live' | 'beta'>;

const standingOf = ({ etag, live, beta }: MapDraft): Standing => ({
  etag,
  live: live?.pk ?? null,
  beta: beta?.pk ?? null,
});

const isSame = (a: Standing, b: Standing) => a.etag === b.etag && a.live === b.live && a.beta === b.beta;
