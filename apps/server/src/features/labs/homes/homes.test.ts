import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildUser } from '#testing/factories';
import { createTestDatabase, type TestDatabase } from '#testing/test-database';
import { createFakeRuntime, type FakeRuntime } from '../testing.ts';
import { pack } from '../workspaces/testing/fake-workspaces.ts';
import { createHomeFiles, type HomeFiles } from './home-files.ts';
import { createHomeSaver } from './home-saver.ts';
import { sweepHomes } from './homes.sweep.ts';

let folder: string;
let files: HomeFiles;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'homes-'));
  files = createHomeFiles(folder);
  return () => rm(folder, { recursive: true });
});

const home = { userPk: 7, labPk: 3 };
const max = { packed: 1_000_000, unpacked: 2_000_000 };
const archive = (text: string) => pack(new Map([['notes', Buffer.from(text)]]));
const save = (bytes: Buffer, limit = max) =>
  files.write(home, Readable.from([bytes]), limit, AbortSignal.timeout(60_000));
const savedBytes = async () => {
  const stream = await files.read(home);
  return stream && (await buffer(stream));
};

describe('home files', () => {
  it('replace a saved home completely', async () => {
    expect(await files.state(home)).toBeNull();
    expect(await files.read(home)).toBeNull();
    await save(archive('one'));
    const state = await save(archive('two'));
    expect(await savedBytes()).toEqual(archive('two'));
    expect(await files.state(home)).toEqual(state);
    expect(state.bytes).toBe(archive('two').length);
    expect(await readdir(join(folder, '7'))).toEqual(['3.tar.gz']);
  });

  it.each([
    ['is cut off', archive('new').subarray(0, -12)],
    ['has no end marker', gzipSync(Buffer.from('half of a tar'))],
    ['is damaged', Buffer.concat([archive('new').subarray(0, 20), Buffer.alloc(30, 1)])],
    ['is empty', Buffer.alloc(0)],
    ['is not an archive', Buffer.from('rubbish')],
  ])('keep the old home when the new archive %s', async (_, bytes) => {
    await save(archive('old'));
    await expect(save(bytes)).rejects.toThrow();
    expect(await savedBytes()).toEqual(archive('old'));
    expect(await readdir(join(folder, '7'))).toEqual(['3.tar.gz']);
  });

  it('keep the old home when the new archive is too large, packed or unpacked', async () => {
    await save(archive('old'));
    await expect(save(archive('new'), { packed: 10, unpacked: 2_000_000 })).rejects.toThrow(
      'archive of the home is too large',
    );
    const bomb = gzipSync(Buffer.alloc(20_000_000));
    expect(bomb.length).toBeLessThan(100_000);
    await expect(save(bomb)).rejects.toThrow('unpacked size is too large');
    expect(await savedBytes()).toEqual(archive('old'));
  });

  it('keep the old home when the new archive stops in the middle', async () => {
    await save(archive('old'));
    const stuck = new Readable({ read() {} });
    stuck.push(archive('new').subarray(0, 20));
    const writing = files.write(home, stuck, max, AbortSignal.timeout(50));
    await expect(writing).rejects.toThrow();
    expect(await savedBytes()).toEqual(archive('old'));
  });

  it('quarantine at most one unreadable home, and delete it with the home', async () => {
    for (const text of ['one', 'two']) {
      await save(archive(text));
      await files.quarantine(home);
      expect(await files.state(home)).toBeNull();
    }
    expect(await readdir(join(folder, '7'))).toEqual(['3.unreadable.tar.gz']);
    await save(archive('three'));
    expect(await files.list(7)).toMatchObject([{ labPk: 3 }]);
    await files.remove(home);
    expect(await readdir(join(folder, '7'))).toEqual([]);
    await files.quarantine(home);
  });

  it('remove partial files of a killed process', async () => {
    await save(archive('old'));
    await writeFile(join(folder, '7', '3.tar.gz.99-1.part'), 'half');
    await files.removePartialFiles();
    expect(await readdir(join(folder, '7'))).toEqual(['3.tar.gz']);
  });
});

describe('sweepHomes', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it('deletes the homes of deleted accounts', async () => {
    const { pk } = await buildUser(database.db);
    await sweepHomes(database.db, files);
    for (const userPk of [pk, pk + 1000]) {
      const stream = Readable.from([archive('mine')]);
      await files.write({ userPk, labPk: 3 }, stream, max, AbortSignal.timeout(60_000));
    }
    await mkdir(join(folder, 'no-user'));
    await sweepHomes(database.db, files);
    expect((await readdir(folder)).sort()).toEqual([String(pk), 'no-user'].sort());
    await database.db.deleteFrom('users').where('pk', '=', pk).execute();
    await sweepHomes(database.db, files);
    expect(await readdir(folder)).toEqual(['no-user']);
  });
});

describe('home saver', () => {
  let runtime: FakeRuntime;
  const notices: string[] = [];
  const saved: string[] = [];
  const logged: string[] = [];

  async function setting(times: { interval?: number; timeout?: number; lastTimeout?: number } = { interval: 5 }) {
    for (const list of [notices, saved, logged]) list.length = 0;
    runtime = createFakeRuntime();
    runtime.workspace = { tools: [], homeBytes: 1024 * 1024, socket: null };
    const saver = createHomeSaver({
      files,
      runtime: async () => runtime,
      onSaved: (label) => saved.push(label),
      notify: (_, text) => notices.push(text),
      log: (text) => logged.push(text),
      times,
    });
    const lab = await runtime.prepare({ dir: '', version: '1', manifest: { slug: 'x', risk: 'bounded' } });
    const start = async (label = 'label') => {
      const { ref } = await runtime.start({ lab, flags: {}, home: await saver.open(home) });
      saver.track({ ref, label, home, homeBytes: 1024 * 1024 });
      return ref;
    };
    const put = (ref: string, text: string) => runtime.writeHomeFile(ref, 'notes', Buffer.from(text));
    const notes = (ref: string) => runtime.workspaces.filesOf(ref).get('notes')?.toString();
    return { saver, start, put, notes };
  }

  it('saves a home when it changes, and only then', async () => {
    const { saver, start, put } = await setting();
    const ref = await start();
    await put(ref, 'one');
    await expect.poll(() => saved).toEqual(['label']);
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
    const { start, put } = await setting();
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
