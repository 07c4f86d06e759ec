import { readFileSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

/**
 * Returns the bytes of memory that this process and its children can still get. In a container with a memory limit that is what
 * the limit leaves, without the cached files that the kernel drops first.
 * @param folder where a container sees its own cgroup (version 2)
 */
export function freeMemory(folder = '/sys/fs/cgroup', ofMachine = freemem()): number {
  const read = (name: string) => {
    try {
      return readFileSync(join(folder, name), 'utf8');
    } catch {
      return '';
    }
  };
  // "max", or no such file outside of containers.
  const limit = Number.parseInt(read('memory.max'), 10);
  const used = Number.parseInt(read('memory.current'), 10);
  if (Number.isNaN(limit) || Number.isNaN(used)) return ofMachine;
  const cached = Number(/^inactive_file (\d+)$/m.exec(read('memory.stat'))?.[1] ?? 0);
  return Math.min(ofMachine, Math.max(0, limit - used + cached));
}
