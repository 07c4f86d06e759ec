import { existsSync, realpathSync } from 'node:fs';

/** The folders of PATH in a workspace. */
const FOLDERS = ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin'];
/** What a box sees of this machine. */
const SEEN = /^\/(usr|lib\w*|bin|sbin)\//;

/** True if a workspace finds this program. Looks each time: what the operator installs is there without a restart. */
export function hasTool(tool: string): boolean {
  if (tool.includes('/')) return false;
  const isThere = FOLDERS.some((folder) => {
    try {
      return SEEN.test(realpathSync(`${folder}/${tool}`));
    } catch {
      return false;
    }
  });
  // The compiler is of no use without the headers of the C library, which are a package of their own
  return isThere && (!['cc', 'gcc', 'g++'].includes(tool) || existsSync('/usr/include/stdio.h'));
}
