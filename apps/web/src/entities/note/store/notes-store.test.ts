import type { Notes, NotesBody } from '@hexpedition/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createApi, type TransportAnswer } from '#lib/api.ts';
import { ApiError } from '#lib/api-error.ts';
import { createNotesStore } from './notes-store.ts';

/** Like the browser's storage: entries are own properties. */
class FakeStorage {
  [key: string]: unknown;
  getItem(key: string) {
    return (this[key] as string | undefined) ?? null;
  }
  setItem(key: string, value: string) {
    this[key] = value;
  }
  removeItem(key: string) {
    delete this[key];
  }
}

let storage: FakeStorage;
let stored: Notes;
let posts: NotesBody[];
let failing: ApiError | undefined;
const drafts = () => Object.keys(storage).filter((key) => key.startsWith('notes:'));

/** A fake server for notes. */
const api = createApi(async ({ method, body }): Promise<TransportAnswer> => {
  if (failing) throw failing;
  if (method === 'GET') return { status: 200, json: stored };
  const { base, ...given } = body as NotesBody;
  posts.push(body as NotesBody);
  const differs = given.what_i_learned !== undefined && given.what_i_learned !== stored.what_i_learned;
  if (base !== undefined && base !== stored.updated_at && differs) {
    return { status: 409, json: { code: 'conflict', msg: 'Changed.' } };
  }
  write(given);
  return { status: 200, json: stored };
});

let writes = 0;
function write(given: Partial<Notes>) {
  writes += 1;
  stored = { ...stored, ...given, updated_at: new Date(writes).toISOString() };
}

function signIn(pk: number) {
  storage.token = JSON.stringify({ access: 'a', refresh: 'r' });
  storage.user = JSON.stringify({ pk });
}

async function open(userPk = 7) {
  const store = createNotesStore(api, userPk, 'cookies');
  await store.load();
  return store;
}

beforeEach(() => {
  vi.useFakeTimers();
  storage = new FakeStorage();
  vi.stubGlobal('sessionStorage', { getItem: () => null, removeItem: () => undefined });
  vi.stubGlobal('localStorage', storage);
  signIn(7);
  posts = [];
  failing = undefined;
  stored = {
    subchapter: 'cookies',
    what_i_learned: 'Old.',
    did_not_understand: '',
    marks: [],
    published: false,
    hidden: false,
    updated_at: null,
    snoozed_until: null,
  };
  write({});
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('saves one second after the last key, only what changed, and leaves no draft behind', async () => {
  const store = await open();
  const base = stored.updated_at;
  store.edit({ what_i_learned: 'N' });
  await vi.advanceTimersByTimeAsync(900);
  store.edit({ what_i_learned: 'New.' });
  expect([store.read().status, posts.length, drafts().length]).toEqual(['typing', 0, 1]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(posts).toEqual([{ what_i_learned: 'New.', base }]);
  expect([store.read().status, drafts()]).toEqual(['saved', []]);
});

it('keeps what a closed page could not save, but only for the same learner', async () => {
  failing = new ApiError(0, { code: 'network', msg: 'No connection.' });
  const first = createNotesStore(api, 7, 'cookies');
  failing = undefined;
  await first.load();
  failing = new ApiError(0, { code: 'network', msg: 'No connection.' });
  first.edit({ what_i_learned: 'Unsaved.' });
  await first.flush();
  expect(first.read()).toMatchObject({ status: 'failed', error: 'No connection.' });
  failing = undefined;
  signIn(8);
  const other = await open(8);
  expect(other.read().content.what_i_learned).toBe('Old.');
  // The first learner's store still exists and must not write as the second learner.
  await first.flush();
  expect(posts).toEqual([]);
  signIn(7);
  const again = await open();
  expect(again.read().content.what_i_learned).toBe('Unsaved.');
  await vi.advanceTimersByTimeAsync(1_000);
  expect([stored.what_i_learned, again.read().status, drafts()]).toEqual(['Unsaved.', 'saved', []]);
});

it('retries automatically after a connection error, but not after a refusal of the server', async () => {
  const store = await open();
  failing = new ApiError(0, { code: 'network', msg: 'No connection.' });
  store.edit({ what_i_learned: 'Later.' });
  await vi.advanceTimersByTimeAsync(1_000);
  failing = undefined;
  await vi.advanceTimersByTimeAsync(15_000);
  expect([stored.what_i_learned, store.read().status]).toEqual(['Later.', 'saved']);
  failing = new ApiError(403, { code: 'tier_required', msg: 'Not yours.' });
  store.edit({ what_i_learned: 'Locked.' });
  await vi.advanceTimersByTimeAsync(1_000);
  failing = undefined;
  await vi.advanceTimersByTimeAsync(60_000);
  expect([store.read().status, drafts().length, stored.what_i_learned]).toEqual(['failed', 1, 'Later.']);
});

it('shows both texts if another tab saved first, also after a reload, and saves the merged text', async () => {
  const store = await open();
  write({ what_i_learned: 'Theirs.', did_not_understand: 'Theirs too.' });
  store.edit({ what_i_learned: 'Mine.' });
  await vi.advanceTimersByTimeAsync(1_000);
  const conflict = {
    status: 'conflict',
    content: { what_i_learned: 'Mine.', did_not_understand: 'Theirs too.' },
    theirs: { fields: ['what_i_learned'], content: { what_i_learned: 'Theirs.' } },
  };
  expect(store.read()).toMatchObject(conflict);
  store.edit({ marks: [{ module: 'video', at: 1, text: '' }] });
  const reloaded = await open();
  expect(reloaded.read()).toMatchObject(conflict);
  await reloaded.resolve({ what_i_learned: 'Theirs.\n\nMine.' });
  expect(stored).toMatchObject({ what_i_learned: 'Theirs.\n\nMine.', did_not_understand: 'Theirs too.' });
  expect(stored.marks).toHaveLength(1);
  expect([reloaded.read().status, reloaded.read().theirs]).toEqual(['saved', undefined]);
});

it('merges changes of two fields without asking', async () => {
  const store = await open();
  write({ did_not_understand: 'Theirs.' });
  store.edit({ what_i_learned: 'Mine.' });
  await vi.advanceTimersByTimeAsync(3_000);
  expect(stored).toMatchObject({ what_i_learned: 'Mine.', did_not_understand: 'Theirs.' });
  expect(store.read().status).toBe('saved');
});

it('sends a last request when the page is closed, and keeps the draft until there is a response', async () => {
  const fetched = vi.fn(async (_url: string, _init: RequestInit) => new Response('{}'));
  vi.stubGlobal('fetch', fetched);
  const store = await open();
  store.saveOnPageHide();
  expect(fetched).not.toHaveBeenCalled();
  store.edit({ what_i_learned: 'Last edit.' });
  store.saveOnPageHide();
  expect(fetched).toHaveBeenCalledWith(
    '/api/subchapter/cookies/notes',
    expect.objectContaining({ keepalive: true, method: 'POST', body: expect.stringContaining('Last edit.') }),
  );
  expect(drafts()).toHaveLength(1);
});

it('keeps what was typed while a save was running', async () => {
  const store = await open();
  store.edit({ what_i_learned: 'One' });
  const saving = store.flush();
  store.edit({ what_i_learned: 'One two' });
  await saving;
  expect(store.read().content.what_i_learned).toBe('One two');
  await vi.advanceTimersByTimeAsync(1_000);
  expect([stored.what_i_learned, drafts()]).toEqual(['One two', []]);
});
