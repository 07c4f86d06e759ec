import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Duplex } from 'node:stream';

/** Starts a shell in a terminal without a sandbox, as the baseline for a workspace. */
export async function plainTerminal() {
  const child = spawn('script', ['-qfc', 'exec bash --norc', '-E', 'always', '/dev/null'], {
    env: { PATH: process.env.PATH ?? '', TERM: 'xterm-256color' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const stream = Duplex.from({ writable: child.stdin, readable: child.stdout });
  // The stream breaks when the shell is killed.
  stream.on('error', () => {});
  return {
    stream,
    end: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
