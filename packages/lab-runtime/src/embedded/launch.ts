import { type ChildProcess, spawn } from 'node:child_process';
import type { Writable } from 'node:stream';
import type { SandboxCommand } from './sandbox.ts';

/**
 * Starts a command in a process group of its own, with `socket` as descriptor 3 and the command's inputs from 4 on.
 * Its environment is `env` alone; its standard input stays open for as long as this process lives.
 */
export function launch(command: SandboxCommand, socket: number | 'ignore', env: Record<string, string>): ChildProcess {
  const child = spawn(command.file, command.args, {
    cwd: '/',
    env,
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe', socket, ...command.inputs.map(() => 'pipe' as const)],
  });
  for (const stream of child.stdio) {
    // A child that ends early breaks its pipes; its exit code says why
    stream?.on('error', () => {});
  }
  command.inputs.forEach((input, i) => {
    (child.stdio[4 + i] as Writable).end(input);
  });
  return child;
}

/** Ends a process and its group at once; does nothing if they have ended already. */
export function kill(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    child.kill('SIGKILL');
  }
}

/** Resolves with how it ended, as a short text; also when it could not be started at all. */
export function ended(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ? `signal ${signal}` : `exit code ${code}`));
  });
}
