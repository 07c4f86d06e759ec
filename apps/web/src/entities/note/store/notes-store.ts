import type { Notes } from '@hexpedition/contract';
import type { Api } from '#lib/api.ts';
import { ApiError, isApiError, messageOf } from '#lib/api-error.ts';
import { Draft, type DraftState, type Edit, type EditStorage } from '#lib/drafts/draft.ts';
import { readSession } from '#lib/session.ts';
import { changedFields, emptyNotes, mergeNotes, type NotesContent, type TextField } from './merge-notes.ts';
import { draftKey, findDrafts, removeDraft, storeDraft } from './note-drafts.ts';

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
  subscribe(listener: () => void): () => void;
  load(): Promise<unknown>;
  edit(changes: Partial<NotesContent>): void;
  /** Saves unsaved changes at once. */
  flush(): Promise<unknown>;
  /** Ends a conflict with the texts that the author merged. */
  resolve(texts: Partial<Record<TextField, string>>): Promise<unknown>;
  /** Saves unsaved changes when the page is closed. */
  saveOnPageHide(): void;
  /** Publishes the notes to other learners, or withdraws them. */
  publish(published: boolean): Promise<void>;
  /** Postpones the reminder to write notes. */
  snooze(): Promise<void>;
}

const saveDelayMs = 1_000;
const retryDelayMs = 15_000;

type NotesDraftState = DraftState<NotesContent, Notes | undefined, TextField[]>;

/**
 * Manages one learner's notes on one lesson while the page shows them: it loads them, saves changes after a second,
 * and stores them in the browser until the server has them. The notes panel and the video player share one store.
 */
export function createNotesStore(api: Api, userPk: number, lesson: string): NotesStore {
  const params = { slug: lesson };
  /** False if a different user has signed in meanwhile: these notes are not theirs. */
  const isSignedIn = () => readSession()?.user.pk === userPk;
  const draft = new Draft<NotesContent, Notes | undefined, TextField[]>({
    server: undefined,
    isLoaded: false,
    toValue: contentOf,
    toVersion: (notes) => notes?.updated_at,
    isSame: (a, b) => !changedFields(a, b),
    merge: mergeContent,
    storage: browserStorage(userPk, lesson),
    autosave: {
      debounceMs: saveDelayMs,
      waitsBetweenSaves: true,
      retryMs,
      load: () => api('GET /api/subchapter/:slug/notes', { params }),
      save: async ({ mine, base }, notes) => {
        if (!isSignedIn()) throw new ApiError(0, { code: 'cancelled' });
        const body = { ...changedFields(mine, base), base: notes?.updated_at ?? null };
        return api('POST /api/subchapter/:slug/notes', { params, body });
      },
    },
  });
  let state = stateOf(draft.read());
  draft.subscribe(() => {
    state = stateOf(draft.read());
  });

  async function update(body: { published: boolean } | Record<string, never>): Promise<void> {
    await draft.save();
    if (draft.read().isChanged) throw unsavedError();
    draft.receive(await api('POST /api/subchapter/:slug/notes', { params, body }));
  }

  return {
    read: () => state,
    subscribe: draft.subscribe,
    load: () => draft.load(),
    edit: (changes) => draft.edit({ ...draft.read().value, ...changes }),
    flush: () => draft.save(),
    resolve: async (texts) => {
      const { value, conflict } = draft.read();
      if (!conflict) return;
      const theirs = contentOf(conflict.theirs);
      const merged = { ...value };
      for (const field of conflict.detail) merged[field] = texts[field] ?? theirs[field];
      draft.rebase(conflict.theirs, merged);
      await draft.save();
    },
    /** Sends a last request that continues after the page is closed. The draft stays until a response confirms it. */
    saveOnPageHide: () => {
      const { value, saved, server, conflict } = draft.read();
      const changes = changedFields(value, saved);
      const session = readSession();
      if (!changes || !server || conflict || !session || !isSignedIn()) return;
      const request = fetch(`/api/subchapter/${encodeURIComponent(lesson)}/notes`, {
        method: 'POST',
        keepalive: true,
        headers: { 'content-type': 'application/json', authorization: `Bearer ${session.token.access}` },
        body: JSON.stringify({ ...changes, base: server.updated_at }),
      });
      request.catch(() => undefined);
    },
    publish: (published) => update({ published }),
    snooze: () => update({}),
  };
}

function mergeContent(edit: Edit<NotesContent>, theirs: NotesContent) {
  if (!changedFields(edit.mine, edit.base)) return { value: theirs };
  const { content, conflicts } = mergeNotes(edit.base, edit.mine, theirs);
  return conflicts.length > 0 ? { value: content, conflict: conflicts } : { value: content };
}

/** Stores the edits of this tab, and finds those of others. */
function browserStorage(userPk: number, lesson: string): EditStorage<NotesContent> {
  const ownKey = draftKey(userPk, lesson);
  return {
    read: () =>
      findDrafts(userPk, lesson)
        .filter(({ key }) => key !== ownKey)
        .map(({ key, raw, mine, base }) => ({ mine, base, remove: () => removeDraft(key, raw) })),
    write: (edit) => storeDraft(ownKey, edit),
    clear: () => removeDraft(ownKey),
  };
}

/** A permanent refusal is not retried. */
function retryMs(error: unknown): number | undefined {
  if (!isApiError(error) || error.code === 'cancelled') return undefined;
  if (error.status !== 0 && error.status !== 429 && error.status < 500) return undefined;
  return error.retryAfter ? error.retryAfter * 1_000 : retryDelayMs;
}

function stateOf(draft: NotesDraftState): NotesState {
  const { value, server, conflict, failure } = draft;
  return {
    status: statusOf(draft),
    content: value,
    notes: conflict ? conflict.theirs : server,
    error: failure && messageOf(failure.error),
    theirs: conflict && { content: contentOf(conflict.theirs), fields: conflict.detail },
  };
}

function statusOf({ conflict, isLoaded, isSaving, failure, isChanged }: NotesDraftState): NotesState['status'] {
  if (conflict) return 'conflict';
  if (!isLoaded) return failure ? 'unreadable' : 'loading';
  if (isSaving) return 'saving';
  if (!isChanged) return 'saved';
  return failure ? 'failed' : 'typing';
}

const unsavedError = () =>
  new ApiError(0, { code: 'conflict', msg: 'Your notes are not saved yet. Try again in a moment.' });

const contentOf = (notes: Notes | undefined): NotesContent => {
  if (!notes) return emptyNotes;
  const { what_i_learned, did_not_understand, marks } = notes;
  return { what_i_learned, did_not_understand, marks };
};
