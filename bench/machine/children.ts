import { type ChildProcess, spawn, spawnSync } from 'node:child_process';

/** Child processes of this run that have not ended. */
const running = new Set<ChildProcess>();

/** On Linux a child ends with this process even after a `kill -9`. */
const endsWithParent =
  process.platform === 'linux' && spawnSync('setpriv', ['--pdeathsig', 'TERM', 'true']).status === 0
    ? ['setpriv', '--pdeathsig', 'TERM']
    : [];

/** The running program; children run it again in another role. */
export const thisProgram = process.argv[1] ?? '';

export interface Child {
  pid: number;
  /** Sends a message and waits for its answer. */
  ask<T>(message: unknown): Promise<T>;
  isAlive(): boolean;
  stop(): Promise<void>;
  /** Kills the process without a shutdown, as a power cut does. */
  kill(): Promise<void>;
}

export interface SpawnOptions {
  args: string[];
  env?: Record<string, string>;
  /** A file descriptor for the child's stderr. */
  stderr?: number | 'inherit';
}

/** Starts a Node process. Its stdout is /dev/null, which is the cheapest. */
export function spawnNode({ args, env = {}, stderr = 'inherit' }: SpawnOptions): Child {
  const [program = '', ...rest] = [...endsWithParent, process.execPath, ...args];
  const child = spawn(program, rest, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', stderr, 'ipc'],
    serialization: 'advanced',
  });
  running.add(child);
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => {
      running.delete(child);
      resolve();
    });
  });
  const isAlive = () => child.exitCode === null && child.signalCode === null;
  return {
    pid: child.pid ?? 0,
    ask: <T>(message: unknown) => ask<T>(child, message),
    isAlive,
    async stop() {
      if (!isAlive()) return;
      child.kill('SIGTERM');
      const kill = setTimeout(() => child.kill('SIGKILL'), 15_000);
      await ended;
      clearTimeout(kill);
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

function ask<T>(child: ChildProcess, message: unknown): Promise<T> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null) => reject(new Error(`A benchmark process exited with code ${code}.`));
    child.once('exit', onExit);
    child.once('message', (answer: { value: T } | { error: string }) => {
      child.off('exit', onExit);
      if ('error' in answer) reject(new Error(answer.error));
      else resolve(answer.value);
    });
    child.send(message as object);
  });
}

/**
 * Ends every running child by its id. Code that waits for a child then fails, cleans up and lets this process end. A
 * second signal ends this process at once.
 */
export function endChildrenOnSignals(): void {
  const endAll = () => {
    for (const child of running) child.kill('SIGTERM');
  };
  process.on('exit', endAll);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      process.once(signal, () => process.exit(130));
      process.exitCode = 130;
      endAll();
    });
  }
}

/** Child side of `ask`: answers each message with the result of `handle`. */
export function answerParent(handle: (message: never) => unknown): void {
  process.on('message', async (message) => {
    try {
      process.send?.({ value: await handle(message as never) });
    } catch (error) {
      process.send?.({ error: (error as Error).stack ?? String(error) });
    }
  });
  // The parent has ended and sends no further message.
  process.once('disconnect', () => process.exit(0));
}
