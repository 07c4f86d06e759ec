import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type Check, ok, problem } from '../check.ts';

const run = promisify(execFile);
const sandboxed = ['--unshare-all', '--die-with-parent', '--ro-bind', '/', '/', '--proc', '/proc', '--', '/bin/true'];

/** Starts a program in a sandbox, as labs do. */
export const sandboxCheck: Check = {
  name: 'Sandbox',
  async run({ bwrap: [file = 'bwrap', ...args] }) {
    try {
      await run(file, [...args, ...sandboxed], { timeout: 10_000 });
      return [ok('bubblewrap starts programs in their own namespaces.')];
    } catch (error) {
      const { code, stderr = '' } = error as NodeJS.ErrnoException & { stderr?: string };
      if (code === 'ENOENT') {
        return [
          problem(
            'bubblewrap is not installed, so labs that run code of learners do not start.',
            'Run: apt install bubblewrap',
          ),
        ];
      }
      return [
        problem(
          `bubblewrap cannot create namespaces: ${stderr.trim().split('\n')[0] || String(code)}.`,
          'Allow user namespaces. Ubuntu 24.04: apt install apparmor-profiles and enable bwrap-userns-restrict. In a container: allow them in its seccomp profile.',
        ),
      ];
    }
  },
};
