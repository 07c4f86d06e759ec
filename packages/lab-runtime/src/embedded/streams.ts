import { constants, mkdirSync, openSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { Duplex } from 'node:stream';
import { ended, launch } from './launch.ts';
import { findProgram } from './libraries.ts';

/** Pairs that are made at once: making one costs a process, and so do sixteen. */
const BATCH = 16;

/**
 * Pairs of FIFOs in a folder, each used once, through which the platform exchanges data with a workspace. They end as
 * pipes do: a reader sees the end when there is no writer any more, in both directions. The workspace sees the folder
 * and cannot change it.
 */
export interface Streams {
  /** Opens a pair. The process inside opens `ID.in` and `ID.out`. */
  open(): Promise<StreamPair>;
}

export interface StreamPair {
  id: number;
  duplex: Duplex;
  /**
   * Call it when the process inside has opened the pair. From then on, the stream ends when no process inside has it
   * open.
   */
  opened(): Promise<void>;
  /**
   * Call it when no more output is expected. The stream ends when it is empty, even if a process inside still has it
   * open.
   */
  finish(): void;
}

export async function createStreams(dir: string): Promise<Streams> {
  // Synchronous, because the workspace that starts meanwhile needs the folder
  mkdirSync(dir, { mode: 0o755 });
  const mkfifo = await findProgram('mkfifo');
  if (!mkfifo) throw new Error('mkfifo is not installed (it is in the package coreutils)');
  let made = 0;
  let next = 0;
  let making: Promise<void> | undefined;
  const make = async () => {
    const ids = Array.from({ length: BATCH }, (_, i) => made + i);
    const paths = ids.flatMap((id) => [join(dir, `${id}.in`), join(dir, `${id}.out`)]);
    // Outside, only one user can enter the folders above, and inside there is only one user
    const how = await ended(launch({ file: mkfifo, args: ['-m', '0666', ...paths], inputs: [] }, 'ignore', {}));
    if (how !== 'exit code 0') throw new Error(`mkfifo: ${how}`);
    made += BATCH;
  };
  await make();

  return {
    open: async () => {
      while (next === made) {
        making ??= make().finally(() => {
          making = undefined;
        });
        await making;
      }
      const id = next++;
      const paths = [join(dir, `${id}.in`), join(dir, `${id}.out`)] as const;
      // Opening for both directions does not block, and neither does the reading end. The platform also opens its own
      // output for writing until the process inside does, because the stream would end at once otherwise
      const input = new Socket({ fd: openSync(paths[0], OPEN | constants.O_RDWR), readable: false, writable: true });
      const output = new Socket({ fd: openSync(paths[1], OPEN | constants.O_RDONLY), readable: true, writable: false });
      const writer = new Socket({ fd: openSync(paths[1], OPEN | constants.O_WRONLY), readable: false, writable: true });
      const opened = async () => {
        writer.destroy();
        await Promise.all(paths.map((path) => rm(path, { force: true })));
      };
      const { duplex, finish } = joinSockets(input, output);
      duplex.once('close', () => void opened());
      return { id, duplex, opened, finish };
    },
  };
}

const OPEN = constants.O_NONBLOCK;

/** Milliseconds without a byte after which a stream counts as empty. */
const EMPTY_AFTER = 200;

/** Joins two sockets into one stream. It closes when its output has ended, because its input has no reader then. */
function joinSockets(input: Socket, output: Socket): Pick<StreamPair, 'duplex' | 'finish'> {
  let lastDataAt = performance.now();
  let hasEnded = false;
  const end = () => {
    if (hasEnded) return;
    hasEnded = true;
    duplex.push(null);
    if (!duplex.writableEnded) duplex.end();
  };
  const duplex = new Duplex({
    read: () => {
      if (output.isPaused()) lastDataAt = performance.now();
      output.resume();
    },
    write: (chunk: Buffer, _, done) => {
      // Bytes that cannot be written any more are dropped
      input.write(chunk, () => done());
    },
    final: (done) => {
      input.end();
      done();
    },
    destroy: (error, done) => {
      input.destroy();
      output.destroy();
      done(error);
    },
  });
  output.pause();
  output.on('data', (chunk: Buffer) => {
    lastDataAt = performance.now();
    if (!duplex.push(chunk)) output.pause();
  });
  output.on('end', end);
  for (const one of [input, output]) one.on('error', () => {});
  const finish = () => {
    const timer = setInterval(() => {
      if (!output.isPaused() && performance.now() - lastDataAt > EMPTY_AFTER) end();
      if (hasEnded || duplex.destroyed) clearInterval(timer);
    }, EMPTY_AFTER / 4);
  };
  return { duplex, finish };
}
