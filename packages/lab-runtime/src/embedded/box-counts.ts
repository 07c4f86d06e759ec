import { closeSync, fstatSync, openSync, readdirSync, statfsSync, statSync } from 'node:fs';
import { childrenOf } from './usage.ts';

/** Objects of a box that take kernel memory and belong to no process. */
export interface Counts {
  /** Files in the folder that has the most. */
  files: number;
  /** Open pseudo-terminals. */
  terminals: number;
}

const NONE: Counts = { files: 0, terminals: 0 };
/** Opens a folder that denies reading, as a learner may set it with chmod. Node does not name this flag of Linux. */
const O_PATH = 0o10000000;
const TERMINALS = '/dev/pts';

/**
 * Returns a function that counts the objects of a box. It returns 0 while the box starts and after it has ended. It
 * reads numbers that the kernel keeps anyway, so a call takes some microseconds for each folder. A process in the box
 * cannot replace a mounted folder by a link.
 * @param pid of bwrap, which stays outside of the box
 * @param folders each is a separate file system in the box
 */
export function createCounter(pid: number, folders: string[], hasTerminals: boolean): () => Counts {
  let inner: number | undefined;
  return () => {
    inner ??= childrenOf(pid)[0];
    if (inner === undefined) return NONE;
    const root = `/proc/${inner}/root`;
    try {
      const files = folders.map((folder) => inBox(root, folder, countFiles));
      const terminals = hasTerminals ? inBox(root, TERMINALS, countTerminals) : 0;
      return { files: Math.max(...files), terminals };
    } catch {
      inner = undefined;
      return NONE;
    }
  };
}

function countFiles(path: string): number {
  const fs = statfsSync(path);
  return fs.files - fs.ffree;
}

/** Returns more than any limit for a folder that denies reading: only a process in the box can have changed that. */
function countTerminals(path: string): number {
  try {
    // Each open terminal has an entry there, and so has ptmx
    return readdirSync(path).length - 1;
  } catch (error) {
    if ((error as { code?: string }).code === 'EACCES') return Number.POSITIVE_INFINITY;
    throw error;
  }
}

/**
 * Counts in a folder of a box. Opens it first: while bwrap changes the box's root folder, the same path leads to the
 * host's folder for a moment.
 * @throws Error while the folder is still the host's
 */
function inBox(root: string, folder: string, count: (path: string) => number): number {
  const descriptor = openSync(root + folder, O_PATH);
  try {
    const host = statSync(folder, { throwIfNoEntry: false });
    if (fstatSync(descriptor).dev === host?.dev) throw new Error(`${folder} is still the host's.`);
    return count(`/proc/self/fd/${descriptor}`);
  } finally {
    closeSync(descriptor);
  }
}
