import type { Readable } from 'node:stream';
import { type LabRuntime, NoWorkspace } from '@hexpedition/lab-runtime';
import { createConcurrencyLimiter } from '#platform/concurrency-limiter';
import type { HomeFiles, HomeId, KeptHome } from './home-files.ts';

/** Milliseconds. */
const usual = {
  /** Between two looks at a home that costs little to save. */
  every: 3_000,
  /** A save that takes longer is given up; the last one sooner, because somebody waits for it. */
  patience: 20_000,
  lastPatience: 8_000,
};
/** Saving takes at most this part of the time, and writes at most so many bytes a second. */
const share = 1 / 20;
const bytesPerSecond = 512 * 1024;
/** Packing takes processors: whoever has to wait is saved later, and loses nothing as long as the server lives. */
const maxSaves = 4;

/** A workspace whose home is kept. */
export interface Kept {
  ref: string;
  label: string;
  home: HomeId;
  /** Bytes that the home may hold. */
  homeBytes: number;
}

interface Tracked extends Kept {
  timer?: NodeJS.Timeout;
  /** The save that is under way. */
  saving: Promise<boolean> | null;
  /** The last one; shared by all who ask for it. */
  finishing: Promise<void> | null;
  isDropped: boolean;
  hasFailed: boolean;
}

export type HomeKeeper = ReturnType<typeof createHomeKeeper>;

/** Saves the homes of workspaces that run, and gives them to the next instance. */
export function createHomeKeeper(deps: {
  files: HomeFiles;
  runtime: () => Promise<LabRuntime>;
  onSaved: (label: string, kept: KeptHome) => void;
  /** Something that the learner should read. */
  tell: (label: string, text: string) => void;
  log: (message: string) => void;
  times?: Partial<typeof usual>;
}) {
  const { files, runtime } = deps;
  const times = { ...usual, ...deps.times };
  const tracked = new Map<string, Tracked>();
  const limitSaves = createConcurrencyLimiter({ maxRunning: maxSaves });

  function later(one: Tracked, ms: number): void {
    if (one.finishing) return;
    one.timer = setTimeout(() => void look(one), ms).unref();
  }

  async function look(one: Tracked): Promise<void> {
    try {
      const hasChanged = await within(times.patience, (await runtime()).hasHomeChanged(one.ref));
      if (!hasChanged || one.finishing) return later(one, times.every);
      const started = performance.now();
      const bytes = await saveOnce(one);
      const took = performance.now() - started;
      later(one, Math.max(times.every, took / share, (bytes / bytesPerSecond) * 1000));
    } catch (error) {
      if (error instanceof NoWorkspace) return;
      later(one, times.every);
    }
  }

  /** @returns bytes that were written */
  async function saveOnce(one: Tracked): Promise<number> {
    let bytes = 0;
    one.saving = limitSaves(async () => {
      if (one.isDropped) return true;
      try {
        const kept = await save(one, one.finishing ? times.lastPatience : times.patience);
        bytes = kept.bytes;
        one.hasFailed = false;
        deps.onSaved(one.label, kept);
        return true;
      } catch (error) {
        if (!(error instanceof NoWorkspace)) complain(one, error as Error);
        return false;
      }
    });
    await one.saving;
    one.saving = null;
    return bytes;
  }

  async function save(one: Tracked, patience: number): Promise<KeptHome> {
    const signal = AbortSignal.timeout(patience);
    const coming = (await runtime()).saveHome(one.ref);
    const archive = await within(patience, coming).catch((error: Error) => {
      coming.then((late) => late.destroy()).catch(() => {});
      throw error;
    });
    // A learner can make any number of empty files, which weigh nothing in the home and half a kilobyte each in the archive.
    const most = { packed: one.homeBytes * 1.25 + 2 ** 20, unpacked: one.homeBytes * 2 + 64 * 2 ** 20 };
    return files.write(one.home, archive, most, signal);
  }

  /** Once until it works again: a learner can make every save fail. */
  function complain(one: Tracked, error: Error): void {
    if (one.hasFailed) return;
    one.hasFailed = true;
    deps.log(`the home of user ${one.home.userPk} in lab ${one.home.labPk} was not saved: ${error.message}`);
    deps.tell(one.label, 'Your home could not be saved. What you change from now on may be lost.');
  }

  const sameHome = ({ userPk, labPk }: HomeId) =>
    [...tracked.values()].filter(({ home }) => home.userPk === userPk && home.labPk === labPk);

  async function finish(ref: string): Promise<string | undefined> {
    const one = tracked.get(ref);
    if (!one) return undefined;
    one.finishing ??= lastSave(one);
    await one.finishing;
    return one.label;
  }

  async function lastSave(one: Tracked): Promise<void> {
    clearTimeout(one.timer);
    await one.saving;
    const asked = runtime().then((driver) => driver.hasHomeChanged(one.ref));
    if (await within(times.lastPatience, asked).catch(() => false)) await saveOnce(one);
    tracked.delete(one.ref);
  }

  return {
    state: (home: HomeId): Promise<KeptHome | null> => files.state(home),

    list: files.list,

    /** The home as it was last kept, for a start. Waits for what an instance that has ended is still saving. */
    async open(home: HomeId): Promise<Readable | null> {
      for (const one of sameHome(home)) await finish(one.ref);
      return files.read(home);
    },

    setAside: files.setAside,

    /** Saves the home of a workspace from now on. */
    track(workspace: Kept): void {
      const one: Tracked = { ...workspace, saving: null, finishing: null, isDropped: false, hasFailed: false };
      tracked.set(workspace.ref, one);
      later(one, times.every);
    },

    /** Saves a last time, before the workspace goes. @returns the label of its instance; undefined without a workspace */
    finish,

    /** Throws a home away, also that of a workspace that is just ending. */
    async drop(home: HomeId): Promise<void> {
      for (const one of sameHome(home)) {
        one.isDropped = true;
        await one.saving;
      }
      await files.remove(home);
    },
  };
}

/** @throws Error when it takes longer */
async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('It took too long.')), ms).unref();
  });
  try {
    return await Promise.race([work, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}
