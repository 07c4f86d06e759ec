import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ended, launch } from './launch.ts';

const PREFIX = 'hexlabs-';
/**
 * Socket that listens as long as the folder's owner runs. A process number would not prove it, because numbers are
 * reused.
 */
const ALIVE = 'alive';
/** Milliseconds after which a folder without a listening socket counts as abandoned. */
const NEW = 3_600_000;

export interface RunDir {
  path: string;
  remove(): Promise<void>;
}

/**
 * Creates a folder for the files of this run. It is in the system's temporary folder, because the path of a Unix socket
 * has at most 107 bytes, and only this user can enter it. Removes the folders of processes that were killed.
 */
export async function createRunDir(): Promise<RunDir> {
  await removeAbandoned();
  const path = await mkdtemp(join(tmpdir(), PREFIX));
  const alive = createServer((socket) => socket.destroy());
  alive.listen(join(path, ALIVE)).unref();
  await once(alive, 'listening');
  return {
    path,
    remove: async () => {
      alive.close();
      await removeFolder(path);
    },
  };
}

async function removeAbandoned(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []);
  await Promise.all(
    names
      .filter((name) => name.startsWith(PREFIX))
      .map(async (name) => {
        const path = join(tmpdir(), name);
        // Folders of other users cannot be removed, and their owners do it
        if (await isAbandoned(path)) await removeFolder(path).catch(() => {});
      }),
  );
}

async function isAbandoned(path: string): Promise<boolean> {
  const socket = connect(join(path, ALIVE));
  const code = await new Promise<string | null>((resolve) => {
    socket.once('connect', () => resolve(null));
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''));
  });
  socket.destroy();
  if (code === 'ECONNREFUSED') return true;
  if (code !== 'ENOENT') return false;
  const made = await stat(path).catch(() => undefined);
  return made !== undefined && Date.now() - made.mtimeMs > NEW;
}

/**
 * Removes a folder of this user with everything in it. An archive that a lab made may contain folders without write
 * permission and paths that are too long for Node. If Node fails, chmod and rm walk the folder; they follow no links.
 * No process may write to the folder any more.
 */
export async function removeFolder(path: string): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true });
  } catch {
    const script = 'chmod -R u+rwX -- "$0" && exec rm -rf -- "$0"';
    const how = await ended(launch({ file: '/bin/sh', args: ['-c', script, path], inputs: [] }, 'ignore', {}));
    if (how !== 'exit code 0') throw new Error(`The folder ${path} could not be removed (${how}).`);
  }
}
