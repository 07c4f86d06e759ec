import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import { createArchiveCheck } from './archive-check.ts';

/** Whose home, and of which lab. */
export interface HomeId {
  userPk: number;
  labPk: number;
}

export interface KeptHome {
  at: Date;
  bytes: number;
}

export type HomeFiles = ReturnType<typeof createHomeFiles>;

/**
 * The homes on disk: `<user>/<lab>.tar.gz`, each replaced as a whole. What is in them is the learner's, so nothing here
 * unpacks one.
 */
export function createHomeFiles(folder: string) {
  const folderOf = (userPk: number) => join(folder, String(userPk));
  const pathOf = ({ userPk, labPk }: HomeId) => join(folderOf(userPk), `${labPk}.tar.gz`);
  const asideOf = ({ userPk, labPk }: HomeId) => join(folderOf(userPk), `${labPk}.unreadable.tar.gz`);
  let counter = 0;

  return {
    /** What is kept of a home; null when nothing is. */
    async state(home: HomeId): Promise<KeptHome | null> {
      const found = await stat(pathOf(home)).catch(ignore('ENOENT'));
      return found ? { at: found.mtime, bytes: found.size } : null;
    },

    /** Null when nothing is kept. The stream closes its file by itself. */
    async read(home: HomeId): Promise<Readable | null> {
      const file = await open(pathOf(home)).catch(ignore('ENOENT'));
      return file ? file.createReadStream() : null;
    },

    /**
     * Replaces a home. When this returns, the new one is there after a power cut, too; when it throws, the old one is.
     * @param most bytes that it may have, packed and unpacked
     */
    async write(home: HomeId, archive: Readable, most: { packed: number; unpacked: number }, signal: AbortSignal) {
      await mkdir(folderOf(home.userPk), { recursive: true, mode: 0o700 });
      const part = `${pathOf(home)}.${process.pid}-${++counter}.part`;
      const file = await open(part, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
      try {
        await copy(archive, file, most, signal);
        await file.sync();
        await file.close();
        await rename(part, pathOf(home));
      } catch (error) {
        await file.close().catch(() => {});
        await rm(part, { force: true });
        throw error;
      }
      await syncFolder(folderOf(home.userPk));
      const kept = await stat(pathOf(home));
      return { at: kept.mtime, bytes: kept.size } satisfies KeptHome;
    },

    /** Puts a home that cannot be read out of the way, in the place of one that was put there before. */
    async setAside(home: HomeId): Promise<void> {
      await rename(pathOf(home), asideOf(home)).catch(ignore('ENOENT'));
    },

    async remove(home: HomeId): Promise<void> {
      await rm(pathOf(home), { force: true });
      await rm(asideOf(home), { force: true });
    },

    async removeAllOf(userPk: number): Promise<void> {
      await rm(folderOf(userPk), { recursive: true, force: true });
    },

    /** Everybody who has homes here. */
    async owners(): Promise<number[]> {
      const names = (await readdir(folder).catch(ignore('ENOENT'))) ?? [];
      return names.filter((name) => /^\d{1,10}$/.test(name)).map(Number);
    },

    /** The homes of one user. */
    async list(userPk: number): Promise<({ labPk: number } & KeptHome)[]> {
      const names = (await readdir(folderOf(userPk)).catch(ignore('ENOENT'))) ?? [];
      const homes = [];
      for (const name of names) {
        const labPk = Number(/^(\d{1,10})\.tar\.gz$/.exec(name)?.[1] ?? Number.NaN);
        const kept = Number.isNaN(labPk) ? null : await this.state({ userPk, labPk });
        if (kept) homes.push({ labPk, ...kept });
      }
      return homes;
    },

    /** At boot: what a process that was killed left half written. */
    async tidy(): Promise<void> {
      for (const userPk of await this.owners()) {
        const names = await readdir(folderOf(userPk));
        for (const name of names) if (name.endsWith('.part')) await rm(join(folderOf(userPk), name), { force: true });
      }
    },
  };
}

/** @throws Error when the archive is not whole, or too large, or does not come in time */
async function copy(
  archive: Readable,
  file: FileHandle,
  most: { packed: number; unpacked: number },
  signal: AbortSignal,
): Promise<void> {
  const check = createArchiveCheck(most.unpacked);
  let packed = 0;
  try {
    for await (const chunk of addAbortSignal(signal, archive)) {
      const bytes = chunk as Buffer;
      packed += bytes.length;
      if (packed > most.packed) throw new Error('The home takes too much room.');
      await check.push(bytes);
      await file.writeFile(bytes);
    }
    await check.end();
  } finally {
    check.close();
    archive.destroy();
  }
}

/** After a power cut a file may be there and its name not; Windows has no such call. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, constants.O_RDONLY);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

const ignore = (code: string) => (error: NodeJS.ErrnoException) => {
  if (error.code !== code) throw error;
  return undefined;
};
