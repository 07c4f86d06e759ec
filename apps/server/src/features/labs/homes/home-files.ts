import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat, statfs, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import { createArchiveValidator } from './archive-validator.ts';

/** Identifies a home by its user and lab. */
export interface HomeId {
  userPk: number;
  labPk: number;
}

export interface SavedHome {
  at: Date;
  bytes: number;
}

const MB = 1024 * 1024;
const defaultLimits = {
  /** Bytes of all files of one learner. An ordinary home has some kilobytes. */
  learnerBytes: 128 * MB,
  /** Bytes that a save leaves free on the disk, which the database may share. */
  freeBytes: 512 * MB,
};

/** A home was not saved because of a limit. The message tells the learner why, as a sentence. */
export class HomeLimitReached extends Error {
  override name = 'HomeLimitReached';
}

export type HomeFiles = ReturnType<typeof createHomeFiles>;

/**
 * Stores homes on disk as `<user>/<lab>.tar.gz`. Each write replaces the whole file. The content is untrusted, so this
 * module never unpacks an archive.
 */
export function createHomeFiles(folder: string, givenLimits: Partial<typeof defaultLimits> = {}) {
  const limits = { ...defaultLimits, ...givenLimits };
  const folderOf = (userPk: number) => join(folder, String(userPk));
  const pathOf = ({ userPk, labPk }: HomeId) => join(folderOf(userPk), `${labPk}.tar.gz`);
  const quarantinePathOf = ({ userPk, labPk }: HomeId) => join(folderOf(userPk), `${labPk}.unreadable.tar.gz`);
  const isQuarantined = (name: string) => name.endsWith('.unreadable.tar.gz');
  const namesOf = async (userPk: number) => (await readdir(folderOf(userPk)).catch(ignore('ENOENT'))) ?? [];
  let counter = 0;

  /** Returns the bytes that a home may have beside the learner's other files. @throws HomeLimitReached */
  async function selectRoom(home: HomeId): Promise<number> {
    const { bavail, bsize } = await statfs(folder);
    if (bavail * bsize < limits.freeBytes) throw new HomeLimitReached('The disk of the server is nearly full.');
    let room = limits.learnerBytes;
    for (const name of await namesOf(home.userPk)) {
      const path = join(folderOf(home.userPk), name);
      if (path !== pathOf(home)) room -= (await stat(path).catch(ignore('ENOENT')))?.size ?? 0;
    }
    return room;
  }

  return {
    /** Returns time and size of a saved home; null without one. */
    async state(home: HomeId): Promise<SavedHome | null> {
      const found = await stat(pathOf(home)).catch(ignore('ENOENT'));
      return found ? { at: found.mtime, bytes: found.size } : null;
    },

    /** Opens a saved home; null without one. The stream closes its file. */
    async read(home: HomeId): Promise<Readable | null> {
      const file = await open(pathOf(home)).catch(ignore('ENOENT'));
      return file ? file.createReadStream() : null;
    },

    /**
     * Replaces a home atomically and durably: after it returns, the new home survives a power failure; if it throws, the old
     * home is unchanged.
     * @param max maximum size in bytes, packed and unpacked
     * @throws HomeLimitReached if the learner has too much, or the disk is nearly full
     */
    async write(home: HomeId, archive: Readable, max: { packed: number; unpacked: number }, signal: AbortSignal) {
      await mkdir(folderOf(home.userPk), { recursive: true, mode: 0o700 });
      const room = await selectRoom(home).catch((error: Error) => {
        archive.destroy();
        throw error;
      });
      const part = `${pathOf(home)}.${process.pid}-${++counter}.part`;
      const file = await open(part, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
      try {
        await copy(archive, file, { ...max, room }, signal);
        await file.sync();
        await file.close();
        await rename(part, pathOf(home));
      } catch (error) {
        await file.close().catch(() => {});
        await rm(part, { force: true });
        throw error;
      }
      await syncFolder(folderOf(home.userPk));
      const saved = await stat(pathOf(home));
      return { at: saved.mtime, bytes: saved.size } satisfies SavedHome;
    },

    /** Renames a home that cannot be read. Replaces an earlier quarantined home. */
    async quarantine(home: HomeId): Promise<void> {
      await rename(pathOf(home), quarantinePathOf(home)).catch(ignore('ENOENT'));
      const now = new Date();
      await utimes(quarantinePathOf(home), now, now).catch(ignore('ENOENT'));
    },

    /** Deletes homes that were quarantined before this time. */
    async removeQuarantined(before: Date): Promise<void> {
      for (const userPk of await this.owners()) {
        for (const name of (await namesOf(userPk)).filter(isQuarantined)) {
          const path = join(folderOf(userPk), name);
          const found = await stat(path).catch(ignore('ENOENT'));
          if (found && found.mtime < before) await rm(path, { force: true });
        }
      }
    },

    async remove(home: HomeId): Promise<void> {
      await rm(pathOf(home), { force: true });
      await rm(quarantinePathOf(home), { force: true });
    },

    async removeAllOf(userPk: number): Promise<void> {
      await rm(folderOf(userPk), { recursive: true, force: true });
    },

    /** Returns the keys of the users with homes on this node. */
    async owners(): Promise<number[]> {
      const names = (await readdir(folder).catch(ignore('ENOENT'))) ?? [];
      return names.filter((name) => /^\d{1,10}$/.test(name)).map(Number);
    },

    /** Returns the homes of one user. */
    async list(userPk: number): Promise<({ labPk: number } & SavedHome)[]> {
      const homes = [];
      for (const name of await namesOf(userPk)) {
        const labPk = Number(/^(\d{1,10})\.tar\.gz$/.exec(name)?.[1] ?? Number.NaN);
        const saved = Number.isNaN(labPk) ? null : await this.state({ userPk, labPk });
        if (saved) homes.push({ labPk, ...saved });
      }
      return homes;
    },

    /** Removes partial files of killed processes. Call it at startup. */
    async removePartialFiles(): Promise<void> {
      for (const userPk of await this.owners()) {
        for (const name of await namesOf(userPk))
          if (name.endsWith('.part')) await rm(join(folderOf(userPk), name), { force: true });
      }
    },
  };
}

/** @throws Error when the archive is incomplete or too large, or when the signal is aborted */
async function copy(
  archive: Readable,
  file: FileHandle,
  max: { packed: number; unpacked: number; room: number },
  signal: AbortSignal,
): Promise<void> {
  const validator = createArchiveValidator(max.unpacked);
  let packed = 0;
  try {
    for await (const chunk of addAbortSignal(signal, archive)) {
      const bytes = chunk as Buffer;
      packed += bytes.length;
      if (packed > max.room) {
        throw new HomeLimitReached('Your homes together are too large. Delete the home of another lab on its page.');
      }
      if (packed > max.packed) throw new Error('The archive of the home is too large.');
      await validator.push(bytes);
      await file.writeFile(bytes);
    }
    await validator.end();
  } finally {
    validator.close();
    archive.destroy();
  }
}

/** Syncs the folder, because after a power failure a file may exist without its name. Windows has no such call. */
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
