import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { findProgram } from './libraries.ts';

/*
 * bwrap makes file systems in memory with a limit of bytes but not of files, and pseudo-terminals without a limit. Both
 * take kernel memory that belongs to no process. So the box is started in a mount namespace in which a short script has
 * mounted them with limits, and bwrap binds those mounts.
 */

/** Mounts file systems with limits for a box. */
export interface Mounter {
  /** Runs a command in a new mount namespace where it may mount. It replaces itself, so the process keeps its number. */
  unshare: string[];
  mount: string;
  /** Folder with the mount points. All boxes share it, because each one mounts in a namespace of its own. */
  dir: string;
}

/** A file system in memory, for a folder of a box. */
export interface MemoryFolder {
  path: string;
  bytes: number;
  /** Hard limit, in which the folder itself, extended attributes and hard links count too. Needs a `Mounter`. */
  files: number;
  mode: '0755' | '1777';
  /** Owner, for the boxes that root makes; root by default. */
  uid?: number;
}

/** The file systems of a box. */
export interface BoxMounts {
  /** Words before bwrap. */
  wrapper: string[];
  /** Options of bwrap. */
  options: string[];
}

/** Finds the programs that mount with limits. The kernel may still forbid it: see `probe`. */
export async function findMounter(runDir: string, isRoot: boolean): Promise<Mounter> {
  const [unshare, mount] = await Promise.all(['unshare', 'mount'].map(findProgram));
  if (!unshare || !mount) throw new Error(`${unshare ? 'mount' : 'unshare'} is not installed`);
  const dir = join(runDir, 'mounts');
  await mkdir(dir);
  for (let i = 0; i < MAX_MOUNTS; i++) await mkdir(join(dir, String(i)));
  const namespaces = [...(isRoot ? [] : ['--user', '--map-root-user']), '--mount', '--propagation', 'private'];
  return { unshare: [unshare, ...namespaces, '--'], mount, dir };
}

/** The home, /tmp and the terminals of a workspace. */
const MAX_MOUNTS = 3;

/**
 * Returns how a box gets these folders, and its own pseudo-terminals if `terminals` is given. Without a mounter only
 * the bytes are limited.
 */
export function boxMounts(mounter: Mounter | undefined, folders: MemoryFolder[], terminals = 0): BoxMounts {
  if (!mounter) {
    const tmpfs = ({ path, bytes, mode }: MemoryFolder) => ['--perms', mode, '--size', String(bytes), '--tmpfs', path];
    return { wrapper: [], options: folders.flatMap(tmpfs) };
  }
  const mounts = folders.map(({ path, bytes, files, mode, uid = 0 }) => ({
    type: 'tmpfs',
    options: `nosuid,nodev,size=${bytes},nr_inodes=${files},mode=${mode},uid=${uid},gid=${uid}`,
    bind: ['--bind', path],
  }));
  if (terminals > 0) {
    const options = `nosuid,noexec,newinstance,ptmxmode=0666,mode=620,max=${terminals}`;
    mounts.push({ type: 'devpts', options, bind: ['--dev-bind', '/dev/pts'] });
  }
  const script = mounts.map(({ type, options }, i) => `"$mount" -n -t ${type} -o ${options} ${type} "$0/${i}"`);
  return {
    wrapper: [
      ...mounter.unshare,
      ...['/bin/sh', '-c', `mount=$1; shift; ${[...script, 'exec "$@"'].join(' && ')}`, mounter.dir, mounter.mount],
    ],
    options: mounts.flatMap(({ bind: [how = '', path = ''] }, i) => [how, join(mounter.dir, String(i)), path]),
  };
}
