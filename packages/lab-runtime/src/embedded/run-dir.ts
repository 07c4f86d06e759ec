import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ended, launch } from './launch.ts';

const PREFIX = 'hexlabs-';
/** Listens for as long as the folder's owner lives: a number of a process says less, since it is given again. */
const ALIVE = 'alive';
/** Milliseconds after which a folder where nobody listens is no new one any more. */
const NEW = 3_600_000;

export interface RunDir {
  path: string;
  remove(): Promise<void>;
}

/**
 * A folder for what runs now, in the system's own for such, because the path of a Unix socket has at most 107 bytes; only
 * this user can enter it. Folders of processes that were killed are taken away.
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
        // Those of other users can't be removed, and need not be
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
 * Removes a folder of this user with everything in it. An archive that a lab made may hold folders without the right to write
 * and paths that are too long for Node, so where Node fails, programs that go from folder to folder do it. They follow no links.
 * No process may write there any more.
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
