import { createHash } from 'node:crypto';
import { hostname } from 'node:os';

/** Returns the name of the node: this data folder on this machine. It stays the same after a restart. */
export function nodeName(dataDir: string): string {
  return `${hostname()}:${createHash('sha256').update(dataDir).digest('hex').slice(0, 8)}`;
}
