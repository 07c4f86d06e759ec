import { lstat, readlink, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ended, launch } from './launch.ts';
import { findProgram } from './libraries.ts';

/**
 * The options that mount the programs of this machine into a box, read-only. They include only links of the host's /etc.
 */
export interface Userland {
  options: string[];
}

/** Folders beside /usr that are links into it on most machines. */
const BESIDE_USR = ['bin', 'sbin', 'lib', 'lib32', 'lib64', 'libx32'];

/** @param runDir folder for a list of the machine's libraries, with which programs find them */
export async function findUserland(runDir: string): Promise<Userland> {
  const beside = await Promise.all(
    BESIDE_USR.map(async (name) => {
      const path = `/${name}`;
      const found = await lstat(path).catch(() => undefined);
      if (found?.isSymbolicLink()) return ['--symlink', await readlink(path), path];
      return found?.isDirectory() ? ['--ro-bind', path, path] : [];
    }),
  );
  // Names such as awk, cc and vi are links to this folder, which lead back into /usr
  const alternatives = await stat('/etc/alternatives').catch(() => undefined);
  return {
    options: [
      ...['--ro-bind', '/usr', '/usr', ...beside.flat()],
      ...['--perms', '0755', '--dir', '/etc'],
      ...(alternatives ? ['--ro-bind', '/etc/alternatives', '/etc/alternatives'] : []),
      ...(await libraryList(runDir)),
    ],
  };
}

/** The host's own list may contain libraries outside of /usr */
async function libraryList(runDir: string): Promise<string[]> {
  const ldconfig = await findProgram('ldconfig');
  if (!ldconfig) return [];
  const file = join(runDir, 'ld.so.cache');
  const args = ['-X', '-C', file, '-f', '/dev/null', '/usr/local/lib'];
  const how = await ended(launch({ file: ldconfig, args, inputs: [] }, 'ignore', {}));
  return how === 'exit code 0' ? ['--ro-bind', file, '/etc/ld.so.cache'] : [];
}

/** Returns the options for the few devices of a box without terminals. */
export function devices(): string[] {
  return ['null', 'random', 'urandom'].flatMap((name) => ['--dev-bind', `/dev/${name}`, `/dev/${name}`]);
}
