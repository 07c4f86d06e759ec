import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildUser } from '#testing/factories';
import { createTestDatabase, type TestDatabase } from '#testing/test-database';
import { pack } from '../workspaces/testing/fake-workspaces.ts';
import { createHomeFiles, type HomeFiles, type HomeId } from './home-files.ts';
import { sweepHomes, sweepQuarantine } from './homes.sweep.ts';

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

  it('reject a home if the learner’s homes together would be too large, also with quarantined ones', async () => {
    const size = archive('old').length;
    files = createHomeFiles(folder, { learnerBytes: 2 * size });
    await save(archive('old'));
    await files.quarantine(home);
    await save(archive('new'));
    const other = { userPk: 7, labPk: 4 };
    const write = (id: HomeId) =>
      files.write(id, Readable.from([archive('new')]), max, AbortSignal.timeout(60_000)).then(({ bytes }) => bytes);
    await expect(write(other)).rejects.toThrow('Your homes together are too large.');
    // Replacing a home needs no more room, and other learners have their own.
    expect(await write(home)).toBe(size);
    expect(await write({ userPk: 8, labPk: 4 })).toBe(size);
    expect((await readdir(join(folder, '7'))).sort()).toEqual(['3.tar.gz', '3.unreadable.tar.gz']);
  });

  it('keep the old home when the disk is nearly full', async () => {
    await save(archive('old'));
    files = createHomeFiles(folder, { freeBytes: Number.MAX_SAFE_INTEGER });
    await expect(save(archive('new'))).rejects.toThrow('The disk of the server is nearly full.');
    expect(await savedBytes()).toEqual(archive('old'));
  });

  it('delete a quarantined home after a week', async () => {
    await save(archive('old'));
    // A home that was saved long ago is kept for a week, too.
    await utimes(join(folder, '7', '3.tar.gz'), 0, 0);
    await files.quarantine(home);
    const days = (count: number) => new Date(Date.now() + count * 86_400_000);
    await sweepQuarantine(files, days(6.9));
    expect(await readdir(join(folder, '7'))).toEqual(['3.unreadable.tar.gz']);
    await save(archive('new'));
    await sweepQuarantine(files, days(7.1));
    expect(await readdir(join(folder, '7'))).toEqual(['3.tar.gz']);
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
