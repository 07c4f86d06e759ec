import { isApiError } from '../api-error.ts';

/** Edited value, and the value of the server on which it is based. */
export interface Edit<V> {
  mine: V;
  base: V;
}

/** Edit that an earlier page or another tab has left in the browser. */
interface StoredEdit<V> extends Edit<V> {
  remove?(): void;
}

/** Keeps unsaved edits in the browser, so that they survive a reload. */
export interface EditStorage<V> {
  /** Returns the edits of earlier pages and other tabs. */
  read(): StoredEdit<V>[];
  /** Stores the edit of this draft. */
  write(edit: Edit<V>): void;
  /** Removes the edit of this draft. */
  clear(): void;
}

/** Requests that load and save a draft, and their times. */
export interface Autosave<V, S> {
  load(): Promise<S>;
  /** Sends the value, based on `server`. @returns the new state @throws ApiError conflict if there is a newer one */
  save(edit: Edit<V>, server: S): Promise<S>;
  /** Time without a change after which the draft is saved, milliseconds. */
  debounceMs: number;
  /** Sends changes that were made during a save after another pause. By default they are sent at once. */
  waitsBetweenSaves?: boolean;
  /** Returns the time until a failed save is repeated, milliseconds, or undefined if it is not repeated. */
  retryMs?(error: unknown): number | undefined;
}

/** `V` is the edited value, `S` the state of the server that contains it, `C` describes a conflict. */
export interface DraftOptions<V, S, C> {
  /** First state of the server. */
  server: S;
  /** False if `server` only replaces the state until `load` has fetched it. */
  isLoaded?: boolean;
  toValue(server: S): V;
  /** Identifies a version of the server's state. */
  toVersion(server: S): unknown;
  isSame(a: V, b: V): boolean;
  /** Merges an edit into `theirs`, the value of `server`. In a conflict, the result has the edit's side of it. */
  merge(edit: Edit<V>, theirs: V, server: S): { value: V; conflict?: C };
  /** Without it, the owner of the draft saves it and calls `rebase`. */
  autosave?: Autosave<V, S>;
  storage?: EditStorage<V>;
}

export type SaveState = 'saved' | 'unsaved' | 'saving' | 'failed';

export interface DraftState<V, S, C> {
  /** Value with the local changes. */
  value: V;
  /** Value on which the local changes are based. */
  saved: V;
  /** State of the server to which `saved` belongs. */
  server: S;
  /** Newer state of the server that contradicts the local changes. Nothing is saved until `rebase` ends the conflict. */
  conflict: { theirs: S; detail: C } | undefined;
  /** Error of the last save or load, and the value at that time. */
  failure: { error: unknown; value: V } | undefined;
  isLoaded: boolean;
  isSaving: boolean;
  isChanged: boolean;
  /** `failed` belongs to the failed value, so the next change hides it. */
  saveState: SaveState;
}

/**
 * Draft of a value that the server stores with a version. Edits apply at once and are saved after a pause, one request
 * at a time. If the server has a newer version, both are merged, or the draft has a conflict. Edits that could not be
 * saved stay in the draft and in its storage.
 */
export class Draft<V, S, C> {
  readonly #options: DraftOptions<V, S, C>;
  readonly #listeners = new Set<() => void>();
  #state: DraftState<V, S, C>;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<boolean> | undefined;
  /** Edits that the value contains. They are removed from the storage when everything is saved. */
  readonly #adopted: StoredEdit<V>[] = [];

  constructor(options: DraftOptions<V, S, C>) {
    this.#options = options;
    const { server, isLoaded = true, toValue } = options;
    const value = toValue(server);
    const state = { conflict: undefined, failure: undefined, isSaving: false, isChanged: false };
    this.#state = { value, saved: value, server, isLoaded, ...state, saveState: 'saved' };
  }

