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
import { createHomeKeeper } from './home-keeper.ts';
import { sweepHomes } from './homes.sweep.ts';

let folder: string;
let files: HomeFiles;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'homes-'));
  files = createHomeFiles(folder);
  return () => rm(folder, { recursive: true });
});

const home = { userPk: 7, labPk: 3 };
const most = { packed: 1_000_000, unpacked: 2_000_000 };
const archive = (text: string) => pack(new Map([['notes', Buffer.from(text)]]));
const keep = (bytes: Buffer, limit = most) =>
  files.write(home, Readable.from([bytes]), limit, AbortSignal.timeout(60_000));
const kept = async () => {
  const stream = await files.read(home);
  return stream && (await buffer(stream));
};

describe('a kept home', () => {
  it('is replaced as a whole', async () => {
    expect(await files.state(home)).toBeNull();
    expect(await files.read(home)).toBeNull();
    await keep(archive('one'));
    const state = await keep(archive('two'));
    expect(await kept()).toEqual(archive('two'));
    expect(await files.state(home)).toEqual(state);
    expect(state.bytes).toBe(archive('two').length);
    expect(await readdir(join(folder, '7'))).toEqual(['3.tar.gz']);
  });

  it.each([
    ['is cut off', archive('new').subarray(0, -12)],
    ['has no end of its own', gzipSync(Buffer.from('half of a tar'))],
    ['is damaged', Buffer.concat([archive('new').subarray(0, 20), Buffer.alloc(30, 1)])],
    ['is empty', Buffer.alloc(0)],
    ['is no archive', Buffer.from('rubbish')],
  ])('stays when the new one %s', async (_, bytes) => {
    await keep(archive('old'));
    await expect(keep(bytes)).rejects.toThrow();
    expect(await kept()).toEqual(archive('old'));
    expect(await readdir(join(folder, '7'))).toEqual(['3.tar.gz']);
  });

  it('stays when the new one is too large, packed or unpacked', async () => {
    await keep(archive('old'));
    await expect(keep(archive('new'), { packed: 10, unpacked: 2_000_000 })).rejects.toThrow('too much room');
    const bomb = gzipSync(Buffer.alloc(20_000_000));
    expect(bomb.length).toBeLessThan(100_000);
    await expect(keep(bomb)).rejects.toThrow('unpacks to too much');
    expect(await kept()).toEqual(archive('old'));
  });

  it('stays when the one who packs stops in the middle', async () => {
    await keep(archive('old'));
    const stuck = new Readable({ read() {} });
    stuck.push(archive('new').subarray(0, 20));
    const writing = files.write(home, stuck, most, AbortSignal.timeout(50));
    await expect(writing).rejects.toThrow();
    expect(await kept()).toEqual(archive('old'));
  });

  it('is put aside, where one such home has room, and thrown away', async () => {
    for (const text of ['one', 'two']) {
      await keep(archive(text));
      await files.setAside(home);
      expect(await files.state(home)).toBeNull();
    }
    expect(await readdir(join(folder, '7'))).toEqual(['3.unreadable.tar.gz']);
    await keep(archive('three'));
    expect(await files.list(7)).toMatchObject([{ labPk: 3 }]);
    await files.remove(home);
    expect(await readdir(join(folder, '7'))).toEqual([]);
    await files.setAside(home);
  });

  it('leaves nothing behind that a killed process had half written', async () => {
    await keep(archive('old'));
    await writeFile(join(folder, '7', '3.tar.gz.99-1.part'), 'half');
    await files.tidy();
    expect(await readdir(join(folder, '7'))).toEqual(['3.tar.gz']);
  });
});

describe('homes and their owners', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it('go together', async () => {
    const { pk } = await buildUser(database.db);
    await sweepHomes(database.db, files);
    for (const userPk of [pk, pk + 1000]) {
      const stream = Readable.from([archive('mine')]);
      await files.write({ userPk, labPk: 3 }, stream, most, AbortSignal.timeout(60_000));
    }
    await mkdir(join(folder, 'no-user'));
    await sweepHomes(database.db, files);
    expect((await readdir(folder)).sort()).toEqual([String(pk), 'no-user'].sort());
    await database.db.deleteFrom('users').where('pk', '=', pk).execute();
    await sweepHomes(database.db, files);
    expect(await readdir(folder)).toEqual(['no-user']);
  });
});

