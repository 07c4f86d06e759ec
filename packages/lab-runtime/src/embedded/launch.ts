import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { Writable } from 'node:stream';
import type { SandboxCommand } from './sandbox.ts';

/**
 * Starts a command in a new process group, with `socket` as descriptor 3 and the command's inputs from 4 on. Its
 * environment is only `env`. If its standard input is a pipe, it stays open as long as this process lives.
 */
export function launch(command: SandboxCommand, socket: number | 'ignore', env: Record<string, string>): ChildProcess {
  const [file = '', ...args] = [...withoutInherited(4 + command.inputs.length), command.file, ...command.args];
  const child = spawn(file, args, {
    cwd: '/',
    env,
    detached: true,
    stdio: [command.stdin ?? 'pipe', 'pipe', 'pipe', socket, ...command.inputs.map(() => 'pipe' as const)],
  });
  if (child.pid !== undefined) endFirst(child.pid);
  for (const stream of child.stdio) {
    // A child that ends early breaks its pipes; its exit code tells why
    stream?.on('error', () => {});
  }
  command.inputs.forEach((input, i) => {
    (child.stdio[4 + i] as Writable).end(input);
  });
  return child;
}

/** Makes the kernel end a process first when memory runs out. The platform may have a low score, which it inherited. */
export function endFirst(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, '1000');
  } catch {
    // It has ended, or this is not Linux
  }
}

/** Ends a process and its group at once. Does nothing if they have ended. */
export function kill(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    child.kill('SIGKILL');
  }
}

/** Resolves with a short text that says how the process ended, or why it could not be started. */
export function ended(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ? `signal ${signal}` : `exit code ${code}`));
  });
}

/** Like `ended`, but waits until all output has arrived, which may take a little longer. */
export async function closed(child: ChildProcess): Promise<string> {
  const how = ended(child);
  await new Promise((resolve) => child.once('close', resolve).once('error', resolve));
  return how;
}

let inherited: number[] | undefined;

/**
 * Returns words before a command that close inherited descriptors: those that this process got from its own parent and
 * that stay open in a new program. There are usually none.
 * @param first lowest descriptor that the command does not use
 */
function withoutInherited(first: number): string[] {
  inherited ??= findInherited();
  const open = inherited.filter((fd) => fd >= first);
  if (open.length === 0 || !existsSync('/bin/bash')) return [];
  return ['/bin/bash', '--norc', '-c', `exec ${open.map((fd) => `${fd}>&-`).join(' ')}; exec "$0" "$@"`];
}

function findInherited(): number[] {
  if (process.platform !== 'linux') return [];
  const O_CLOEXEC = 0o2000000;
  const isInherited = (fd: number) => {
    try {
      const flags = /^flags:\s+([0-7]+)$/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, 'utf8'))?.[1];
      return flags !== undefined && (Number.parseInt(flags, 8) & O_CLOEXEC) === 0;
    } catch {
      // The descriptor with which the folder was read
      return false;
    }
  };
  return readdirSync('/proc/self/fd')
    .map(Number)
    .filter((fd) => fd > 2 && isInherited(fd));
}
