import type { Notes } from '@hexpedition/contract';
import type { Api } from '#lib/api.ts';
import { ApiError, isApiError, messageOf } from '#lib/api-error.ts';
import { readSession } from '#lib/session.ts';
import { draftKey, dropDraft, findDrafts, keepDraft, type StoredDraft } from './drafts.ts';
import { blank, difference, merge, type TextField, type Written } from './merge.ts';

export interface NotesState {
  /** `typing`: will be saved in a moment. `conflict`: the author has to put two texts together first. */
  status: 'loading' | 'saved' | 'typing' | 'saving' | 'failed' | 'conflict' | 'unreadable';
  written: Written;
  /** What the server has. */
  notes: Notes | undefined;
  /** A sentence for the learner, when failed or unreadable. */
  error: string | undefined;
  /** In a conflict: what was written elsewhere, and in which fields. */
  theirs: { written: Written; fields: TextField[] } | undefined;
}

export interface NotesKeeper {
  read(): NotesState;
  subscribe(listener: () => void): () => boolean;
  load(): Promise<void>;
  edit(changes: Partial<Written>): void;
  /** Saves at once what is not saved yet. */
  flush(): Promise<unknown>;
  /** Ends a conflict with what the author made of the two texts. */
  resolve(texts: Partial<Record<TextField, string>>): Promise<void>;
  /** The page goes away. */
  leave(): void;
  /** Shows them to others, or hides them. */
  publish(published: boolean): Promise<void>;
  /** Puts the reminder to write some off. */
  snooze(): Promise<void>;
}

const pauseMs = 1_000;
const againMs = 15_000;

/**
 * Keeps one learner's notes on one lesson while something on the page shows them: it loads them, saves what is typed a
 * second later, and stores it in the browser until the server has it. The panel and the player share one keeper.
 */
