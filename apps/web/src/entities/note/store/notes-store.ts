import type { Notes } from '@hexpedition/contract';
import type { Api } from '#lib/api.ts';
import { ApiError, isApiError, messageOf } from '#lib/api-error.ts';
import { readSession } from '#lib/session.ts';
import { changedFields, emptyNotes, mergeNotes, type NotesContent, type TextField } from './merge-notes.ts';
import { draftKey, findDrafts, removeDraft, type StoredDraft, storeDraft } from './note-drafts.ts';

export interface NotesState {
  /** `typing`: will be saved in a moment. `conflict`: the author has to merge two versions first. */
  status: 'loading' | 'saved' | 'typing' | 'saving' | 'failed' | 'conflict' | 'unreadable';
  content: NotesContent;
  /** The notes as the server has them. */
  notes: Notes | undefined;
  /** Error message for the learner if the status is failed or unreadable. */
  error: string | undefined;
  /** In a conflict: the other version, and the fields in conflict. */
  theirs: { content: NotesContent; fields: TextField[] } | undefined;
}

export interface NotesStore {
  read(): NotesState;
  subscribe(listener: () => void): () => boolean;
  load(): Promise<void>;
  edit(changes: Partial<NotesContent>): void;
  /** Saves unsaved changes at once. */
  flush(): Promise<unknown>;
  /** Ends a conflict with the texts that the author merged. */
  resolve(texts: Partial<Record<TextField, string>>): Promise<void>;
  /** Saves unsaved changes when the page is closed. */
  saveOnPageHide(): void;
  /** Publishes the notes to other learners, or withdraws them. */
  publish(published: boolean): Promise<void>;
  /** Postpones the reminder to write notes. */
  snooze(): Promise<void>;
}

const saveDelayMs = 1_000;
const retryDelayMs = 15_000;

/**
 * Manages one learner's notes on one lesson while the page shows them: it loads them, saves changes after a second,
 * and stores them in the browser until the server has them. The notes panel and the video player share one store.
 */
