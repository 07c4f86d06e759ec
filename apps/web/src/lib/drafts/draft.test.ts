import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../api-error.ts';
import { type Autosave, Draft, type Edit, type EditStorage } from './draft.ts';

interface Stored {
  version: number;
  text: string;
}

/** A fake server that stores a text under a version. */
class FakeServer {
  stored: Stored = { version: 1, text: 'old' };
  saves: { text: string; version: number }[] = [];
  failure: ApiError | undefined;
  /** Answers of pending requests, if `isSlow`. */
  pending: (() => void)[] = [];
  isSlow = false;

  load = async (): Promise<Stored> => {
    if (this.failure) throw this.failure;
    return this.stored;
  };

  save = async ({ mine }: Edit<string>, { version }: Stored): Promise<Stored> => {
    this.saves.push({ text: mine, version });
    if (this.isSlow) await new Promise<void>((resolve) => this.pending.push(resolve));
    if (this.failure) throw this.failure;
    if (version !== this.stored.version) throw new ApiError(409, { code: 'conflict', msg: 'Changed.' });
    return this.write(mine);
  };

  write(text: string): Stored {
    this.stored = { version: this.stored.version + 1, text };
    return this.stored;
  }
}

/** The side that changed wins. If both sides changed and neither contains the other, it is a conflict. */
function merge({ mine, base }: Edit<string>, theirs: string) {
  if (mine === base || theirs.includes(mine)) return { value: theirs };
  if (theirs === base || mine.includes(theirs)) return { value: mine };
  return { value: mine, conflict: [theirs] };
}

let server: FakeServer;
const offline = new ApiError(0, { code: 'network', msg: 'No connection.' });

function openDraft({
  storage,
  isLoaded = true,
  ...times
}: Partial<Autosave<string, Stored>> & { storage?: EditStorage<string>; isLoaded?: boolean } = {}) {
  const { load, save } = server;
  return new Draft<string, Stored, string[]>({
    server: isLoaded ? server.stored : { version: 0, text: '' },
    isLoaded,
    toValue: ({ text }) => text,
    toVersion: ({ version }) => version,
    isSame: (a, b) => a === b,
    merge,
    storage,
    autosave: { load, save, debounceMs: 1_000, ...times },
  });
}

