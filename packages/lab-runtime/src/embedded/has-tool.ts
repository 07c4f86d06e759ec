import { existsSync, realpathSync } from 'node:fs';

/** The folders of PATH in a workspace. */
const FOLDERS = ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin'];
/** Folders of this machine that are visible in a box. */
const SEEN = /^\/(usr|lib\w*|bin|sbin)\//;

/**
 * Returns whether a workspace has this program. Looks at each call, so that a newly installed program works without a
 * restart.
 */
export function hasTool(tool: string): boolean {
  if (tool.includes('/')) return false;
  const isThere = FOLDERS.some((folder) => {
    try {
      return SEEN.test(realpathSync(`${folder}/${tool}`));
    } catch {
      return false;
    }
  });
  // The compiler needs the headers of the C library, which are a separate package
  return isThere && (!['cc', 'gcc', 'g++'].includes(tool) || existsSync('/usr/include/stdio.h'));
}