export function createNotesStore(api: Api, userPk: number, lesson: string): NotesStore {
  const params = { slug: lesson };
  const ownKey = draftKey(userPk, lesson);
  const listeners = new Set<() => void>();
  let state: NotesState = {
    status: 'loading',
    content: emptyNotes,
    notes: undefined,
    error: undefined,
    theirs: undefined,
  };
  let adoptedDrafts: StoredDraft[] = [];
  /** In a conflict: the version on which both sides are based. */
  let conflictBase: NotesContent | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | undefined;

  function set(changes: Partial<NotesState>) {
    state = { ...state, ...changes };
    for (const listener of listeners) listener();
  }

  const serverContent = (): NotesContent => (state.notes ? contentOf(state.notes) : emptyNotes);
  /** False if a different user has signed in meanwhile: these notes are not theirs. */
  const isSignedIn = () => readSession()?.user.pk === userPk;

  async function load(): Promise<void> {
    try {
      const notes = await api('GET /api/subchapter/:slug/notes', { params });
      applyServerNotes(notes);
    } catch (error) {
      const [draft] = findDrafts(userPk, lesson);
      // The learner sees their own text even if the server cannot be reached.
      set({ status: 'unreadable', error: messageOf(error), ...(draft && { content: draft.mine }) });
    }
  }

  /** Merges the server's notes with the drafts stored in this browser. */
  function applyServerNotes(notes: Notes) {
    const theirs = contentOf(notes);
    let content = theirs;
    let base = theirs;
    let conflicts: TextField[] = [];
    adoptedDrafts = [];
    for (const draft of findDrafts(userPk, lesson)) {
      const merged = mergeNotes(draft.base, draft.mine, content);
      // One conflict at a time: the other drafts stay in the storage.
      if (merged.conflicts.length > 0 && adoptedDrafts.length > 0) continue;
      adoptedDrafts.push(draft);
      content = merged.content;
      ({ base } = draft);
      conflicts = merged.conflicts;
      if (conflicts.length > 0) break;
    }
    set({ notes, content, error: undefined, theirs: undefined, status: 'saved' });
    if (conflicts.length > 0) startConflict(base, conflicts);
    else if (changedFields(content, theirs)) saveLater();
    else removeDrafts();
  }

  function startConflict(base: NotesContent, fields: TextField[]) {
    conflictBase = base;
    storeDraft(ownKey, { mine: state.content, base });
    set({ status: 'conflict', theirs: { content: serverContent(), fields } });
  }

  function edit(changes: Partial<NotesContent>) {
    const content = { ...state.content, ...changes };
    set({ content });
    storeDraft(ownKey, { mine: content, base: conflictBase ?? serverContent() });
    if (state.status !== 'conflict' && state.status !== 'loading' && state.status !== 'unreadable') saveLater();
  }

  function saveLater(ms = saveDelayMs) {
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), ms);
    if (state.status === 'saved') set({ status: 'typing' });
  }

  /** Runs one request at a time. */
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
    const { content, notes } = state;
    const changes = changedFields(content, serverContent());
    if (!changes || !notes) return finishSave();
    if (!isSignedIn()) return;
    set({ status: 'saving', error: undefined });
    try {
      const body = { ...changes, base: notes.updated_at };
      const saved = await api('POST /api/subchapter/:slug/notes', { params, body });
      set({ notes: saved });
      finishSave();
    } catch (error) {
      if (isApiError(error, 'conflict')) return mergeRemote(contentOf(notes));
      const wait = isApiError(error) && error.retryAfter ? error.retryAfter * 1_000 : retryDelayMs;
      set({ status: 'failed', error: messageOf(error) });
      // A permanent refusal is not retried.
      if (isApiError(error) && (error.status === 0 || error.status === 429 || error.status >= 500)) saveLater(wait);
    }
  }

  /** Another tab or device saved first: merges its notes with these, or asks the author to do so. */
  async function mergeRemote(base: NotesContent): Promise<void> {
    try {
      const notes = await api('GET /api/subchapter/:slug/notes', { params });
      const { content, conflicts } = mergeNotes(base, state.content, contentOf(notes));
      set({ notes, content });
      if (conflicts.length > 0) return startConflict(base, conflicts);
      finishSave();
    } catch (error) {
      set({ status: 'failed', error: messageOf(error) });
      saveLater(retryDelayMs);
    }
  }

  /** Called after a response of the server. More may have been typed meanwhile. */
  function finishSave() {
    if (changedFields(state.content, serverContent())) {
      storeDraft(ownKey, { mine: state.content, base: serverContent() });
      set({ status: 'typing', error: undefined });
      saveLater();
      return;
    }
    removeDrafts();
    set({ status: 'saved', error: undefined });
  }

  function removeDrafts() {
    removeDraft(ownKey);
    for (const { key, raw } of adoptedDrafts) removeDraft(key, raw);
    adoptedDrafts = [];
  }

  function resolve(texts: Partial<Record<TextField, string>>): Promise<void> {
    if (!state.theirs) return Promise.resolve();
    const { content, fields } = state.theirs;
    const merged = { ...state.content };
    for (const field of fields) merged[field] = texts[field] ?? content[field];
    conflictBase = undefined;
    storeDraft(ownKey, { mine: merged, base: serverContent() });
    set({ content: merged, theirs: undefined, status: 'typing' });
    return flush();
  }

  /** Sends a last request that continues after the page is closed. The draft stays until a response confirms it. */
  function saveOnPageHide() {
    const changes = changedFields(state.content, serverContent());
    const session = readSession();
    if (!changes || !state.notes || state.status === 'conflict' || !session || !isSignedIn()) return;
    const request = fetch(`/api/subchapter/${encodeURIComponent(lesson)}/notes`, {
      method: 'POST',
      keepalive: true,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${session.token.access}` },
      body: JSON.stringify({ ...changes, base: state.notes.updated_at }),
    });
    request.catch(() => undefined);
  }

  async function update(body: { published: boolean } | Record<string, never>): Promise<void> {
    await flush();
    if (changedFields(state.content, serverContent())) throw unsavedError();
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
    saveOnPageHide,
    publish: (published) => update({ published }),
    snooze: () => update({}),
  };
}

const unsavedError = () =>
  new ApiError(0, { code: 'conflict', msg: 'Your notes are not saved yet. Try again in a moment.' });

const contentOf = ({ what_i_learned, did_not_understand, marks }: Notes): NotesContent => ({
  what_i_learned,
  did_not_understand,
  marks,
});