/** A storage in memory that contains the given edits of other tabs. */
function memoryStorage(...others: Edit<string>[]) {
  const stored = { own: undefined as Edit<string> | undefined, others };
  const storage: EditStorage<string> = {
    read: () =>
      stored.others.map((edit) => ({
        ...edit,
        remove: () => {
          stored.others = stored.others.filter((one) => one !== edit);
        },
      })),
    write: (edit) => {
      stored.own = edit;
    },
    clear: () => {
      stored.own = undefined;
    },
  };
  return { stored, storage };
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const answer = async () => {
  server.pending.shift()?.();
  await pass(0);
};

beforeEach(() => {
  vi.useFakeTimers();
  server = new FakeServer();
});
afterEach(() => vi.useRealTimers());

test('applies edits at once, and saves only the last one after a pause', async () => {
  const draft = openDraft();
  draft.edit('a');
  expect(draft.read()).toMatchObject({ value: 'a', saved: 'old', isChanged: true });
  await pass(900);
  draft.edit('ab');
  await pass(999);
  expect(server.saves).toEqual([]);
  await pass(1);
  expect(server.saves).toEqual([{ text: 'ab', version: 1 }]);
  expect(draft.read()).toMatchObject({ saved: 'ab', server: { version: 2 }, isChanged: false, isSaving: false });
});

test('saves nothing if an edit is undone within the pause', async () => {
  const draft = openDraft();
  draft.edit('a');
  draft.edit('old');
  await pass(2_000);
  expect(await draft.save()).toBe(true);
  expect(server.saves).toEqual([]);
});

test('notifies subscribers, and returns the same state until it changes', () => {
  const draft = openDraft();
  const listener = vi.fn();
  const unsubscribe = draft.subscribe(listener);
  const before = draft.read();
  draft.edit('old');
  expect(draft.read()).toBe(before);
  draft.edit('a');
  unsubscribe();
  draft.edit('ab');
  expect(listener).toHaveBeenCalledOnce();
});

test('sends one request at a time, and sends edits made during a save with the new version', async () => {
  server.isSlow = true;
  const draft = openDraft();
  draft.edit('a');
  const first = draft.save();
  draft.edit('ab');
  const second = draft.save();
  expect(draft.read().isSaving).toBe(true);
  expect(server.saves).toHaveLength(1);
  await answer();
  expect(draft.read()).toMatchObject({ value: 'ab', saved: 'a', isSaving: true });
  await answer();
  expect(await Promise.all([first, second])).toEqual([true, true]);
  expect(server.saves).toEqual([
    { text: 'a', version: 1 },
    { text: 'ab', version: 2 },
  ]);
});

test('waits for another pause after a save if its owner wants that', async () => {
  server.isSlow = true;
  const draft = openDraft({ waitsBetweenSaves: true });
  draft.edit('a');
  const saved = draft.save();
  draft.edit('ab');
  await answer();
  expect(await saved).toBe(false);
  await pass(999);
  expect(server.saves).toHaveLength(1);
  await pass(1);
  expect(server.saves[1]).toEqual({ text: 'ab', version: 2 });
});

test('keeps an edit that could not be saved, and saves it with the next edit', async () => {
  const draft = openDraft();
  server.failure = new ApiError(403, { code: 'forbidden', msg: 'Not yours.' });
  draft.edit('a');
  expect(await draft.save()).toBe(false);
  expect(draft.read()).toMatchObject({ value: 'a', isChanged: true, failure: { error: server.failure, value: 'a' } });
  await pass(60_000);
  expect(server.saves).toHaveLength(1);
  server.failure = undefined;
  draft.edit('ab');
  await pass(1_000);
  expect(server.stored.text).toBe('ab');
  expect(draft.read().failure).toBeUndefined();
});

test('repeats a failed save after the given time, but an edit restarts the short pause', async () => {
  const draft = openDraft({ retryMs: (error) => (error === offline ? 15_000 : undefined) });
  server.failure = offline;
  draft.edit('a');
  await pass(1_000);
  await pass(14_999);
  expect(server.saves).toHaveLength(1);
  await pass(1);
  expect(server.saves).toHaveLength(2);
  server.failure = undefined;
  draft.edit('ab');
  await pass(1_000);
  expect(draft.read()).toMatchObject({ saved: 'ab', isChanged: false });
});

test('merges a newer version of the server, and saves the result', async () => {
  const draft = openDraft();
  server.write('old and theirs');
  draft.edit('old and theirs and mine');
  expect(await draft.save()).toBe(true);
  expect(server.saves.map(({ version }) => version)).toEqual([1, 2]);
  expect(draft.read()).toMatchObject({ saved: 'old and theirs and mine', server: { version: 3 }, conflict: undefined });
});

test('has nothing more to save if the newer version contains the edit', async () => {
  const draft = openDraft();
  draft.edit('mine');
  server.write('mine and theirs');
  expect(await draft.save()).toBe(true);
  expect(draft.read()).toMatchObject({ value: 'mine and theirs', isChanged: false });
  expect(server.saves).toHaveLength(1);
});

test('saves nothing in a conflict until it is resolved', async () => {
  const draft = openDraft();
  server.write('theirs');
  draft.edit('mine');
  expect(await draft.save()).toBe(false);
  const theirs = { version: 2, text: 'theirs' };
  expect(draft.read()).toMatchObject({ value: 'mine', saved: 'old', conflict: { theirs, detail: ['theirs'] } });
  draft.edit('mine, longer');
  draft.receive({ version: 9, text: 'ignored' });
  await pass(5_000);
  expect(await draft.save()).toBe(false);
  expect(server.saves).toHaveLength(1);
  draft.rebase(theirs, 'both');
  expect(draft.read()).toMatchObject({ value: 'both', saved: 'theirs', conflict: undefined, failure: undefined });
  await pass(1_000);
  expect(server.saves[1]).toEqual({ text: 'both', version: 2 });
});

test('ends a conflict when the value equals the server’s', async () => {
  const draft = openDraft();
  server.write('theirs');
  draft.edit('mine');
  await draft.save();
  draft.edit('theirs');
  expect(draft.read()).toMatchObject({ isChanged: false, conflict: undefined, server: { version: 2 } });
});

test('reports a conflict for which the server has no newer version, instead of repeating it', async () => {
  const refusal = new ApiError(409, { code: 'conflict', msg: 'No.' });
  server.failure = refusal;
  const draft = openDraft({ load: async () => server.stored });
  draft.edit('a');
  expect(await draft.save()).toBe(false);
  expect(server.saves).toHaveLength(1);
  expect(draft.read().failure?.error).toBe(refusal);
});

test('follows the server without local changes, and merges it with them', () => {
  const draft = openDraft();
  draft.receive({ version: 2, text: 'theirs' });
  expect(draft.read()).toMatchObject({ value: 'theirs', isChanged: false });
  draft.edit('theirs and mine');
  draft.receive({ version: 3, text: 'theirs' });
  expect(draft.read()).toMatchObject({ value: 'theirs and mine', saved: 'theirs', server: { version: 3 } });
  draft.receive({ version: 4, text: 'another' });
  expect(draft.read()).toMatchObject({ value: 'theirs and mine', conflict: { theirs: { version: 4 } } });
});

test('ignores the server’s state during a save', async () => {
  server.isSlow = true;
  const draft = openDraft();
  draft.edit('a');
  const saved = draft.save();
  draft.receive({ version: 2, text: 'theirs' });
  expect(draft.read()).toMatchObject({ value: 'a', server: { version: 1 } });
  await answer();
  expect(await saved).toBe(true);
});

test('stores unsaved edits until the server has them', async () => {
  const { stored, storage } = memoryStorage();
  const draft = openDraft({ storage });
  draft.edit('a');
  expect(stored.own).toEqual({ mine: 'a', base: 'old' });
  server.write('theirs');
  await draft.save();
  // The base stays until the conflict is resolved, so that a reload finds the same conflict.
  expect(stored.own).toEqual({ mine: 'a', base: 'old' });
  draft.rebase(server.stored, 'theirs and a');
  expect(stored.own).toEqual({ mine: 'theirs and a', base: 'theirs' });
  await draft.save();
  expect(stored.own).toBeUndefined();
});

test('loads the server’s state with the stored edits, saves them, and removes them', async () => {
  const { stored, storage } = memoryStorage({ mine: 'old, one', base: 'old' });
  const draft = openDraft({ storage, isLoaded: false });
  await draft.load();
  expect(draft.read()).toMatchObject({ value: 'old, one', saved: 'old', isLoaded: true });
  expect(stored.others).toHaveLength(1);
  await pass(1_000);
  expect(server.stored.text).toBe('old, one');
  expect(stored).toEqual({ own: undefined, others: [] });
});

test('leaves a second stored edit that conflicts in the storage', async () => {
  const { stored, storage } = memoryStorage({ mine: 'one', base: 'old' }, { mine: 'two', base: 'old' });
  const draft = openDraft({ storage, isLoaded: false });
  await draft.load();
  await pass(1_000);
  expect(server.stored.text).toBe('one');
  expect(stored.others).toEqual([{ mine: 'two', base: 'old' }]);
});

test('shows a stored edit without a connection, does not save it, and merges it once loaded', async () => {
  const { stored, storage } = memoryStorage({ mine: 'old, one', base: 'old' });
  const draft = openDraft({ storage, isLoaded: false });
  server.failure = offline;
  expect(await draft.load()).toBe(false);
  expect(draft.read()).toMatchObject({ value: 'old, one', isLoaded: false, failure: { error: offline } });
  draft.edit('old, one, two');
  await pass(60_000);
  expect(server.saves).toEqual([]);
  server.failure = undefined;
  // Saving loads first.
  await draft.save();
  expect(draft.read()).toMatchObject({ value: 'old, one, two', isLoaded: true, failure: undefined });
  await pass(1_000);
  expect(server.stored.text).toBe('old, one, two');
  expect(stored).toEqual({ own: undefined, others: [] });
});

test('saves an edit whose pause ends while the state is loaded again', async () => {
  let finish = () => {};
  const load = () => new Promise<Stored>((resolve) => (finish = () => resolve(server.stored)));
  const draft = openDraft({ load });
  draft.edit('a');
  const loading = draft.load();
  await pass(1_000);
  expect(server.saves).toEqual([]);
  finish();
  await loading;
  await pass(1_000);
  expect(server.stored.text).toBe('a');
});

test('shows the answer to a save of its owner, unless the value was changed since', () => {
  const draft = openDraft();
  draft.edit('new');
  draft.accept({ version: 2, text: 'new, trimmed' }, 'new');
  expect(draft.read()).toMatchObject({ value: 'new, trimmed', isChanged: false });
  draft.edit('newer');
  draft.edit('newest');
  draft.accept({ version: 3, text: 'newer' }, 'newer');
  expect(draft.read()).toMatchObject({ value: 'newest', saved: 'newer', isChanged: true, server: { version: 3 } });
});

test('leaves saving to its owner without autosave', async () => {
  const draft = new Draft<string, Stored, string[]>({
    server: server.stored,
    toValue: ({ text }) => text,
    toVersion: ({ version }) => version,
    isSame: (a, b) => a === b,
    merge,
  });
  draft.edit('a');
  expect([await draft.save(), await draft.load()]).toEqual([false, false]);
  draft.rebase({ version: 2, text: 'a' });
  expect(draft.read()).toMatchObject({ isChanged: false, server: { version: 2 } });
});
