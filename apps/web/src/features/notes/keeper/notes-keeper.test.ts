import type { Notes, NotesBody } from '@hexpedition/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createApi, type TransportAnswer } from '#lib/api.ts';
import { ApiError } from '#lib/api-error.ts';
import { createNotesKeeper } from './notes-keeper.ts';

/** As the browser's: entries are its own properties. */
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

/** The server, as far as notes go. */
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

let times = 0;
function write(given: Partial<Notes>) {
  times += 1;
  stored = { ...stored, ...given, updated_at: new Date(times).toISOString() };
}

function signIn(pk: number) {
  storage.token = JSON.stringify({ access: 'a', refresh: 'r' });
  storage.user = JSON.stringify({ pk });
}

async function open(userPk = 7) {
  const keeper = createNotesKeeper(api, userPk, 'cookies');
  await keeper.load();
  return keeper;
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

it('saves a second after the last key, only what changed, and keeps nothing behind', async () => {
  const keeper = await open();
  const base = stored.updated_at;
  keeper.edit({ what_i_learned: 'N' });
  await vi.advanceTimersByTimeAsync(900);
  keeper.edit({ what_i_learned: 'New.' });
  expect([keeper.read().status, posts.length, drafts().length]).toEqual(['typing', 0, 1]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(posts).toEqual([{ what_i_learned: 'New.', base }]);
  expect([keeper.read().status, drafts()]).toEqual(['saved', []]);
});

it('keeps what a closed page could not save, for the same learner alone', async () => {
  failing = new ApiError(0, { code: 'network', msg: 'No connection.' });
  const first = createNotesKeeper(api, 7, 'cookies');
  failing = undefined;
  await first.load();
  failing = new ApiError(0, { code: 'network', msg: 'No connection.' });
  first.edit({ what_i_learned: 'Unsaved.' });
  await first.flush();
  expect(first.read()).toMatchObject({ status: 'failed', error: 'No connection.' });
  failing = undefined;
  signIn(8);
  const other = await open(8);
  expect(other.read().written.what_i_learned).toBe('Old.');
  // The first learner's keeper is still there, and must not write as the second.
  await first.flush();
  expect(posts).toEqual([]);
  signIn(7);
  const again = await open();
  expect(again.read().written.what_i_learned).toBe('Unsaved.');
  await vi.advanceTimersByTimeAsync(1_000);
  expect([stored.what_i_learned, again.read().status, drafts()]).toEqual(['Unsaved.', 'saved', []]);
});

it('tries again by itself when the connection failed, and not when the server refused', async () => {
  const keeper = await open();
  failing = new ApiError(0, { code: 'network', msg: 'No connection.' });
  keeper.edit({ what_i_learned: 'Later.' });
  await vi.advanceTimersByTimeAsync(1_000);
  failing = undefined;
  await vi.advanceTimersByTimeAsync(15_000);
  expect([stored.what_i_learned, keeper.read().status]).toEqual(['Later.', 'saved']);
  failing = new ApiError(403, { code: 'tier_required', msg: 'Not yours.' });
  keeper.edit({ what_i_learned: 'Locked.' });
  await vi.advanceTimersByTimeAsync(1_000);
  failing = undefined;
  await vi.advanceTimersByTimeAsync(60_000);
  expect([keeper.read().status, drafts().length, stored.what_i_learned]).toEqual(['failed', 1, 'Later.']);
});

it('shows both texts when another tab was faster, also after a reload, and saves what is made of them', async () => {
  const keeper = await open();
  write({ what_i_learned: 'Theirs.', did_not_understand: 'Theirs too.' });
  keeper.edit({ what_i_learned: 'Mine.' });
  await vi.advanceTimersByTimeAsync(1_000);
  const conflict = {
    status: 'conflict',
    written: { what_i_learned: 'Mine.', did_not_understand: 'Theirs too.' },
    theirs: { fields: ['what_i_learned'], written: { what_i_learned: 'Theirs.' } },
  };
  expect(keeper.read()).toMatchObject(conflict);
  keeper.edit({ marks: [{ module: 'film', at: 1, text: '' }] });
  const reloaded = await open();
  expect(reloaded.read()).toMatchObject(conflict);
  await reloaded.resolve({ what_i_learned: 'Theirs.\n\nMine.' });
  expect(stored).toMatchObject({ what_i_learned: 'Theirs.\n\nMine.', did_not_understand: 'Theirs too.' });
  expect(stored.marks).toHaveLength(1);
  expect([reloaded.read().status, reloaded.read().theirs]).toEqual(['saved', undefined]);
});

it('puts changes of two fields together without asking', async () => {
  const keeper = await open();
  write({ did_not_understand: 'Theirs.' });
  keeper.edit({ what_i_learned: 'Mine.' });
  await vi.advanceTimersByTimeAsync(3_000);
  expect(stored).toMatchObject({ what_i_learned: 'Mine.', did_not_understand: 'Theirs.' });
  expect(keeper.read().status).toBe('saved');
});

it('sends a last call when the page goes, and keeps the draft until an answer has come', async () => {
  const fetched = vi.fn(async (_url: string, _init: RequestInit) => new Response('{}'));
  vi.stubGlobal('fetch', fetched);
  const keeper = await open();
  keeper.leave();
  expect(fetched).not.toHaveBeenCalled();
  keeper.edit({ what_i_learned: 'Last words.' });
  keeper.leave();
  expect(fetched).toHaveBeenCalledWith(
    '/api/subchapter/cookies/notes',
    expect.objectContaining({ keepalive: true, method: 'POST', body: expect.stringContaining('Last words.') }),
  );
  expect(drafts()).toHaveLength(1);
});

it('keeps what was typed while a save was on its way', async () => {
  const keeper = await open();
  keeper.edit({ what_i_learned: 'One' });
  const saving = keeper.flush();
  keeper.edit({ what_i_learned: 'One two' });
  await saving;
  expect(keeper.read().written.what_i_learned).toBe('One two');
  await vi.advanceTimersByTimeAsync(1_000);
  expect([stored.what_i_learned, drafts()]).toEqual(['One two', []]);
});
