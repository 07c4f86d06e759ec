import type { Readable } from 'node:stream';
import { type LabRuntime, NoWorkspace } from '@hexpedition/lab-runtime';
import { createConcurrencyLimiter } from '#platform/concurrency-limiter';
import { type HomeFiles, type HomeId, HomeLimitReached, type SavedHome } from './home-files.ts';

/** Defaults in milliseconds. */
const defaultTimes = {
  /** Minimum time between two checks of a home for changes. */
  interval: 3_000,
  /** Time limit of a save. The last save has a shorter one, because a shutdown waits for it. */
  timeout: 20_000,
  lastTimeout: 8_000,
  /** Maximum pause after a save. */
  maxPause: 60_000,
  /** Pause after a failed save. It doubles with each further failure, up to `maxRetry`. */
  retry: 20_000,
  maxRetry: 300_000,
  /** Time after which the learner is told that a save waits for other saves. */
  notice: 60_000,
};
/** Maximum share of time that a workspace is being saved, and maximum rate of its writes. */
const maxDutyCycle = 1 / 20;
const bytesPerSecond = 512 * 1024;
/** Concurrent saves, and those of one learner. Packing needs CPU time, and a learner can make a save time out. */
const maxSaves = 4;
const maxSavesPerLearner = 1;

/** A workspace whose home is saved. */
export interface TrackedWorkspace {
  ref: string;
  label: string;
  home: HomeId;
  /** Capacity of the home in bytes. */
  homeBytes: number;
}

interface WorkspaceSaves extends TrackedWorkspace {
  timer?: NodeJS.Timeout;
  /** The running save. */
  saving: Promise<boolean> | null;
  /** The last save, shared by all callers of `finish`. */
  finishing: Promise<void> | null;
  isDiscarded: boolean;
  /** Failed saves since the last successful one. */
  failures: number;
}

export type SaveTimes = typeof defaultTimes;
export type HomeSaver = ReturnType<typeof createHomeSaver>;