describe('keeping the home of a workspace', () => {
  let runtime: FakeRuntime;
  const told: string[] = [];
  const saved: string[] = [];
  const logged: string[] = [];

  async function setting(times: { every?: number; patience?: number; lastPatience?: number } = { every: 5 }) {
    for (const list of [told, saved, logged]) list.length = 0;
    runtime = createFakeRuntime();
    runtime.workspace = { tools: [], homeBytes: 1024 * 1024, socket: null };
    const keeper = createHomeKeeper({
      files,
      runtime: async () => runtime,
      onSaved: (label) => saved.push(label),
      tell: (_, text) => told.push(text),
      log: (text) => logged.push(text),
      times,
    });
    const lab = await runtime.prepare({ dir: '', version: '1', manifest: { slug: 'x', risk: 'bounded' } });
    const start = async (label = 'label') => {
      const { ref } = await runtime.start({ lab, flags: {}, home: await keeper.open(home) });
      keeper.track({ ref, label, home, homeBytes: 1024 * 1024 });
      return ref;
    };
    const put = (ref: string, text: string) => runtime.writeHomeFile(ref, 'notes', Buffer.from(text));
    const notes = (ref: string) => runtime.workspaces.filesOf(ref).get('notes')?.toString();
    return { keeper, start, put, notes };
  }

  it('saves while something changes, and not otherwise', async () => {
    const { keeper, start, put } = await setting();
    const ref = await start();
    await put(ref, 'one');
    await expect.poll(() => saved).toEqual(['label']);
    expect(await kept()).toEqual(archive('one'));
    const { saves } = runtime.workspaces;
    await keeper.finish(ref);
    expect(runtime.workspaces.saves).toBe(saves);
    await runtime.close();
  });

  it('saves a last time, and the next instance has it however soon it starts', async () => {
    const { keeper, start, put, notes } = await setting({ every: 600_000 });
    const ref = await start();
    await put(ref, 'the last word');
    // The row has ended, its process has not: nobody has asked for the last save yet.
    const next = await start('other');
    expect(notes(next)).toBe('the last word');
    expect(await keeper.finish(ref)).toBeUndefined();
    expect(await keeper.finish(next)).toBe('other');
    await runtime.close();
  });

  it('says once that it cannot save, and goes on trying', async () => {
    const { start, put } = await setting();
    const ref = await start();
    runtime.workspaces.saveError = new Error('the tar was killed');
    await put(ref, 'one');
    await expect.poll(() => told).toHaveLength(1);
    expect(logged).toEqual([expect.stringMatching(/user 7 in lab 3 was not saved: the tar was killed/)]);
    runtime.workspaces.saveError = undefined;
    await expect.poll(() => saved).toHaveLength(1);
    expect(told).toHaveLength(1);
    await runtime.close();
  });

  it('gives a workspace up that never answers, so that its end is not held up', async () => {
    const { keeper, start, put } = await setting({ every: 600_000, lastPatience: 20 });
    const ref = await start();
    await put(ref, 'one');
    runtime.saveHome = () => new Promise(() => {});
    expect(await keeper.finish(ref)).toBe('label');
    expect(logged).toEqual([expect.stringMatching(/took too long/)]);
    runtime.hasHomeChanged = () => new Promise(() => {});
    const other = await start();
    expect(await keeper.finish(other)).toBe('label');
    await runtime.close();
  });

  it('brings nothing back that was thrown away', async () => {
    const { keeper, start, put } = await setting({ every: 600_000 });
    const ref = await start();
    await put(ref, 'one');
    await keeper.drop(home);
    await keeper.finish(ref);
    expect(await kept()).toBeNull();
    await runtime.close();
  });

  it('forgets what does not run any more', async () => {
    const { keeper, start, put } = await setting();
    const ref = await start();
    await put(ref, 'one');
    await runtime.stop(ref);
    expect(await keeper.finish(ref)).toBe('label');
    expect(told).toEqual([]);
  });
});
