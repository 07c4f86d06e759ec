import type { Duplex, Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { NoWorkspace, type Terminal, WorkspaceFull } from '../runtime.ts';
import type { TerminalSize } from '../shells/shells.ts';
import { type Activity, activityOf } from './activity.ts';
import { ended, kill, launch } from './launch.ts';
import type { SandboxCommand } from './sandbox.ts';
import type { Streams } from './streams.ts';
import { keepTail } from './tail.ts';
import { workspaceLimits } from './workspace-box.ts';

/** Terminals, and scripts without a terminal, that may be open at once in one workspace. */
const maxOpen = { terminal: 6, run: 6 } as const;

/** Processes that a terminal or a script needs. */
const PROCESSES_PER_SHELL = 6;
/** Milliseconds that one may take to start on a busy machine. */
const START_TIMEOUT = 10_000;

/** A script that runs in a workspace, without a terminal. */
export interface Script {
  stream: Duplex;
  /** Its exit status; null if it was ended from outside. */
  status: Promise<number | null>;
}

/** A sandbox with a learner's home and programs of the machine. The lab's program runs in a separate one. */
export interface Workspace {
  /** Process ID of bwrap, which stays outside of the box. */
  pid: number | undefined;
  /** Resolves when it takes orders; rejects with the error. */
  ready: Promise<void>;
  /** Resolves with how it ended. */
  exited: Promise<string>;
  output(): string;
  openTerminal(size: TerminalSize): Promise<Terminal>;
  run(script: string): Promise<Script>;
  activity(): Activity;
  /** Makes room for a script: ends all of the learner's programs if they leave no process for it. */
  relieve(): Promise<void>;
  kill(): void;
}

export function launchWorkspace(command: SandboxCommand, streams: Promise<Streams>): Workspace {
  const child = launch(command, 'ignore', {});
  const output = keepTail([child.stderr]);
  let hasExited = false;
  const exited = ended(child).finally(() => {
    hasExited = true;
  });
  const ready = createDeferred<void>();
  const waiting = new Map<number, { opened: () => void; ended: (status: number) => void }>();
  eachLine(child.stdout, (line) => {
    const [what, id, status] = line.split(' ');
    if (what === 'ready') ready.resolve();
    if (what === 'open') waiting.get(Number(id))?.opened();
    if (what === 'end') waiting.get(Number(id))?.ended(Number(status));
  });
  const order = (...words: (string | number)[]) => {
    if (!hasExited) child.stdin?.write(`${words.join(' ')}\n`);
  };
  const open = { terminal: 0, run: 0 };

  const activity = () => activityOf(child.pid ?? 0);
  const isCrowded = () => activity().threads + PROCESSES_PER_SHELL > workspaceLimits.nproc;

  async function begin(kind: 'terminal' | 'run', ...words: number[]) {
    if (hasExited) throw new NoWorkspace('The workspace has ended.');
    if (isCrowded()) throw new WorkspaceFull('It runs as many processes as it may. End some of them first.');
    if (open[kind] >= maxOpen[kind])
      throw new WorkspaceFull(`${maxOpen[kind]} of these are open already: close one first.`);
    open[kind]++;
    const { id, duplex, opened, finish } = await (await streams).open().catch((error: unknown) => {
      open[kind]--;
      throw error;
    });
    const hasOpened = createDeferred<boolean>();
    const status = createDeferred<number | null>();
    waiting.set(id, { opened: () => hasOpened.resolve(true), ended: status.resolve });
    let hasEnded = false;
    duplex.once('end', () => {
      hasEnded = true;
    });
    duplex.once('close', async () => {
      open[kind]--;
      if (!hasEnded) order('close', id);
      // The exit status comes another way, and may arrive a little later
      await Promise.race([status.promise, exited, sleep(1000, undefined, { ref: false })]);
      status.resolve(null);
      waiting.delete(id);
    });
    order(kind, id, ...words);
    const late = setTimeout(() => hasOpened.resolve(false), START_TIMEOUT);
    const isOpen = await Promise.race([hasOpened.promise, exited.then(() => false)]);
    clearTimeout(late);
    if (!isOpen) {
      duplex.destroy();
      if (hasExited) throw new NoWorkspace('The workspace has ended.');
      throw new WorkspaceFull('It did not answer in time.');
    }
    await opened();
    // A background process may still hold the stream
    void status.promise.then(finish);
    return { id, stream: duplex, status: status.promise };
  }

  const starting = Promise.race([ready.promise.then(() => null), exited]).then(async (how) => {
    const problem = await streams.then(
      () => undefined,
      (error: Error) => error,
    );
    if (how !== null) throw new Error(output() || how);
    if (problem) throw problem;
  });
  // The caller awaits it later
  starting.catch(() => {});

  return {
    pid: child.pid,
    ready: starting,
    exited,
    output,
    openTerminal: async ({ columns, rows }) => {
      const { id, stream } = await begin('terminal', characters(rows), characters(columns));
      return {
        stream,
        resize: (size) => {
          if (!stream.closed) order('resize', id, characters(size.rows), characters(size.columns));
        },
        close: () => {
          if (!stream.closed) order('close', id);
        },
      };
    },
    run: async (script) => {
      const { stream, status } = await begin('run');
      stream.write(`${script.replaceAll('\0', '')}\0`);
      return { stream, status };
    },
    activity,
    relieve: async () => {
      const deadline = performance.now() + START_TIMEOUT;
      while (!hasExited && performance.now() < deadline && isCrowded()) {
        order('relieve');
        await sleep(100);
      }
    },
    kill: () => kill(child),
  };
}

/** The supervisor reads numbers only. */
function characters(value: number): number {
  return Math.min(500, Math.max(1, Math.trunc(value) || 1));
}

/** Returns a promise and its resolve function. */
function createDeferred<T>() {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

/** Maximum bytes per second that are read of a workspace's reports: a few words for each terminal. */
const RATE = 16_384;
const MAX_LINE_LENGTH = 100;

/**
 * Calls `take` with each line, at a limited rate: the learner may get access to the reporting channel of scripts and
 * write to it without end.
 */
function eachLine(stream: Readable | null, take: (line: string) => void): void {
  let rest = '';
  let budget = RATE;
  stream?.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString('latin1')).split('\n');
    rest = (lines.pop() ?? '').slice(0, MAX_LINE_LENGTH);
    for (const line of lines) take(line.slice(0, MAX_LINE_LENGTH));
    budget -= chunk.length;
    if (budget > 0) return;
    stream.pause();
    setTimeout(() => {
      budget = RATE;
      stream.resume();
    }, 1000).unref();
  });
}