/** Creates the service that saves the homes of running workspaces and provides them to the next instance. */
export function createHomeSaver(deps: {
  files: HomeFiles;
  runtime: () => Promise<LabRuntime>;
  onSaved: (ref: string, saved: SavedHome) => void;
  log: (message: string) => void;
  times?: Partial<SaveTimes>;
}) {
  const { files, runtime } = deps;
  const times = { ...defaultTimes, ...deps.times };
  const tracked = new Map<string, WorkspaceSaves>();
  const limitSaves = createConcurrencyLimiter({ maxRunning: maxSaves });
  /** By the key of the learner. */
  const learnerLimits = new Map<number, typeof limitSaves>();

  function scheduleCheck(workspace: WorkspaceSaves, ms: number): void {
    if (workspace.finishing) return;
    workspace.timer = setTimeout(() => void saveIfChanged(workspace), ms).unref();
  }

  async function saveIfChanged(workspace: WorkspaceSaves): Promise<void> {
    try {
      const hasChanged = await withTimeout(times.timeout, (await runtime()).hasHomeChanged(workspace.ref));
      if (!hasChanged || workspace.finishing) return scheduleCheck(workspace, times.interval);
      const { took, bytes } = await saveOnce(workspace);
      scheduleCheck(workspace, workspace.failures > 0 ? retryPause(workspace) : pauseAfter(took, bytes));
    } catch (error) {
      if (error instanceof NoWorkspace) return;
      scheduleCheck(workspace, times.interval);
    }
  }

  /** @param took milliseconds of the save, without the time in the queue */
  function pauseAfter(took: number, bytes: number): number {
    const pause = Math.max(took / maxDutyCycle, (bytes / bytesPerSecond) * 1000);
    return Math.max(times.interval, Math.min(pause, times.maxPause));
  }

  const retryPause = ({ failures }: WorkspaceSaves) => Math.min(times.retry * 2 ** (failures - 1), times.maxRetry);

  /** Saves a home when it is its turn. @returns milliseconds that the save took, and the bytes written */
  async function saveOnce(workspace: WorkspaceSaves): Promise<{ took: number; bytes: number }> {
    let took = 0;
    let bytes = 0;
    const waiting = setTimeout(() => {
      const text = 'Your home is not saved yet, because the server is busy. It is saved when you stop the lab, too.';
      notify(workspace, text);
    }, times.notice).unref();
    workspace.saving = limitSavesOf(workspace.home.userPk)(async () => {
      clearTimeout(waiting);
      if (workspace.isDiscarded) return true;
      const started = performance.now();
      try {
        const saved = await save(workspace, workspace.finishing ? times.lastTimeout : times.timeout);
        bytes = saved.bytes;
        workspace.failures = 0;
        deps.onSaved(workspace.ref, saved);
        return true;
      } catch (error) {
        if (!(error instanceof NoWorkspace)) reportFailure(workspace, error as Error);
        return false;
      } finally {
        took = performance.now() - started;
      }
    });
    await workspace.saving;
    workspace.saving = null;
    return { took, bytes };
  }

  /** Returns the function that waits for one of the learner's slots and then for one of all slots. */
  function limitSavesOf(userPk: number): typeof limitSaves {
    const own = learnerLimits.get(userPk) ?? createConcurrencyLimiter({ maxRunning: maxSavesPerLearner });
    learnerLimits.set(userPk, own);
    return (task) => own(() => limitSaves(task));
  }

  async function save(workspace: WorkspaceSaves, timeout: number): Promise<SavedHome> {
    const signal = AbortSignal.timeout(timeout);
    const saving = (await runtime()).saveHome(workspace.ref);
    const archive = await withTimeout(timeout, saving).catch((error: Error) => {
      saving.then((late) => late.destroy()).catch(() => {});
      throw error;
    });
    // Empty files use no space in the home, but half a kilobyte each in the archive.
    const max = { packed: workspace.homeBytes * 1.25 + 2 ** 20, unpacked: workspace.homeBytes * 2 + 64 * 2 ** 20 };
    return files.write(workspace.home, archive, max, signal);
  }

  /** Shows a notice in the learner's terminals. A notice for an instance that has ended is not needed. */
  function notify({ ref }: WorkspaceSaves, text: string): void {
    runtime()
      .then((driver) => driver.printInShells(ref, text))
      .catch(() => {});
  }

  /** Reports a failure once until a save succeeds, because a learner can make every save fail. */
  function reportFailure(workspace: WorkspaceSaves, error: Error): void {
    workspace.failures++;
    if (workspace.failures > 1) return;
    const { userPk, labPk } = workspace.home;
    deps.log(`the home of user ${userPk} in lab ${labPk} was not saved: ${error.message}`);
    const reason = error instanceof HomeLimitReached ? ` ${error.message}` : '';
    notify(workspace, `Your home could not be saved.${reason} Changes from now on may be lost.`);
  }

  const workspacesOf = ({ userPk, labPk }: HomeId) =>
    [...tracked.values()].filter(({ home }) => home.userPk === userPk && home.labPk === labPk);

  async function finish(ref: string): Promise<string | undefined> {
    const workspace = tracked.get(ref);
    if (!workspace) return undefined;
    workspace.finishing ??= lastSave(workspace);
    await workspace.finishing;
    return workspace.label;
  }

  async function lastSave(workspace: WorkspaceSaves): Promise<void> {
    clearTimeout(workspace.timer);
    await workspace.saving;
    const hasChanged = runtime().then((driver) => driver.hasHomeChanged(workspace.ref));
    if (await withTimeout(times.lastTimeout, hasChanged).catch(() => false)) await saveOnce(workspace);
    tracked.delete(workspace.ref);
    const { userPk } = workspace.home;
    if (![...tracked.values()].some(({ home }) => home.userPk === userPk)) learnerLimits.delete(userPk);
  }

  return {
    state: (home: HomeId): Promise<SavedHome | null> => files.state(home),

    list: files.list,

    /** Opens the saved home for a new instance. First waits for the last save of an instance that has ended. */
    async open(home: HomeId): Promise<Readable | null> {
      for (const { ref } of workspacesOf(home)) await finish(ref);
      return files.read(home);
    },

    quarantine: files.quarantine,

    /** Starts to save the home of a workspace regularly. */
    track(workspace: TrackedWorkspace): void {
      const entry: WorkspaceSaves = {
        ...workspace,
        saving: null,
        finishing: null,
        isDiscarded: false,
        failures: 0,
      };
      tracked.set(workspace.ref, entry);
      scheduleCheck(entry, times.interval);
    },

    /** Saves a home for the last time, before its workspace stops. @returns the instance's label; undefined without a workspace */
    finish,

    /** Returns whether the last save of a workspace is in progress. */
    isFinishing: (ref: string): boolean => Boolean(tracked.get(ref)?.finishing),

    /** Deletes a saved home, and prevents further saves of a workspace that is ending. */
    async discard(home: HomeId): Promise<void> {
      for (const workspace of workspacesOf(home)) {
        workspace.isDiscarded = true;
        await workspace.saving;
      }
      await files.remove(home);
    },
  };
}

/** Rejects when `work` takes longer than `ms`. */
async function withTimeout<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`The workspace did not answer within ${ms / 1_000} s.`)), ms).unref();
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
