import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { createFakeRuntime, type FakeRuntime } from '../testing.ts';
import { pack } from '../workspaces/testing/fake-workspaces.ts';
import { createHomeFiles, type HomeFiles, type HomeId } from './home-files.ts';
import { createHomeSaver, type SaveTimes } from './home-saver.ts';

let folder: string;
let files: HomeFiles;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'homes-'));
  files = createHomeFiles(folder);
  return () => rm(folder, { recursive: true });
});

const home = { userPk: 7, labPk: 3 };
const archive = (text: string) => pack(new Map([['notes', Buffer.from(text)]]));
const savedBytes = async () => {
  const stream = await files.read(home);
  return stream && (await buffer(stream));
};

describe('home saver', () => {
  let runtime: FakeRuntime;
  const notices: string[] = [];
  const saved: string[] = [];
  const logged: string[] = [];

  async function setting(times: Partial<SaveTimes> = { interval: 5 }) {
    for (const list of [notices, saved, logged]) list.length = 0;
    const ownRuntime = createFakeRuntime();
    runtime = ownRuntime;
    runtime.printInShells = async (_, text) => void notices.push(text);
    runtime.workspace = { tools: [], homeBytes: 1024 * 1024, socket: null };
    const saver = createHomeSaver({
      files,
      // Timers of an earlier test must not use the runtime of this one.
      runtime: async () => ownRuntime,
      onSaved: (ref) => saved.push(ref),
      log: (text) => logged.push(text),
      times,
    });
    const lab = await runtime.prepare({ dir: '', version: '1', manifest: { slug: 'x', risk: 'bounded' } });
    const start = async (label = 'label', id: HomeId = home) => {
      const { ref } = await runtime.start({ lab, flags: {}, home: await saver.open(id) });
      saver.track({ ref, label, home: id, homeBytes: 1024 * 1024 });
      return ref;
    };
    /** Starts workspaces of other learners whose saves never end, and returns when they have begun. */
    const startStuck = async (ids: HomeId[], begun: number) => {
      const refs = await Promise.all(ids.map((id) => start('stuck', id)));
      const { saveHome } = runtime;
      let waiting = 0;
      runtime.saveHome = (ref) => {
        if (!refs.includes(ref)) return saveHome(ref);
        waiting++;
        return new Promise(() => {});
      };
      await Promise.all(refs.map((ref) => put(ref, 'stuck')));
      await expect.poll(() => waiting).toBe(begun);
    };
    const put = (ref: string, text: string) => runtime.writeHomeFile(ref, 'notes', Buffer.from(text));
    const notes = (ref: string) => runtime.workspaces.filesOf(ref).get('notes')?.toString();
    return { saver, start, startStuck, put, notes };
  }

  it('saves a home when it changes, and only then', async () => {
    const { saver, start, put } = await setting();
    const ref = await start();
    await put(ref, 'one');
    await expect.poll(() => saved).toEqual([ref]);
    expect(await savedBytes()).toEqual(archive('one'));
    const { saves } = runtime.workspaces;
    await saver.finish(ref);
    expect(runtime.workspaces.saves).toBe(saves);
    await runtime.close();
  });

  it('finishes the last save before the next instance opens the home', async () => {
    const { saver, start, put, notes } = await setting({ interval: 600_000 });
    const ref = await start();
    await put(ref, 'the last word');
    // The instance has ended, but its process is still running and the last save has not been requested.
    const next = await start('other');
    expect(notes(next)).toBe('the last word');
    expect(await saver.finish(ref)).toBeUndefined();
    expect(await saver.finish(next)).toBe('other');
    await runtime.close();
  });

  it('reports a failing save once, and keeps trying', async () => {
    const { start, put } = await setting({ interval: 5, retry: 5 });
    const ref = await start();
    runtime.workspaces.saveError = new Error('the tar was killed');
    await put(ref, 'one');
    await expect.poll(() => notices).toHaveLength(1);
    expect(logged).toEqual([expect.stringMatching(/user 7 in lab 3 was not saved: the tar was killed/)]);
    runtime.workspaces.saveError = undefined;
    await expect.poll(() => saved).toHaveLength(1);
    expect(notices).toHaveLength(1);
    await runtime.close();
  });

  const fourLearners = [11, 12, 13, 14].map((userPk) => ({ userPk, labPk: 3 }));

  it('does not lengthen the pause of a home by the time that its save waited for others', async () => {
    const { start, startStuck, put } = await setting({ interval: 5, timeout: 1_000 });
    await startStuck(fourLearners, 4);
    const ref = await start();
    await put(ref, 'one');
    await expect.poll(() => saved).toEqual([ref]);
    await put(ref, 'two');
    await expect.poll(() => saved).toEqual([ref, ref]);
    await runtime.close();
  });

  it('limits the pause after a slow save', async () => {
    const { start, put } = await setting({ interval: 5, maxPause: 20 });
    const { saveHome } = runtime;
    runtime.saveHome = (ref) => sleep(900).then(() => saveHome(ref));
    const ref = await start();
    await put(ref, 'one');
    await expect.poll(() => saved).toEqual([ref]);
    await put(ref, 'two');
    await expect.poll(() => saved).toEqual([ref, ref]);
    await runtime.close();
  });

  it('saves the homes of one learner one after another, so that others are saved meanwhile', async () => {
    const { start, startStuck, put } = await setting();
    await startStuck(
      [3, 4, 5, 6].map((labPk) => ({ userPk: 11, labPk })),
      1,
    );
    const ref = await start();
    await put(ref, 'one');
    await expect.poll(() => saved).toEqual([ref]);
    await runtime.close();
  });

  it('pauses longer after each failed save', async () => {
    const { start, put } = await setting({ interval: 5, retry: 20, maxRetry: 40 });
    const ref = await start();
    const tries: number[] = [];
    runtime.saveHome = async () => {
      tries.push(performance.now());
      throw new Error('the tar was killed');
    };
    await put(ref, 'one');
    await expect.poll(() => tries.length).toBeGreaterThanOrEqual(4);
    const pauses = tries.slice(1, 4).map((at, i) => at - (tries[i] ?? 0));
    // Timers may fire a millisecond early.
    expect(pauses.map((pause, i) => pause >= (i === 0 ? 19 : 39))).toEqual([true, true, true]);
    await runtime.close();
  });

  it('tells the learner that a save waits for others', async () => {
    const { start, startStuck, put } = await setting({ interval: 5, notice: 20 });
    await startStuck(fourLearners, 4);
    const ref = await start();
    await put(ref, 'one');
    await expect.poll(() => notices).toEqual([expect.stringMatching(/^Your home is not saved yet/)]);
    await runtime.close();
  });

  it('tells the learner why a home is not saved', async () => {
    files = createHomeFiles(folder, { learnerBytes: 10 });
    const { start, put } = await setting();
    await put(await start(), 'one');
    const text =
      'Your home could not be saved. Your homes together are too large. Delete the home of another lab on its page. Changes from now on may be lost.';
    await expect.poll(() => notices).toEqual([text]);
    await runtime.close();
  });

  it('gives up the last save of a workspace that does not answer', async () => {
    const { saver, start, put } = await setting({ interval: 600_000, lastTimeout: 20 });
    const ref = await start();
    await put(ref, 'one');
    runtime.saveHome = () => new Promise(() => {});
    expect(await saver.finish(ref)).toBe('label');
    expect(logged).toEqual([expect.stringMatching(/did not answer within/)]);
    runtime.hasHomeChanged = () => new Promise(() => {});
    const other = await start();
    expect(await saver.finish(other)).toBe('label');
    await runtime.close();
  });

  it('does not save a home again after it was deleted', async () => {
    const { saver, start, put } = await setting({ interval: 600_000 });
    const ref = await start();
    await put(ref, 'one');
    await saver.discard(home);
    await saver.finish(ref);
    expect(await savedBytes()).toBeNull();
    await runtime.close();
  });

  it('does not report a failure for a workspace that has stopped', async () => {
    const { saver, start, put } = await setting();
    const ref = await start();
    await put(ref, 'one');
    await runtime.stop(ref);
    expect(await saver.finish(ref)).toBe('label');
    expect(notices).toEqual([]);
  });
});
