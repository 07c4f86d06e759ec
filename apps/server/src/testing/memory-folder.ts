import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';

/**
 * Returns a folder in memory if it has room for this many bytes, otherwise the one for temporary files. A database in
 * memory is created, used and dropped in half the time.
 */
export async function memoryFolder(bytes: number): Promise<string> {
  const memory = '/dev/shm';
  const { bavail, bsize } = await statfs(memory).catch(() => ({ bavail: 0, bsize: 0 }));
  return Math.min(bavail * bsize, process.availableMemory()) > bytes ? memory : tmpdir();
}