export function createNotesKeeper(api: Api, userPk: number, lesson: string): NotesKeeper {
  const params = { slug: lesson };
  const ownKey = draftKey(userPk, lesson);
  const listeners = new Set<() => void>();
  let state: NotesState = { status: 'loading', written: blank, notes: undefined, error: undefined, theirs: undefined };
  let adopted: StoredDraft[] = [];
  /** In a conflict: the text that both sides began with. */
  let common: Written | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | undefined;

  function set(changes: Partial<NotesState>) {
    state = { ...state, ...changes };
    for (const listener of listeners) listener();
  }

  const saved = (): Written => (state.notes ? writtenOf(state.notes) : blank);
  /** Somebody else may be signed in by now, and these are not their notes. */
  const isSignedIn = () => readSession()?.user.pk === userPk;

  async function load(): Promise<void> {
    try {
      const notes = await api('GET /api/subchapter/:slug/notes', { params });
      receive(notes);
    } catch (error) {
      const [draft] = findDrafts(userPk, lesson);
      // The learner sees what they typed, even while the server can't be reached.
      set({ status: 'unreadable', error: messageOf(error), ...(draft && { written: draft.mine }) });
    }
  }

  /** Shows the server's notes, together with the drafts that this browser has stored. */
  function receive(notes: Notes) {
    const theirs = writtenOf(notes);
    let written = theirs;
    let base = theirs;
    let conflicts: TextField[] = [];
    adopted = [];
    for (const draft of findDrafts(userPk, lesson)) {
      const merged = merge(draft.base, draft.mine, written);
      // One conflict at a time: the other drafts stay where they are.
      if (merged.conflicts.length > 0 && adopted.length > 0) continue;
      adopted.push(draft);
      written = merged.written;
      ({ base } = draft);
      conflicts = merged.conflicts;
      if (conflicts.length > 0) break;
    }
    set({ notes, written, error: undefined, theirs: undefined, status: 'saved' });
    if (conflicts.length > 0) beginConflict(base, conflicts);
    else if (difference(written, theirs)) saveLater();
    else forgetDrafts();
  }

  function beginConflict(base: Written, fields: TextField[]) {
    common = base;
    keepDraft(ownKey, { mine: state.written, base });
    set({ status: 'conflict', theirs: { written: saved(), fields } });
  }

  function edit(changes: Partial<Written>) {
    const written = { ...state.written, ...changes };
    set({ written });
    keepDraft(ownKey, { mine: written, base: common ?? saved() });
    if (state.status !== 'conflict' && state.status !== 'loading' && state.status !== 'unreadable') saveLater();
  }

  function saveLater(ms = pauseMs) {
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), ms);
    if (state.status === 'saved') set({ status: 'typing' });
  }

  /** One call at a time. */
  function flush(): Promise<void> {
    clearTimeout(timer);
    running ??= save().finally(() => {
      running = undefined;
    });
    return running;
  }

  async function save(): Promise<void> {
    if (state.status === 'conflict' || state.status === 'loading') return;
    if (state.status === 'unreadable') return load();
    const { written, notes } = state;
    const given = difference(written, saved());
    if (!given || !notes) return settle();
    if (!isSignedIn()) return;
    set({ status: 'saving', error: undefined });
    try {
      const body = { ...given, base: notes.updated_at };
      const answer = await api('POST /api/subchapter/:slug/notes', { params, body });
      set({ notes: answer });
      settle();
    } catch (error) {
      if (isApiError(error, 'conflict')) return mergeRemote(writtenOf(notes));
      const wait = isApiError(error) && error.retryAfter ? error.retryAfter * 1_000 : againMs;
      set({ status: 'failed', error: messageOf(error) });
      // Nothing is tried again that the server has refused for good.
      if (isApiError(error) && (error.status === 0 || error.status === 429 || error.status >= 500)) saveLater(wait);
    }
  }

  /** Another tab or device was faster: merges its notes with these, or asks the author to. */
  async function mergeRemote(base: Written): Promise<void> {
    try {
      const notes = await api('GET /api/subchapter/:slug/notes', { params });
      const { written, conflicts } = merge(base, state.written, writtenOf(notes));
      set({ notes, written });
      if (conflicts.length > 0) return beginConflict(base, conflicts);
      settle();
    } catch (error) {
      set({ status: 'failed', error: messageOf(error) });
      saveLater(againMs);
    }
  }

  /** After an answer of the server: more may have been typed meanwhile. */
  function settle() {
    if (difference(state.written, saved())) {
      keepDraft(ownKey, { mine: state.written, base: saved() });
      set({ status: 'typing', error: undefined });
      saveLater();
      return;
    }
    forgetDrafts();
    set({ status: 'saved', error: undefined });
  }

  function forgetDrafts() {
    dropDraft(ownKey);
    for (const { key, raw } of adopted) dropDraft(key, raw);
    adopted = [];
  }

  function resolve(texts: Partial<Record<TextField, string>>): Promise<void> {
    if (!state.theirs) return Promise.resolve();
    const { written, fields } = state.theirs;
    const merged = { ...state.written };
    for (const field of fields) merged[field] = texts[field] ?? written[field];
    common = undefined;
    keepDraft(ownKey, { mine: merged, base: saved() });
    set({ written: merged, theirs: undefined, status: 'typing' });
    return flush();
  }

  /** Sends a last call that outlives the page. The draft stays until an answer says that the call has arrived. */
  function leave() {
    const given = difference(state.written, saved());
    const session = readSession();
    if (!given || !state.notes || state.status === 'conflict' || !session || !isSignedIn()) return;
    const request = fetch(`/api/subchapter/${encodeURIComponent(lesson)}/notes`, {
      method: 'POST',
      keepalive: true,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${session.token.access}` },
      body: JSON.stringify({ ...given, base: state.notes.updated_at }),
    });
    request.catch(() => undefined);
  }

  async function change(body: { published: boolean } | Record<string, never>): Promise<void> {
    await flush();
    if (difference(state.written, saved())) throw unsaved();
    const notes = await api('POST /api/subchapter/:slug/notes', { params, body });
    set({ notes });
  }

  return {
    read: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    load,
    edit,
    flush,
    resolve,
    leave,
    publish: (published) => change({ published }),
    snooze: () => change({}),
  };
}

const unsaved = () =>
  new ApiError(0, { code: 'conflict', msg: 'Your notes are not saved yet. Try again once they are.' });

const writtenOf = ({ what_i_learned, did_not_understand, marks }: Notes): Written => ({
  what_i_learned,
  did_not_understand,
  marks,
});
