import type { Notes } from '@hexpedition/contract';
import type { Api } from '#lib/api.ts';
import { ApiError, isApiError, messageOf } from '#lib/api-error.ts';
import { readSession } from '#lib/session.ts';
import { draftKey, dropDraft, findDrafts, keepDraft, type StoredDraft } from './drafts.ts';
import { blank, difference, merge, type TextField, type Written } from './merge.ts';

export interface NotesState {
  /** `typing`: saved in a moment. `conflict`: the author has to put two texts together first. */
  status: 'loading' | 'saved' | 'typing' | 'saving' | 'failed' | 'conflict' | 'unreadable';
  written: Written;
  /** What the server has. */
  notes: Notes | undefined;
  /** A sentence for the learner, when failed or unreadable. */
  error: string | undefined;
  /** In a conflict: what was written elsewhere, and in which fields. */
  theirs: { written: Written; fields: TextField[] } | undefined;
}

const pauseMs = 1_000;
const againMs = 15_000;

/**
 * One learner's notes on one lesson, as long as something on the page shows them: loads them, saves what is typed a
 * second later, and keeps it in the browser's storage until the server has it. Panel and player share one.
 */
export function createNotesKeeper(api: Api, userPk: number, lesson: string) {
  const params = { slug: lesson };
  const ownKey = draftKey(userPk, lesson);
  const listeners = new Set<() => void>();
  let state: NotesState = { status: 'loading', written: blank, notes: undefined, error: undefined, theirs: undefined };
  let adopted: StoredDraft[] = [];
  /** In a conflict: what both sides began with. */
  let common: Written | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | undefined;

  function set(changes: Partial<NotesState>) {
    state = { ...state, ...changes };
    for (const listener of listeners) listener();
  }

  const saved = (): Written => (state.notes ? writtenOf(state.notes) : blank);
  /** Somebody else may be signed in by now: their notes these are not. */
  const isTheirs = () => readSession()?.user.pk === userPk;

  async function load(): Promise<void> {
    try {
      const notes = await api('GET /api/subchapter/:slug/notes', { params });
      receive(notes);
    } catch (error) {
      const [draft] = findDrafts(userPk, lesson);
      // Without the server the learner still sees what was typed.
      set({ status: 'unreadable', error: messageOf(error), ...(draft && { written: draft.mine }) });
    }
  }

  /** The server's notes, with what this browser has kept of the learner's own. */
  function receive(notes: Notes) {
    const theirs = writtenOf(notes);
    let written = theirs;
    let base = theirs;
    let conflicts: TextField[] = [];
    adopted = [];
    for (const draft of findDrafts(userPk, lesson)) {
      const merged = merge(draft.base, draft.mine, written);
      // One conflict at a time; the other drafts wait where they are.
      if (merged.conflicts.length > 0 && adopted.length > 0) continue;
      adopted.push(draft);
      written = merged.written;
      ({ base } = draft);
      conflicts = merged.conflicts;
      if (conflicts.length > 0) break;
    }
    set({ notes, written, error: undefined, theirs: undefined, status: 'saved' });
    if (conflicts.length > 0) conflict(base, conflicts);
    else if (difference(written, theirs)) later();
    else forgetDrafts();
  }

  function conflict(base: Written, fields: TextField[]) {
    common = base;
    keepDraft(ownKey, { mine: state.written, base });
    set({ status: 'conflict', theirs: { written: saved(), fields } });
  }

  function edit(changes: Partial<Written>) {
    const written = { ...state.written, ...changes };
    set({ written });
    keepDraft(ownKey, { mine: written, base: common ?? saved() });
    if (state.status !== 'conflict' && state.status !== 'loading' && state.status !== 'unreadable') later();
  }

  function later(ms = pauseMs) {
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), ms);
    if (state.status === 'saved') set({ status: 'typing' });
  }

  /** Saves now what is not saved, one call at a time. */
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
    if (!isTheirs()) return;
    set({ status: 'saving', error: undefined });
    try {
      const body = { ...given, base: notes.updated_at };
      const answer = await api('POST /api/subchapter/:slug/notes', { params, body });
      set({ notes: answer });
      settle();
    } catch (error) {
      if (isApiError(error, 'conflict')) return meet(writtenOf(notes));
      const wait = isApiError(error) && error.retryAfter ? error.retryAfter * 1_000 : againMs;
      set({ status: 'failed', error: messageOf(error) });
      // What the server refuses for good is not asked for again by itself.
      if (isApiError(error) && (error.status === 0 || error.status === 429 || error.status >= 500)) later(wait);
    }
  }

  /** Another tab or device was faster: puts the two together, or asks. */
  async function meet(base: Written): Promise<void> {
    try {
      const notes = await api('GET /api/subchapter/:slug/notes', { params });
      const { written, conflicts } = merge(base, state.written, writtenOf(notes));
      set({ notes, written });
      if (conflicts.length > 0) return conflict(base, conflicts);
      settle();
    } catch (error) {
      set({ status: 'failed', error: messageOf(error) });
      later(againMs);
    }
  }

  /** After an answer: there may be more to save by now. */
  function settle() {
    if (difference(state.written, saved())) {
      keepDraft(ownKey, { mine: state.written, base: saved() });
      set({ status: 'typing', error: undefined });
      later();
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

  /** Ends a conflict with what the author made of the two. */
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

  /** The page goes: a last call that outlives it. Whether it arrives or not, the draft stays until an answer says so. */
  function leave() {
    const given = difference(state.written, saved());
    const session = readSession();
    if (!given || !state.notes || state.status === 'conflict' || !session || !isTheirs()) return;
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
    lesson,
    userPk,
    read: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    load,
    edit,
    flush,
    resolve,
    leave,
    publish: (published: boolean) => change({ published }),
    snooze: () => change({}),
  };
}

export type NotesKeeper = ReturnType<typeof createNotesKeeper>;

const unsaved = () =>
  new ApiError(0, { code: 'conflict', msg: 'Your notes are not saved yet. Try again once they are.' });

const writtenOf = ({ what_i_learned, did_not_understand, marks }: Notes): Written => ({
  what_i_learned,
  did_not_understand,
  marks,
});