  /** Returns the state: the same object until it changes. */
  readonly read = (): DraftState<V, S, C> => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Changes the value. A conflict ends when the value equals the server's. */
  edit(value: V): void {
    const { isSame, toValue } = this.#options;
    const { conflict } = this.#state;
    if (conflict && isSame(value, toValue(conflict.theirs))) this.rebase(conflict.theirs, value);
    else if (value !== this.#state.value) this.#update({ value });
  }

  /** Bases the draft on a state of the server, and ends a conflict. @param value replaces the local value */
  rebase(server: S, value: V = this.#state.value): void {
    const saved = this.#options.toValue(server);
    this.#update({ value, saved, server, conflict: undefined, failure: undefined, isLoaded: true });
  }

  /** Bases the draft on the answer to a save that the page sent. Keeps a value that was changed after it was `sent`. */
  accept(server: S, sent: V): void {
    const { isSame, toValue } = this.#options;
    this.rebase(server, isSame(this.#state.value, sent) ? toValue(server) : this.#state.value);
  }

  /** Merges a state of the server that the page has received. Ignores it during a save and in a conflict. */
  receive(server: S): void {
    if (this.#running || this.#state.conflict) return;
    if (this.#hasVersionOf(server)) this.#update({ server });
    else this.#merge(server);
  }

  /** Fetches the state of the server, and merges the local and the stored edits into it. */
  load(): Promise<boolean> {
    const { autosave } = this.#options;
    return autosave ? this.#run(() => this.#load(autosave)) : Promise.resolve(false);
  }

  /** Saves the local changes, and returns whether everything is saved. A running save includes later changes. */
  save(): Promise<boolean> {
    const { autosave } = this.#options;
    const { isLoaded, isChanged, conflict } = this.#state;
    if (!isLoaded) return this.load();
    if (!autosave || conflict) return Promise.resolve(false);
    return isChanged || this.#running ? this.#run(() => this.#saveChanges(autosave)) : Promise.resolve(true);
  }

  #run(task: () => Promise<boolean>): Promise<boolean> {
    this.#running ??= task().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #saveChanges(autosave: Autosave<V, S>): Promise<boolean> {
    clearTimeout(this.#timer);
    this.#update({ isSaving: true, failure: undefined });
    try {
      do {
        await this.#saveOnce(autosave);
      } while (this.#state.isChanged && !autosave.waitsBetweenSaves);
      this.#update({ isSaving: false });
      this.#schedule(autosave.debounceMs);
    } catch (error) {
      this.#update({ isSaving: false, failure: { error, value: this.#state.value } });
      const delay = autosave.retryMs?.(error);
      if (delay !== undefined) this.#schedule(delay);
      return false;
    }
    return !this.#state.isChanged;
  }

  async #saveOnce({ load, save }: Autosave<V, S>): Promise<void> {
    const { value, saved, server } = this.#state;
    try {
      const answer = await save({ mine: value, base: saved }, server);
      this.#update({ saved: value, server: answer });
    } catch (error) {
      if (!isApiError(error, 'conflict')) throw error;
      const theirs = await load();
      // The same request would fail again.
      if (this.#hasVersionOf(theirs)) throw error;
      this.#merge(theirs);
      if (this.#state.conflict) throw error;
    }
  }

  async #load({ load, debounceMs }: Autosave<V, S>): Promise<boolean> {
    const { storage } = this.#options;
    try {
      const server = await load();
      this.#merge(server, storage?.read());
      this.#schedule(debounceMs);
    } catch (error) {
      const { isChanged, value, saved } = this.#state;
      // The author sees a stored edit even if the server cannot be reached.
      const stored = isChanged ? undefined : storage?.read()[0];
      if (stored) this.#adopted.push(stored);
      const { mine, base } = stored ?? { mine: value, base: saved };
      this.#update({ value: mine, saved: base, isLoaded: false, failure: { error, value: mine } });
    }
    return !this.#state.isChanged;
  }

  /** Merges the local changes, then the stored edits, into a state of the server. */
  #merge(server: S, stored: StoredEdit<V>[] = []): void {
    const { merge, toValue } = this.#options;
    const local: StoredEdit<V> = { mine: this.#state.value, base: this.#state.saved };
    let { isChanged } = this.#state;
    let value = toValue(server);
    for (const edit of [local, ...stored]) {
      const merged = merge(edit, value, server);
      // A conflict has one base, so other edits with conflicts stay in the storage.
      if (merged.conflict !== undefined && isChanged && edit !== local) continue;
      isChanged ||= edit !== local;
      this.#adopted.push(edit);
      ({ value } = merged);
      if (merged.conflict === undefined) continue;
      const conflict = { theirs: server, detail: merged.conflict };
      this.#update({ value, saved: edit.base, conflict, failure: undefined, isLoaded: true });
      return;
    }
    this.rebase(server, value);
  }

  #hasVersionOf(server: S): boolean {
    const { toVersion } = this.#options;
    return toVersion(server) === toVersion(this.#state.server);
  }

  #update(changes: Partial<DraftState<V, S, C>>): void {
    const { isSame, storage, autosave } = this.#options;
    const before = this.#state;
    const next = { ...before, ...changes };
    this.#state = next;
    if (next.value !== before.value || next.saved !== before.saved) {
      next.isChanged = !isSame(next.value, next.saved);
      if (next.isChanged) storage?.write({ mine: next.value, base: next.saved });
      else this.#clearStorage();
    }
    next.saveState = this.#saveStateOf(next);
    if (next.value !== before.value || next.isChanged !== before.isChanged || next.conflict !== before.conflict)
      this.#schedule(autosave?.debounceMs);
    for (const listener of this.#listeners) listener();
  }

  #saveStateOf({ isSaving, isChanged, failure, value }: DraftState<V, S, C>): SaveState {
    if (isSaving) return 'saving';
    if (!isChanged) return 'saved';
    return failure && this.#options.isSame(failure.value, value) ? 'failed' : 'unsaved';
  }

  #clearStorage(): void {
    this.#options.storage?.clear();
    for (const edit of this.#adopted.splice(0)) edit.remove?.();
  }

  /** Restarts the pause before the next save. */
  #schedule(ms: number | undefined): void {
    clearTimeout(this.#timer);
    const { isChanged, conflict, isLoaded } = this.#state;
    if (ms === undefined || !isChanged || conflict || !isLoaded) return;
    this.#timer = setTimeout(() => void this.save(), ms);
  }
}
